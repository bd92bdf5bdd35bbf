// Command starlark runs benchmark programs in Starlark by go.starlark.net.
package main

import (
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"github.com/bpl-lang/bpl/internal/bench/measure"
)

func main() {
	measure.Main(measure.Engine{Ext: "star", Load: load, Eval: eval})
}

// dialect allows what the programs need beyond the strict language: loops that end by a
// condition, and recursion.
var dialect = &syntax.FileOptions{While: true, Recursion: true}

func load(program, source, text string) (func() (string, error), error) {
	thread := &starlark.Thread{Name: program}
	globals, err := starlark.ExecFileOptions(dialect, thread, program, source, starlark.StringDict{"TEXT": starlark.String(text)})
	if err != nil {
		return nil, err
	}
	return func() (string, error) {
		v, err := starlark.Call(thread, globals["run"], nil, nil)
		if err != nil {
			return "", err
		}
		return v.String(), nil
	}, nil
}

func eval(source string) (string, error) {
	v, err := starlark.EvalOptions(dialect, &starlark.Thread{}, "eval", source, nil)
	if err != nil {
		return "", err
	}
	return v.String(), nil
}
