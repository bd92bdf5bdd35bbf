//go:build race

package core_test

// slowness is by how much bounds of time are wider under the race detector.
const slowness = 20
