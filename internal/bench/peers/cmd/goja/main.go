// Command goja runs benchmark programs in JavaScript by github.com/dop251/goja.
package main

import (
	"errors"
	"strconv"

	"github.com/dop251/goja"

	"github.com/bpl-lang/bpl/internal/bench/measure"
)

func main() {
	measure.Main(measure.Engine{Ext: "js", Load: load, Eval: eval})
}

func load(program, source, text string) (func() (string, error), error) {
	vm := goja.New()
	if err := vm.Set("TEXT", text); err != nil {
		return nil, err
	}
	if _, err := vm.RunScript(program, source); err != nil {
		return nil, err
	}
	run, ok := goja.AssertFunction(vm.Get("run"))
	if !ok {
		return nil, errors.New("run is no function")
	}
	return func() (string, error) {
		v, err := run(goja.Undefined())
		if err != nil {
			return "", err
		}
		return strconv.FormatFloat(v.ToFloat(), 'f', 0, 64), nil
	}, nil
}

func eval(source string) (string, error) {
	v, err := goja.New().RunString(source)
	if err != nil {
		return "", err
	}
	return v.String(), nil
}
