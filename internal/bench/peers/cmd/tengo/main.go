// Command tengo runs benchmark programs in Tengo by github.com/d5/tengo.
package main

import (
	"context"
	"fmt"

	"github.com/d5/tengo/v2"
	"github.com/d5/tengo/v2/stdlib"

	"github.com/bpl-lang/bpl/internal/bench/measure"
)

func main() {
	measure.Main(measure.Engine{Ext: "tengo", Load: load, Eval: eval})
}

// load adds a call of run to the program, since a host cannot call functions of Tengo.
func load(_, source, text string) (func() (string, error), error) {
	script := tengo.NewScript([]byte(source + "\nresult := run()\n"))
	script.SetImports(stdlib.GetModuleMap("text"))
	if err := script.Add("TEXT", text); err != nil {
		return nil, err
	}
	compiled, err := script.Compile()
	if err != nil {
		return nil, err
	}
	return func() (string, error) {
		if err := compiled.Run(); err != nil {
			return "", err
		}
		return fmt.Sprint(compiled.Get("result").Int64()), nil
	}, nil
}

func eval(source string) (string, error) {
	v, err := tengo.Eval(context.Background(), source, nil)
	return fmt.Sprint(v), err
}
