package core

import (
	"context"
	"io"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// fileLineTable holds the loop over the lines of a file.
var fileLineTable = []eval.Builtin{
	{
		Name: "for-each-line", Min: 2, Plain: forEachLine,
		Help: eval.Help{
			Signature: "(for-each-line path var CODE…)",
			Summary: "Evaluates code for each line of a file, which is read bit by bit. LF ends a line; " +
				"a CR before it is not part of the line.",
			Args: []eval.HelpArg{
				pathHelp,
				{"var", "reference", "a variable of the local scope, set to each line in turn, without its end; it stays"},
				{"CODE", "code", "what to evaluate for each line"},
			},
			Result: "the value of the last CODE that was evaluated, null if there is none",
			Errors: []string{
				fileFails, fileDenied,
				"LimitExceeded if a line is longer than a string may be",
				"IllegalArgumentException if path is no string, or var a function",
				badVariable, pathVariable,
			},
			Related: []string{"read-file", "read-line", "for-each"},
			Examples: []eval.HelpExample{
				{"(write-file \"names.txt\" \"ada\\ngrace\\r\\nedsger\")", "null"},
				{"(set names-read (list))", "()"},
				{"(for-each-line \"names.txt\" line (push names-read line))", "(\"ada\" \"grace\" \"edsger\")"},
			},
		},
	},
}

func forEachLine(f *eval.Frame, l *value.List) value.Value {
	path := f.TextArg(l, 1).String()
	name := f.LocalArg(l, 2)
	var file io.ReadCloser
	fileWork(f, "for-each-line", path, func(files eval.Files) (err error) {
		file, err = files.Open(path)
		return err
	})
	defer func() { _ = file.Close() }()
	v := value.Null()
	lines := fileLines{file: file, path: path}
	for {
		line, ok := lines.next(f)
		if !ok {
			return v
		}
		f.Step()
		f.SetLocal(name, value.String(line))
		for i := 3; i < l.Len(); i++ {
			v = f.Eval(l.At(i))
		}
	}
}

// fileLines reads a file line by line.
type fileLines struct {
	file  io.ReadCloser
	path  string
	lines lineBuffer
	ended bool
	piece []byte
}

// linePiece is how much is read at once.
const linePiece = 64 << 10

// next returns the next line, false after the last one.
func (r *fileLines) next(f *eval.Frame) (string, bool) {
	for {
		if line, ok := r.lines.take(r.ended); ok || r.ended {
			f.CheckText(len(line))
			return line, ok
		}
		checkLine(f, r.lines.pending())
		if r.piece == nil {
			r.piece = make([]byte, linePiece)
		}
		n := 0
		err := f.Unlocked(func(ctx context.Context) (err error) {
			defer closeOnCancel(ctx, r.file)()
			n, err = r.file.Read(r.piece)
			return err
		})
		r.lines.add(r.piece[:n])
		switch err {
		case nil:
		case io.EOF:
			r.ended = true
		default:
			throwFile("for-each-line", r.path, err)
		}
	}
}

// checkLine ends the evaluation if a line that goes on after n bytes is too long.
func checkLine(f *eval.Frame, n int64) {
	if longest := f.Executor().Evaluation().Limits().StringLen; n > longest {
		eval.ExceedLimit("string-len", longest)
	}
}
