package core

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"syscall"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// systemTable holds the function that runs programs.
var systemTable = []eval.Builtin{
	{
		Name: "system", Min: 1, Plain: system,
		Help: eval.Help{
			Signature: "(system cmd)",
			Summary:   "Runs a program and waits for it. Other executors run meanwhile.",
			Args: []eval.HelpArg{{"cmd", "string or list",
				"a text for the shell; or the program and its arguments, a list of strings, without a shell"}},
			Result: "(\"status\" => its exit status \"output\" => its standard output \"error\" => its standard error)",
			Errors: []string{
				"IllegalArgumentException for other types and for an empty list",
				"IOException if the program cannot be run",
				"PermissionDenied if the host grants no processes",
				"LimitExceeded if what it writes is longer than a string may be",
			},
			Related: []string{"env", "http"},
			Examples: []eval.HelpExample{
				{"(system \"echo hello\")", "(\"status\" => 0 \"output\" => \"hello\\n\" \"error\" => \"\")"},
				{"(system (\"echo\" \"a  b\"))", "(\"status\" => 0 \"output\" => \"a  b\\n\" \"error\" => \"\")"},
			},
		},
	},
}

func system(f *eval.Frame, l *value.List) value.Value {
	argv, shown := commandOf(f, l, f.Eval(l.At(1)))
	run := f.Config().Processes
	if run == nil {
		eval.Throw(eval.PermissionDenied, "system: no processes granted")
	}
	limit := f.Executor().Evaluation().Limits().StringLen
	output, failure := boundedBuffer{limit: limit}, boundedBuffer{limit: limit}
	status := 0
	err := f.Unlocked(func(ctx context.Context) (err error) {
		status, err = run(ctx, argv, &output, &failure)
		return err
	})
	if output.exceeded || failure.exceeded {
		eval.ExceedLimit("string-len", limit)
	}
	if err != nil {
		throwAnswer(err, "system: %s: %v", shown, err)
	}
	f.CheckText(output.bytes.Len())
	f.CheckText(failure.bytes.Len())
	result := value.NewListCap(3)
	result.Put("status", value.Whole(int64(status)))
	result.Put("output", value.String(output.bytes.String()))
	result.Put("error", value.String(failure.bytes.String()))
	return result.Value()
}

// commandOf returns the program and the arguments that an operand of system stands for,
// and how messages show them.
func commandOf(f *eval.Frame, l *value.List, v value.Value) (argv []string, shown string) {
	if text, ok := v.AsString(); ok {
		if runtime.GOOS == "windows" {
			return []string{"cmd", "/C", text}, text
		}
		return []string{"/bin/sh", "-c", text}, text
	}
	list := v.List()
	if list == nil {
		eval.WrongType(l, v, "string or list of strings")
	}
	for i := 0; i < list.Len(); i++ {
		f.TickElements(i)
		text, ok := list.At(i).AsString()
		if !ok {
			eval.WrongType(l, list.At(i), "string in the list")
		}
		argv = append(argv, text)
	}
	if len(argv) == 0 {
		eval.Throw(eval.IllegalArgument, "system: got an empty list, want a program and its arguments")
	}
	return argv, strings.Join(argv, " ")
}

// throwAnswer raises what a program or a server answered. What the operating system
// refused is an IOException like its other errors: only the host denies permission.
func throwAnswer(err error, format string, args ...any) {
	var number syscall.Errno
	if errors.As(err, &number) {
		err = ioError{err}
	}
	eval.ThrowIO(err, format, args...)
}

// An ioError hides that an error is fs.ErrPermission.
type ioError struct{ cause error }

// Error gives the message of the cause.
func (e ioError) Error() string { return e.cause.Error() }

// As finds the cause by its type.
func (e ioError) As(target any) bool { return errors.As(e.cause, target) }

// A boundedBuffer takes what a program writes, up to the longest string there may be; what
// is beyond it ends the program by an error.
type boundedBuffer struct {
	bytes    bytes.Buffer
	limit    int64
	exceeded bool
}

// Write refuses what exceeds the limit.
func (b *boundedBuffer) Write(p []byte) (int, error) {
	if int64(b.bytes.Len())+int64(len(p)) > b.limit {
		b.exceeded = true
		return 0, fmt.Errorf("output is longer than %d bytes", b.limit)
	}
	return b.bytes.Write(p)
}
