package core

import (
	"io"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// printTable holds the functions that write to the standard streams.
var printTable = []eval.Builtin{
	{
		Name: "print", Plain: printLine,
		Help: eval.Help{
			Signature: "(print x…)",
			Summary:   "Writes a line to standard output, in one piece, so that lines of several executors never mix.",
			Args:      []eval.HelpArg{{"x", "anything", "written as its text, with a blank between two"}},
			Result:    "null",
			Errors:    outputErrors,
			Related:   []string{"write", "print-error", "format"},
			Examples:  []eval.HelpExample{{"(print \"total:\" (+ 1 2))", "null"}},
		},
	},
	{
		Name: "write", Plain: writeOutput,
		Help: eval.Help{
			Signature: "(write x…)",
			Summary:   "Writes to standard output, in one piece, without blanks between the values and without a line end.",
			Args:      []eval.HelpArg{{"x", "anything", "written as its text"}},
			Result:    "null",
			Errors:    outputErrors,
			Related:   []string{"print", "read-line"},
			Examples:  []eval.HelpExample{{"(write \"a\" 1 \"\\n\")", "null"}},
		},
	},
	{
		Name: "print-error", Plain: printError,
		Help: eval.Help{
			Signature: "(print-error x…)",
			Summary:   "Writes a line to standard error, as print does to standard output.",
			Args:      []eval.HelpArg{{"x", "anything", "written as its text, with a blank between two"}},
			Result:    "null",
			Errors:    outputErrors,
			Related:   []string{"print"},
			Examples:  []eval.HelpExample{{"(print-error \"no such order:\" 5)", "null"}},
		},
	},
}

var outputErrors = []string{
	"PermissionDenied if the host grants no such stream",
	"IOException if it cannot be written",
	"LimitExceeded if more is written than the host allows",
}

func printLine(f *eval.Frame, l *value.List) value.Value {
	return output(f, l, "standard output", f.Config().Stdout, " ", "\n")
}

func writeOutput(f *eval.Frame, l *value.List) value.Value {
	return output(f, l, "standard output", f.Config().Stdout, "", "")
}

func printError(f *eval.Frame, l *value.List) value.Value {
	return output(f, l, "standard error", f.Config().Stderr, " ", "\n")
}

// output writes the text forms of the arguments.
func output(f *eval.Frame, l *value.List, stream string, w io.Writer, between, end string) value.Value {
	var text []byte
	for i := 1; i < l.Len(); i++ {
		v := f.Eval(l.At(i))
		if i > 1 {
			text = append(text, between...)
		}
		if s, ok := v.AsString(); ok {
			f.Charge(int64(len(s)))
			text = append(text, s...)
		} else {
			text = appendPrinted(f, text, v)
		}
	}
	text = append(text, end...)
	f.Output(eval.FunctionName(l), stream, w, text)
	return value.Null()
}
