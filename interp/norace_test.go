//go:build !race

package interp

// raceEnabled tells tests that everything takes several times as long.
const raceEnabled = false
