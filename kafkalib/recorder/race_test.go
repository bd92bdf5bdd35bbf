//go:build race

package recorder

// manyCalls are fewer where each is watched by the race detector.
const manyCalls = 80_000
