package interp

import (
	"cmp"
	"context"
	"slices"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// A FunctionInfo tells of one function.
type FunctionInfo struct {
	Name, Signature string
	Library         string // "core", that of the host, or "" for the script's own
	Hard            bool   // no variable can hide it
	Pos             Pos    // where a function of the script was read
}

// Stats are the figures of the evaluations that are running or, if none is, of the last
// one: Steps, Bytes, Allocated and Output as Limits count them, the number of Executors and
// Timers, and what is Left of the limits of the evaluation that began last.
type Stats = eval.Stats

// SetLimits bounds the next evaluations of the session. A zero field means that of the
// Interp; none goes above it.
func (s *Session) SetLimits(l Limits) {
	outer := s.in.registry.Config.Limits.WithDefaults()
	l = l.Or(outer).WithDefaults().Within(outer)
	_ = s.locked(func() { s.core.Limits = l })
}

// SetFallback sets where names are looked up that are in no scope, before the overridable
// functions: the *1 of a session at a terminal. lookup is called under the lock; nil takes
// it away.
func (s *Session) SetFallback(lookup func(name string) (Value, bool)) {
	_ = s.locked(func() { s.core.Fallback = lookup })
}

// Globals returns the names of the global variables in the order of the scope.
func (s *Session) Globals() []string {
	var names []string
	_ = s.locked(func() {
		for name := range s.core.Global.All() {
			if name != "" {
				names = append(names, name)
			}
		}
	})
	return names
}

// Functions returns the functions that the global scope holds and those of the libraries,
// hard and overridable, sorted by name.
func (s *Session) Functions() []FunctionInfo {
	var all []FunctionInfo
	_ = s.locked(func() {
		for name, v := range s.core.Global.All() {
			if fn := eval.AsFunction(v); fn != nil && name != "" {
				all = append(all, FunctionInfo{Name: name, Signature: signatureOf(name, fn), Pos: s.core.Position(fn)})
			}
		}
	})
	for _, fn := range s.in.registry.Functions() {
		info := FunctionInfo{Name: fn.Name, Signature: fn.Help.Signature, Library: "core", Hard: fn.Hard}
		if fn.Library != nil {
			info.Library = fn.Library.Name
		}
		all = append(all, info)
	}
	slices.SortStableFunc(all, func(a, b FunctionInfo) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// signatureOf describes the parameters of a user function.
func signatureOf(name string, fn *value.List) string {
	form := value.NewList(0)
	form.Push(value.NewRef(name).Value())
	switch params := fn.At(1); {
	case params.IsList():
		for i := range params.List().Len() {
			form.AppendFrom(params.List(), i)
		}
	case params.Ref() != nil:
		return "(" + syntax.Print(form.At(0)) + " " + syntax.Print(params) + "…)"
	}
	return syntax.Print(form.Value())
}

// Help returns the help of a function: one that the global scope holds, with the text of
// the variable NAME_help as its summary, or a built-in one.
func (s *Session) Help(name string) (help Help, ok bool) {
	_ = s.locked(func() {
		v, found := s.core.Global.Get(name)
		if fn := eval.AsFunction(v); fn != nil {
			help, ok = Help{Signature: signatureOf(name, fn)}, true
			if text, found := s.core.Global.Get(name + "_help"); found && !text.IsNull() {
				help.Summary = syntax.Text(text)
			}
			return
		}
		fn := s.in.registry.Function(name)
		if r := v.Ref(); found && r != nil && r.Hard() {
			fn = r.Function().(*eval.Function)
		} else if found {
			return // the variable hides the function
		}
		if fn != nil {
			help, ok = fn.Help, true
		}
	})
	return help, ok
}

// HelpText returns what (help NAME) shows of a function or a variable; ok is false if
// there is none of that name.
func (s *Session) HelpText(name string) (text string, ok bool) {
	help := s.in.registry.Function("help")
	call := value.ListOf([]value.Value{help.Value(), value.NewRef(name).Value()})
	v, err := s.EvalValue(context.Background(), call.Value())
	if err != nil {
		return "", false
	}
	return v.AsString()
}

// Stats returns what the evaluations use.
func (s *Session) Stats() Stats {
	var st Stats
	_ = s.locked(func() { st = s.core.Stats() })
	return st
}

// Break makes f run, under the lock, when the function fn, of the script or built in, is
// entered. Its Call shows the locals of the function. An error of f ends the evaluation:
// no script catches it, errors.Is finds it. While a session has breaks it is slower.
func (s *Session) Break(fn string, f func(c *Call) error) (remove func()) {
	var undo func()
	_ = s.locked(func() {
		undo = s.core.Break(fn, func(fr *eval.Frame, b *eval.Function, call *value.List) error {
			c := watchedCall(fr, b, call)
			defer c.close()
			return f(c)
		})
	})
	return func() {
		_ = s.locked(func() {
			if undo != nil {
				undo()
				undo = nil
			}
		})
	}
}
