// Command bpl runs scripts of the language BPL, evaluates single expressions, and opens
// sessions on a terminal. `bpl help` lists what it does.
package main

import (
	"os"

	"github.com/bpl-lang/bpl/cmd/bpl/collector"
)

func main() {
	collector.Floor(collector.LeastHeap)
	os.Exit(start(os.Args[1:], stdio{os.Stdin, os.Stdout, os.Stderr}))
}
