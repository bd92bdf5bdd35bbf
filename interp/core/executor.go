package core

import (
	"strconv"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/internal/number"
	"github.com/bpl-lang/bpl/interp/value"
)

// executorTable holds the functions that start, show and end executors.
var executorTable = []eval.Builtin{
	{
		Name: "spawn", Plain: spawn,
		Help: eval.Help{
			Signature: "(spawn CODE)",
			Summary: "Evaluates code beside the caller, in an executor of its own with a local scope of its own. " +
				"It does not start before the caller waits or has run for a while. Its errors are reported to the host.",
			Args:    []eval.HelpArg{{"CODE", "code", "what to evaluate; the caller does not evaluate it"}},
			Result:  "the number of the executor",
			Errors:  []string{"IndexOutOfBoundsException without an argument", "LimitExceeded with too many executors"},
			Related: []string{"kill", "executors", "wait-all", "sync"},
			Examples: []eval.HelpExample{
				{"(type-of (spawn (set done true)))", "\"number\""},
				{"(wait-all)", "true"},
				{"done", "true"},
			},
		},
	},
	{
		Name: "executors", Plain: executors,
		Help: eval.Help{
			Signature: "(executors)",
			Summary:   "Lists what the session is evaluating, the caller included.",
			Result:    "a list of the code under the numbers of the executors",
			Related:   []string{"spawn", "kill"},
			Examples: []eval.HelpExample{
				{"(last (executors))", "(last (executors))"},
				{"(do (spawn (sleep 60000)) (size (executors)))", "2"},
			},
		},
	},
	{
		Name: "kill", Plain: kill,
		Help: eval.Help{
			Signature: "(kill [n])",
			Summary: "Ends an executor of the session, or all but the caller. It stops at its next function call, loop turn " +
				"or wait; it cannot catch that, and FINALLY is not evaluated.",
			Args:    []eval.HelpArg{{"n", "number or string", "the number of the executor"}},
			Result:  "whether there was such an executor; the caller does not count",
			Errors:  numberOrTextErrors,
			Related: []string{"spawn", "executors", "exit"},
			Examples: []eval.HelpExample{
				{"(do (set id (spawn (sleep 60000))) (kill id))", "true"},
				{"(kill 99999)", "false"},
				{"(kill)", "false"},
			},
		},
	},
}

func spawn(f *eval.Frame, l *value.List) value.Value {
	if l.Len() < 2 {
		eval.Throw(eval.IndexOutOfBounds, "spawn: got no argument, want the code to evaluate")
	}
	code := l.At(1)
	id := f.Spawn(code, func(own *eval.Frame) value.Value { return own.Eval(code) })
	return value.Int(int32(id))
}

func executors(f *eval.Frame, _ *value.List) value.Value {
	all := f.Session().Executors()
	l := value.NewListCap(len(all))
	for _, ex := range all {
		l.Put(strconv.Itoa(ex.ID()), ex.Code())
	}
	return l.Value()
}

func kill(f *eval.Frame, l *value.List) value.Value {
	s, self := f.Session(), f.Executor()
	if l.Len() < 2 {
		any := false
		for _, ex := range s.Executors() {
			if ex != self {
				ex.Kill(eval.ErrKilled)
				any = true
			}
		}
		return value.Bool(any)
	}
	ex := s.Executor(numberOrTextArg(f, l, 1))
	if ex == nil || ex == self {
		return value.Bool(false)
	}
	ex.Kill(eval.ErrKilled)
	return value.Bool(true)
}

// numberOrTextErrors are what numberOrTextArg throws.
var numberOrTextErrors = []string{
	"NumberFormatException if a text is no number",
	"ArithmeticException for a number outside 64 bits",
	"IllegalArgumentException for other types",
}

// numberOrTextArg evaluates argument i of the call l, the number of an executor or timer,
// which may be given as text. A number that int cannot hold is -1, which nothing has.
func numberOrTextArg(f *eval.Frame, l *value.List, i int) int {
	v := f.Arg(l, i)
	if text := v.Text(); text != nil {
		kind, n, d, ok := number.Parse(text.String())
		switch {
		case !ok:
			eval.Throw(eval.NumberFormat, "%s: got %s, want a number", eval.FunctionName(l), printedForm(f, v))
		case kind == number.Double:
			v = value.Double(d)
		default:
			v = value.Long(n)
		}
	}
	if !v.IsNumber() {
		eval.WrongType(l, v, "number")
	}
	n, ok := v.Truncate()
	switch {
	case !ok:
		eval.Throw(eval.Arithmetic, "%s: %v", eval.FunctionName(l), value.ErrNotWhole)
	case int64(int(n)) != n:
		return -1
	}
	return int(n)
}
