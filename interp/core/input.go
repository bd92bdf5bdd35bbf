package core

import (
	"context"
	"io"
	"runtime/debug"
	"sync"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// inputTable holds the function that reads standard input.
var inputTable = []eval.Builtin{
	{
		Name: "read-line", Plain: readLine,
		Help: eval.Help{
			Signature: "(read-line \"prompt\" => text)",
			Summary:   "Reads the next line of standard input, and waits for it. Other executors run meanwhile.",
			Args:      []eval.HelpArg{{`"prompt"`, "string", "written to standard output first, without a line end"}},
			Result:    "the line without its end (LF, or CR and LF); null at the end of the input",
			Errors: []string{
				"PermissionDenied if the host grants no standard input",
				"IOException if it cannot be read",
				"LimitExceeded if the line is longer than a string may be",
			},
			Related: []string{"for-each-line", "print"},
			Examples: []eval.HelpExample{
				{"(read-line)", "\"first line\""},
				{"(read-line \"prompt\" => \"name? \")", "\"second line\""},
				{"(read-line)", "null"},
			},
		},
	},
}

// An input is the standard input, which the sessions of an interpreter share. A read that
// blocks cannot be ended, so it runs on a goroutine of its own, of which there is at most
// one and only while a line is wanted; what it reads stays for the next caller if the one
// that wanted it was ended. It is safe for concurrent use.
type input struct {
	reader io.Reader

	mu    sync.Mutex // guards the following
	lines lineBuffer
	err   error         // of the last read; reported once
	ready chan struct{} // closed when the read that runs is done; nil while none runs
}

type inputKey struct{}

func readLine(f *eval.Frame, l *value.List) value.Value {
	reader := f.Config().Stdin
	if prompt, ok := f.Option(l, "prompt"); ok && !prompt.IsNull() {
		if !prompt.IsString() {
			eval.WrongType(l, prompt, "string as the prompt")
		}
		f.Output("read-line", "standard output", f.Config().Stdout, []byte(prompt.Text().String()))
	}
	if reader == nil {
		eval.Throw(eval.PermissionDenied, "read-line: no standard input granted")
	}
	in := f.Session().Registry().Slot(inputKey{}, func() any { return &input{reader: reader} }).(*input)
	longest := f.Executor().Evaluation().Limits().StringLen
	var line string
	var ok, tooLong bool
	err := f.Unlocked(func(ctx context.Context) (err error) {
		line, ok, tooLong, err = in.line(ctx, longest)
		return err
	})
	switch p, panicked := err.(*eval.PanicError); {
	case panicked:
		panic(p)
	case err != nil:
		eval.ThrowIO(err, "read-line: standard input: %v", err)
	case tooLong:
		eval.ExceedLimit("string-len", longest)
	case !ok:
		return value.Null()
	}
	f.Charge(int64(len(line)))
	return value.String(line)
}

// line waits for the next line; ok is false at the end of the input.
func (in *input) line(ctx context.Context, longest int64) (line string, ok, tooLong bool, err error) {
	for {
		in.mu.Lock()
		err := in.err
		line, ok := in.lines.take(err == io.EOF)
		if ok || in.lines.pending() > longest || err != nil {
			if !ok {
				if err == nil {
					in.lines.reset()
				}
				in.err = nil
			}
			in.mu.Unlock()
			tooLong := err == nil && !ok || int64(len(line)) > longest
			if err == io.EOF || ok {
				err = nil
			}
			return line, ok, tooLong, err
		}
		if in.ready == nil {
			in.ready = make(chan struct{})
			go in.read(in.ready)
		}
		ready := in.ready
		in.mu.Unlock()
		select {
		case <-ready:
		case <-ctx.Done():
			return "", false, false, nil
		}
	}
}

// read reads once.
func (in *input) read(ready chan struct{}) {
	piece := make([]byte, linePiece)
	n, err := in.readRecovering(piece)
	in.mu.Lock()
	defer in.mu.Unlock()
	in.lines.add(piece[:n])
	in.err = err
	in.ready = nil
	close(ready)
}

// readRecovering is a Read whose panic is an error.
func (in *input) readRecovering(piece []byte) (n int, err error) {
	defer func() {
		if p := recover(); p != nil {
			n, err = 0, &eval.PanicError{Value: p, GoStack: debug.Stack()}
		}
	}()
	return in.reader.Read(piece)
}
