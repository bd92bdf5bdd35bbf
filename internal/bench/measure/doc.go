// Package measure is what the processes of a benchmark run have in common: how they are
// called, how they take the time, and the line in which they report.
//
//	COMMAND [flags] PROGRAM REPETITIONS TEXTFILE
//
// runs a program that many times and prints the best run as
//
//	RESULT PROGRAM NANOSECONDS SUM [ALLOCATIONS BYTES] [cpu=NANOSECONDS] [peak=BYTES]
//
// The peers in other languages do the same in their own way.
package measure
