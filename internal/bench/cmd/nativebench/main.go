// Command nativebench runs the benchmark programs as compiled Go: how far the interpreters are
// from it.
package main

import (
	"errors"
	"strconv"

	"github.com/bpl-lang/bpl/internal/bench/measure"
	"github.com/bpl-lang/bpl/internal/bench/suite/programs/fib"
	"github.com/bpl-lang/bpl/internal/bench/suite/programs/loop"
	"github.com/bpl-lang/bpl/internal/bench/suite/programs/named"
	"github.com/bpl-lang/bpl/internal/bench/suite/programs/qsort"
	"github.com/bpl-lang/bpl/internal/bench/suite/programs/records"
	"github.com/bpl-lang/bpl/internal/bench/suite/programs/sieve"
	"github.com/bpl-lang/bpl/internal/bench/suite/programs/sort"
	"github.com/bpl-lang/bpl/internal/bench/suite/programs/strcat"
	"github.com/bpl-lang/bpl/internal/bench/suite/programs/strjoin"
	"github.com/bpl-lang/bpl/internal/bench/suite/programs/variadic"
	"github.com/bpl-lang/bpl/internal/bench/suite/programs/words"
)

func main() {
	measure.Main(measure.Engine{Ext: "go", Load: load, Eval: eval})
}

func load(program, _, text string) (func() (string, error), error) {
	run := map[string]func() int64{
		"fib": fib.Run, "loop": loop.Run, "strcat": strcat.Run, "strjoin": strjoin.Run, "sort": sort.Run,
		"qsort": qsort.Run, "records": records.Run, "sieve": sieve.Run, "named": named.Run, "variadic": variadic.Run,
		"words": func() int64 { return words.Run(text) },
	}[program]
	if run == nil {
		return nil, errors.New("is not compiled in")
	}
	return func() (string, error) { return strconv.FormatInt(run(), 10), nil }, nil
}

func eval(string) (string, error) { return "", errors.New("compiled code evaluates nothing") }
