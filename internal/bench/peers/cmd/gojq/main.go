// Command gojq runs benchmark programs in jq by github.com/itchyny/gojq.
package main

import (
	"errors"
	"fmt"

	"github.com/itchyny/gojq"

	"github.com/bpl-lang/bpl/internal/bench/measure"
)

func main() {
	measure.Main(measure.Engine{Ext: "jq", Load: load, Eval: eval})
}

func load(_, source, _ string) (func() (string, error), error) { return program(source + "\nrun") }

func eval(source string) (string, error) {
	run, err := program(source)
	if err != nil {
		return "", err
	}
	return run()
}

func program(source string) (func() (string, error), error) {
	query, err := gojq.Parse(source)
	if err != nil {
		return nil, err
	}
	code, err := gojq.Compile(query)
	if err != nil {
		return nil, err
	}
	return func() (string, error) {
		v, ok := code.Run(nil).Next()
		if !ok {
			return "", errors.New("got no value")
		}
		if err, ok := v.(error); ok {
			return "", err
		}
		return fmt.Sprint(v), nil
	}, nil
}
