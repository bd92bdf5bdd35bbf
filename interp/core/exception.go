package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// exceptionTable holds the functions that raise and catch exceptions.
var exceptionTable = []eval.Builtin{
	{
		Name: "try", Min: 1, Plain: try,
		Help: eval.Help{
			Signature: "(try ACTION [CATCH] [FINALLY])",
			Summary: "Evaluates ACTION and catches exceptions. CATCH is a list of a variable and handlers, " +
				"(e \"TYPE\" => CODE \"*\" => CODE): the handler named as the type of the exception, or else the one named *, " +
				"is evaluated while the variable holds the exception, a list (TYPE \"message\" => m \"code\" => c \"stack\" => s).",
			Args: []eval.HelpArg{
				{"ACTION", "code", "what may fail"},
				{"CATCH", "list", "a variable, which is made local, and the handlers; null, empty or absent: nothing is caught"},
				{"FINALLY", "code", "evaluated last in any case; its value is ignored"},
			},
			Result: "the value of ACTION, or of the handler",
			Errors: []string{
				"the exception, if there is no handler for it",
				"InvalidReference if a handler is reached and the variable is no reference",
				"limits, kill, exit and cancellation cannot be caught, and skip FINALLY",
			},
			Related: []string{"throw", "assert"},
			Examples: []eval.HelpExample{
				{"(try (throw \"Full\" \"no room\") (e \"Full\" => e/message))", "\"no room\""},
				{"(try (size 5) (e \"*\" => \"wrong\"))", "\"wrong\""},
				{"(try 1 null (set closed true))", "1"},
				{"closed", "true"},
			},
		},
	},
	{
		Name: "throw", Min: 1, Plain: throw,
		Help: eval.Help{
			Signature: "(throw type [message])",
			Summary: "Raises an exception. A list as its type is an exception that was caught or built: " +
				"the list that a handler was given is raised whole again, of another one type, message, code and stack count.",
			Args: []eval.HelpArg{
				{"type", "anything", "the text of the type; null: Exception; or a list"},
				{"message", "anything", "the text of the message"},
			},
			Result:  "none",
			Related: []string{"try", "assert"},
			Examples: []eval.HelpExample{
				{"(throw \"Full\" (concat \"no room for \" 5))", "! Full \"no room for 5\""},
				{"(throw (\"Full\" \"message\" => \"no room\"))", "! Full \"no room\""},
				{"(try (try (throw \"A\" \"m\") (e \"*\" => (throw e))) (e \"A\" => e/code))", "(throw \"A\" \"m\")"},
			},
		},
	},
	{
		Name: "assert", Min: 1, Plain: assert,
		Help: eval.Help{
			Signature: "(assert X [MESSAGE])",
			Summary:   "Makes sure that something is true.",
			Args: []eval.HelpArg{
				{"X", "code", "what should be true"},
				{"MESSAGE", "code", "gives the message, and is evaluated only if X is false; null counts as absent"},
			},
			Result:  "the value of X",
			Errors:  []string{"AssertFailed with the message, or with the text of X"},
			Related: []string{"throw", "try"},
			Examples: []eval.HelpExample{
				{"(assert (size (1 2)))", "2"},
				{"(assert (= 1 2))", "! AssertFailed \"(= 1 2)\""},
				{"(assert false (concat \"got \" 5))", "! AssertFailed \"got 5\""},
			},
		},
	},
}

// try evaluates ACTION; handlers and FINALLY run after the stack is unwound.
func try(f *eval.Frame, l *value.List) value.Value {
	v, thrown := f.Attempt(l.At(1))
	if thrown != nil {
		if v, thrown = handle(f, l, eval.Caught(thrown)); thrown != nil {
			panic(thrown) // from here, so that it has few Go frames to pass
		}
		return v
	}
	if l.Len() > 3 {
		f.Eval(l.At(3))
	}
	return v
}

// handle does what a try does after an exception; it returns the one that goes on, if any.
func handle(f *eval.Frame, l *value.List, e *eval.Exception) (v value.Value, thrown any) {
	if e.Type == eval.StackOverflow {
		defer f.Executor().RaiseLimits()()
	}
	v, thrown = value.Null(), e
	if catch, handler := findHandler(l, e.Type); handler >= 0 {
		v, thrown = value.Null(), nil
		if l.Len() <= 3 {
			return f.Eval(bindCaught(f, catch, handler, e)), nil
		}
		v, e = f.Protect(func() value.Value { return f.Eval(bindCaught(f, catch, handler, e)) })
		if e != nil {
			thrown = e
		}
	}
	if l.Len() > 3 {
		f.Eval(l.At(3))
	}
	return v, thrown
}

// findHandler returns the catch list of a try and the index of the handler in it for an
// exception type, -1 if there is none. The first element is the variable.
func findHandler(l *value.List, typ string) (catch *value.List, handler int) {
	if l.Len() < 3 {
		return nil, -1
	}
	catch = l.At(2).List()
	if catch == nil {
		return nil, -1
	}
	for _, name := range []string{typ, "*"} {
		if i := catch.Find(name); i > 0 {
			return catch, i
		}
	}
	return catch, -1
}

// bindCaught binds the variable of a catch list to the exception and returns the code of
// the handler.
func bindCaught(f *eval.Frame, catch *value.List, handler int, e *eval.Exception) value.Value {
	code := catch.At(handler)
	r := catch.At(0).Ref()
	if r == nil {
		eval.Throw(eval.InvalidReference, "At position 0")
	}
	eval.CheckLocal("try", r)
	f.SetLocal(r, e.List().Value())
	return code
}

func throw(f *eval.Frame, l *value.List) value.Value {
	t := f.Eval(l.At(1))
	text := func(v value.Value) string { return textForm(f, v) }
	if list := t.List(); list != nil {
		panic(eval.Thrown(list, text))
	}
	e := &eval.Exception{Type: eval.GeneralException}
	if !t.IsNull() {
		e.Type = text(t)
	}
	if l.Len() > 2 {
		e.Message, e.HasMessage = text(f.Eval(l.At(2))), true
	}
	panic(e)
}

func assert(f *eval.Frame, l *value.List) value.Value {
	code := l.At(1)
	v := f.Eval(code)
	if v.Truth() {
		return v
	}
	message := f.ArgOr(l, 2, value.Null())
	text := ""
	if message.IsNull() {
		text = printedForm(f, code)
	} else {
		text = textForm(f, message)
	}
	panic(&eval.Exception{Type: eval.AssertFailed, Message: text, HasMessage: true})
}
