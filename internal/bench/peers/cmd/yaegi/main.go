// Command yaegi runs the benchmark programs in Go by the interpreter
// github.com/traefik/yaegi.
package main

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/traefik/yaegi/interp"

	"github.com/bpl-lang/bpl/internal/bench/measure"
)

func main() {
	measure.Main(measure.Engine{Ext: "go", Load: load, Eval: eval})
}

// symbols are what the programs use of the standard library.
var symbols = interp.Exports{
	"slices/slices":   {"SortFunc": reflect.ValueOf(slices.SortFunc[[]int64])},
	"strconv/strconv": {"FormatInt": reflect.ValueOf(strconv.FormatInt)},
	"strings/strings": {"Join": reflect.ValueOf(strings.Join), "Split": reflect.ValueOf(strings.Split)},
}

func load(program, source, text string) (func() (string, error), error) {
	in := interp.New(interp.Options{})
	if err := in.Use(symbols); err != nil {
		return nil, err
	}
	if _, err := in.Eval(source); err != nil {
		return nil, err
	}
	v, err := in.Eval(program + ".Run")
	if err != nil {
		return nil, err
	}
	switch run := v.Interface().(type) {
	case func() int64:
		return func() (string, error) { return strconv.FormatInt(run(), 10), nil }, nil
	case func(string) int64:
		return func() (string, error) { return strconv.FormatInt(run(text), 10), nil }, nil
	}
	return nil, fmt.Errorf("Run: got %s, want func() int64", v.Type())
}

func eval(source string) (string, error) {
	v, err := interp.New(interp.Options{}).Eval(source)
	if err != nil {
		return "", err
	}
	return fmt.Sprint(v), nil
}
