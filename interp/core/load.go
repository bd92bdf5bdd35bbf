package core

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// loadTable holds the functions that evaluate files.
var loadTable = []eval.Builtin{
	{
		Name: "load", Min: 1, Plain: load,
		Help: eval.Help{
			Signature: "(load path)",
			Summary: "Evaluates every expression of a file in the current scope. " +
				"All are read before the first one is evaluated.",
			Args:   []eval.HelpArg{loadPathHelp},
			Result: "the value of the last expression, null if there is none",
			Errors: []string{
				fileFails, fileDenied,
				"ParseException if the file is malformed",
			},
			Related: []string{"require", "read-file"},
			Examples: []eval.HelpExample{
				{"(write-file \"rates.bpl\" \"(set vat 0.2) (* 100 vat)\")", "null"},
				{"(load \"rates.bpl\")", "20"},
				{"vat", "0.2"},
			},
		},
	},
	{
		Name: "require", Min: 1, Plain: require,
		Help: eval.Help{
			Signature: "(require path)",
			Summary: "Loads a file once per session, in a local scope of its own. " +
				"While another executor is loading it, the caller waits for that.",
			Args:   []eval.HelpArg{loadPathHelp},
			Result: "the value of the last expression of the file, the same at each call",
			Errors: []string{
				"as load; a file that failed is tried anew by the next call",
				"RuntimeException if a file requires itself, directly or through others",
			},
			Related: []string{"load"},
			Examples: []eval.HelpExample{
				{"(write-file \"tax.bpl\" \"(list \\\"rate\\\" => 0.2)\")", "null"},
				{"(require \"tax.bpl\")", "(\"rate\" => 0.2)"},
				{"(=== (require \"tax.bpl\") (require \"./tax.bpl\"))", "true"},
			},
		},
	},
}

var loadPathHelp = eval.HelpArg{"path", "string",
	"the file; a relative path goes from the folder of the file that is being loaded, outside files from the working directory"}

func load(f *eval.Frame, l *value.List) value.Value {
	path := loadPath(f, f.TextArg(l, 1).String())
	return f.InFile(path, func() value.Value { return evaluateFile(f, "load", path) })
}

// loadPath returns the path of a file that the file being loaded names.
func loadPath(f *eval.Frame, path string) string {
	from := f.File()
	if from == "" || path == "" || path[0] == '/' || filepath.IsAbs(path) {
		return path
	}
	end := strings.LastIndexByte(from, '/') + 1
	if filepath.Separator != '/' {
		end = max(end, strings.LastIndexByte(from, filepath.Separator)+1)
	}
	return from[:end] + path
}

// evaluateFile evaluates the expressions of a file in the scope of f.
func evaluateFile(f *eval.Frame, fn, path string) value.Value {
	expressions := readProgram(f, path, ReadFile(f, fn, path))
	v := value.Null()
	for _, x := range expressions {
		v = f.Eval(x)
	}
	return v
}

// readProgram reads the expressions of a source text.
func readProgram(f *eval.Frame, path, text string) []value.Value {
	s := f.Session()
	source := syntax.NewSource(path, text)
	expressions, _, err := syntax.ReadAll(path, text, syntax.Options{
		Lookup: s.Registry().HardName,
		Depth:  f.Executor().Evaluation().Limits().ReadDepth,
		Source: s.AddSource(source),
		Owner:  s.Mark(),
		Meter:  memoryMeter(f),
	})
	var deep *syntax.DepthError
	var wrong *syntax.Error
	switch {
	case err == nil:
		return expressions
	case errors.As(err, &deep):
		eval.ExceedLimit("read-depth", int64(deep.Max))
	case errors.As(err, &wrong):
		e := eval.NewException(wrong.Type, "%s", wrong.Error())
		e.In(source, wrong.Pos)
		e.Cause = err
		panic(e)
	}
	eval.ThrowError(eval.GeneralException, err)
	return nil
}
