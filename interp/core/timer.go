package core

import (
	"strconv"
	"time"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// timerTable holds the functions that call others later.
var timerTable = []eval.Builtin{
	{
		Name: "timer-schedule", Min: 2, Plain: timerSchedule,
		Help: eval.Help{
			Signature: "(timer-schedule f delay [period [overlap]])",
			Summary: "Calls a function after a while, and then at a fixed rate, in executors of their own. " +
				"Errors are reported to the host and do not stop the repetition.",
			Args: []eval.HelpArg{
				{"f", "function", "a user function; it gets no arguments"},
				{"delay", "number", "milliseconds until the first call"},
				{"period", "number", "milliseconds between calls, at least 1; 0, null or absent: there is one call"},
				{"overlap", "boolean", "whether to call while the call before still runs; else that turn is left out"},
			},
			Result: "the number of the task",
			Errors: []string{
				"RuntimeException if f is no user function",
				"IllegalArgumentException if delay or period are negative or no numbers",
				"LimitExceeded with too many executors and timers",
			},
			Related: []string{"timer-cancel", "timer-tasks", "spawn", "sleep"},
			Examples: []eval.HelpExample{
				{"(set n 0)", "0"},
				{"(type-of (timer-schedule (function () (++ n)) 1))", "\"number\""},
				{"(timer-schedule 5 1)", "! RuntimeException \"Invalid user function\""},
			},
		},
	},
	{
		Name: "timer-cancel", Plain: timerCancel,
		Help: eval.Help{
			Signature: "(timer-cancel [n])",
			Summary:   "Cancels a task of timer-schedule, or all of the session. Calls that run go on.",
			Args:      []eval.HelpArg{{"n", "number or string", "the number of the task"}},
			Result:    "whether there was one",
			Errors:    numberOrTextErrors,
			Related:   []string{"timer-schedule", "timer-tasks"},
			Examples: []eval.HelpExample{
				{"(set n (timer-schedule (function () null) 60000))", ""},
				{"(list (timer-cancel n) (timer-cancel n))", "(true false)"},
			},
		},
	},
	{
		Name: "timer-tasks", Plain: timerTasks,
		Help: eval.Help{
			Signature: "(timer-tasks)",
			Summary:   "Lists the tasks that will call a function; a single call is dropped once it began.",
			Result:    "a list of the functions under the numbers of the tasks",
			Related:   []string{"timer-schedule", "timer-cancel"},
			Examples: []eval.HelpExample{
				{"(timer-tasks)", "()"},
				{"(do (timer-schedule (function () 1) 60000) (first (timer-tasks)))", "(function () 1)"},
			},
		},
	},
}

// shortestPeriod keeps timers from taking all the time there is.
const shortestPeriod = time.Millisecond

func timerSchedule(f *eval.Frame, l *value.List) value.Value {
	fn := f.Eval(l.At(1))
	wait := f.Eval(l.At(2))
	every := f.ArgOr(l, 3, value.Null())
	overlap := f.ArgOr(l, 4, value.Null()).Truth()
	if eval.AsFunction(fn) == nil {
		eval.Throw(eval.RuntimeError, "Invalid user function")
	}
	delay := durationOf(l, "delay", wait)
	period := time.Duration(0)
	if !every.IsNull() {
		period = durationOf(l, "period", every)
		if ms, _ := every.AsDouble(); ms > 0 {
			period = max(period, shortestPeriod)
		}
	}
	return value.Whole(int64(f.Schedule(fn, delay, period, overlap).ID()))
}

func timerCancel(f *eval.Frame, l *value.List) value.Value {
	s := f.Session()
	if l.Len() > 1 {
		return value.Bool(s.CancelTimer(numberOrTextArg(f, l, 1)))
	}
	timers := s.Timers()
	for _, t := range timers {
		s.CancelTimer(t.ID())
	}
	return value.Bool(len(timers) > 0)
}

func timerTasks(f *eval.Frame, _ *value.List) value.Value {
	timers := f.Session().Timers()
	l := value.NewListCap(len(timers))
	for _, t := range timers {
		l.Put(strconv.Itoa(t.ID()), t.Function())
	}
	return l.Value()
}
