// Package guard finds losses of speed. It compares the processor times of short versions
// of the benchmark programs with that of a reference loop in plain Go, in the same
// process, so that a slower machine slows both; what is left are the ratios, and those are
// compared with stored ones.
//
// Programs and reference take turns, and of each the shortest time counts: what disturbs
// them only ever makes times longer. A program that seems to have lost gets further turns
// before that is believed.
package guard
