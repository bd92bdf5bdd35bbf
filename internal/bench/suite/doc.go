// Package suite holds the benchmark programs: eleven small ones, each written in the
// language of every peer that can run it, all of which give the same number.
//
// A program is in the file programs/NAME/NAME.EXT and defines a function run without
// parameters, which returns the number. The program words reads a text from the variable
// TEXT. There is nothing else in common, so that whatever runs a language can run them.
package suite
