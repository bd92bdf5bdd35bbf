// Command bplbench runs a benchmark program of this language in this process, as package
// measure describes.
//
//	bplbench [-dir DIR | -file FILE] [-walk] PROGRAM REPETITIONS [TEXTFILE]
package main

import (
	"context"
	"flag"

	"github.com/bpl-lang/bpl/cmd/bpl/collector"
	"github.com/bpl-lang/bpl/internal/bench"
	"github.com/bpl-lang/bpl/internal/bench/measure"
	"github.com/bpl-lang/bpl/interp"
)

func main() {
	collector.Floor(collector.LeastHeap) // as the command does
	measure.Main(engine())
}

func engine() measure.Engine {
	ctx := context.Background()
	walk := new(bool)
	session := func() (*interp.Session, error) {
		if *walk {
			return bench.NewSession(interp.WithoutCompiler())
		}
		return bench.NewSession()
	}
	return measure.Engine{
		Ext:   "bpl",
		Flags: func(f *flag.FlagSet) { f.BoolVar(walk, "walk", false, "evaluate without the compiler") },
		Load: func(program, source, text string) (func() (string, error), error) {
			s, err := session()
			if err != nil {
				return nil, err
			}
			return bench.Load(ctx, s, program, source, text)
		},
		Eval: func(source string) (string, error) {
			s, err := session()
			if err != nil {
				return "", err
			}
			defer func() { _ = s.Close() }()
			v, err := s.Eval(ctx, source)
			return v.String(), err
		},
	}
}
