//go:build !race

package recorder

const manyCalls = 1_000_000
