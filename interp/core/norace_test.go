//go:build !race

package core_test

const slowness = 1
