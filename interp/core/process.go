package core

import (
	"math"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// processTable holds the functions about the process that evaluates.
var processTable = []eval.Builtin{
	{
		Name: "args", Plain: args,
		Help: eval.Help{
			Signature: "(args)",
			Summary:   "Gives the arguments of the script.",
			Result:    "a list of strings, a new one at each call",
			Errors:    []string{"PermissionDenied if the host grants no arguments"},
			Related:   []string{"env"},
			Examples:  []eval.HelpExample{{"(args)", "(\"first\" \"second argument\")"}},
		},
	},
	{
		Name: "env", Min: 1, Plain: env,
		Help: eval.Help{
			Signature: "(env name [default])",
			Summary:   "Reads an environment variable.",
			Args: []eval.HelpArg{
				{"name", "string", "the name of the variable"},
				{"default", "anything", "the result if there is no such variable"},
			},
			Result: "the text of the variable, else default or null",
			Errors: []string{"IllegalArgumentException if name is no string", "PermissionDenied if the host grants no environment"},
			Related: []string{
				"args",
			},
			Examples: []eval.HelpExample{
				{"(env \"HOME\")", "\"/home/ada\""},
				{"(env \"BROKERS\" \"localhost:9092\")", "\"localhost:9092\""},
				{"(env \"BROKERS\")", "null"},
			},
		},
	},
	{
		Name: "exit", Plain: exit,
		Help: eval.Help{
			Signature: "(exit [code])",
			Summary:   "Ends the evaluation with all its executors and timers. It cannot be caught, and FINALLY is not evaluated.",
			Args:      []eval.HelpArg{{"code", "number", "the exit code of the command, 0 if absent: a whole number modulo 256, anything else is 2"}},
			Result:    "none",
			Related:   []string{"kill", "throw"},
			Examples:  []eval.HelpExample{{"(exit 3)", ""}},
		},
	},
}

func args(f *eval.Frame, _ *value.List) value.Value {
	c := f.Config()
	if !c.HasArgs {
		eval.Throw(eval.PermissionDenied, "args: no arguments granted")
	}
	l := value.NewListCap(len(c.Args))
	for _, a := range c.Args {
		l.Push(value.String(a))
	}
	return l.Value()
}

func env(f *eval.Frame, l *value.List) value.Value {
	name := f.TextArg(l, 1).String()
	otherwise := f.ArgOr(l, 2, value.Null())
	lookup := f.Config().Env
	if lookup == nil {
		eval.Throw(eval.PermissionDenied, "env: no environment access granted")
	}
	if text, ok := lookup(name); ok {
		return value.String(text)
	}
	return otherwise
}

func exit(f *eval.Frame, l *value.List) value.Value {
	code := 0
	if l.Len() > 1 {
		code = exitCode(f.Eval(l.At(1)))
	}
	f.Exit(code)
	return value.Null()
}

const (
	exitCodes   = 256
	badExitCode = 2 // of what is no whole number
)

func exitCode(v value.Value) int {
	if v.IsLong() {
		n, _ := v.AsInt()
		return int((n%exitCodes + exitCodes) % exitCodes)
	}
	d, ok := v.AsDouble()
	if !ok || d != math.Trunc(d) || math.IsInf(d, 0) { // NaN is unequal to itself
		return badExitCode
	}
	return int(math.Mod(math.Mod(d, exitCodes)+exitCodes, exitCodes))
}
