// Command goawk runs benchmark programs in AWK by github.com/benhoyt/goawk.
package main

import (
	"bytes"
	"strings"

	"github.com/benhoyt/goawk/interp"
	"github.com/benhoyt/goawk/parser"

	"github.com/bpl-lang/bpl/internal/bench/measure"
)

func main() {
	measure.Main(measure.Engine{Ext: "awk", Load: load, Eval: eval})
}

// load adds a rule that calls run and prints the result, all that leaves an AWK program.
func load(_, source, text string) (func() (string, error), error) {
	return program(source+"\nBEGIN { printf \"%d\\n\", run() }\n", text)
}

func eval(source string) (string, error) {
	run, err := program("BEGIN { print "+source+" }", "")
	if err != nil {
		return "", err
	}
	return run()
}

func program(source, text string) (func() (string, error), error) {
	parsed, err := parser.ParseProgram([]byte(source), nil)
	if err != nil {
		return nil, err
	}
	return func() (string, error) {
		var out bytes.Buffer
		_, err := interp.ExecProgram(parsed, &interp.Config{
			Output: &out, NoExec: true, NoFileWrites: true, Environ: []string{}, Vars: []string{"TEXT", text},
		})
		return strings.TrimSpace(out.String()), err
	}, nil
}
