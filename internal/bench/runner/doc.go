// Package runner runs the benchmark programs in this and in other languages and compares
// them.
//
// Each combination of round, program and peer is a process of its own. All peers run one
// program before the next begins, so that whatever else the machine does disturbs all of
// them alike. In a process the program is repeated and the best time counts; times are
// medians over the rounds, ratios are medians of the ratios within each round.
package runner
