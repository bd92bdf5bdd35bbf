// Command expr runs benchmark programs that are one expression by github.com/expr-lang/expr.
package main

import (
	"fmt"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/vm"

	"github.com/bpl-lang/bpl/internal/bench/measure"
	"github.com/bpl-lang/bpl/internal/bench/suite"
)

func main() {
	measure.Main(measure.Engine{Ext: "expr", Load: load, Eval: eval})
}

// load gives the size of the program as a variable: written in the expression it would let
// the compiler compute the result.
func load(program, source, _ string) (func() (string, error), error) {
	p, err := suite.Find(program)
	if err != nil {
		return nil, err
	}
	var size int
	if _, err := fmt.Sscan(p.Size, &size); err != nil {
		return nil, err
	}
	return compile(source, map[string]int{"n": size})
}

func eval(source string) (string, error) {
	run, err := compile(source, nil)
	if err != nil {
		return "", err
	}
	return run()
}

func compile(source string, variables map[string]int) (func() (string, error), error) {
	program, err := expr.Compile(source, expr.Env(variables))
	if err != nil {
		return nil, err
	}
	return func() (string, error) {
		// The default budget, in elements, is below the ten million of the program loop.
		machine := vm.VM{MemoryBudget: 1 << 30}
		v, err := machine.Run(program, variables)
		return fmt.Sprint(v), err
	}, nil
}
