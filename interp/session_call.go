package interp

import (
	"context"
	"fmt"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/internal/nearest"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// Call calls the function that fn names, a name or a path such as "handlers/on-order".
// The arguments are converted as by ToValue, bound to the parameters, and never evaluated.
// A name without a function is an error here, not data.
func (s *Session) Call(ctx context.Context, fn string, args ...any) (Value, error) {
	values := value.MakeSlice(len(args))
	for i, a := range args {
		v, err := toValue(a, "", nil)
		if err != nil {
			return Null(), fmt.Errorf("call %s: argument %d: %w", fn, i+1, err)
		}
		values[i] = v
	}
	return s.evaluate(ctx, value.String(fn), func(f *eval.Frame) value.Value {
		return f.CallValues(s.function(f, fn), values...)
	})
}

// CallValue calls fn, a function of the language or a built-in, with values that are
// bound to its parameters and never evaluated.
func (s *Session) CallValue(ctx context.Context, fn Value, args ...Value) (Value, error) {
	return s.evaluate(ctx, fn, func(f *eval.Frame) value.Value { return f.CallValues(fn, args...) })
}

// function returns the function that a global name or path holds, or throws.
func (s *Session) function(f *eval.Frame, name string) value.Value {
	r, err := syntax.ParseReference(name, s.in.registry.HardName)
	if err != nil {
		eval.Throw(eval.IllegalArgument, "call: %q is no name of a function", name)
	}
	fn := f.Global(r)
	if h := fn.Ref(); eval.AsFunction(fn) != nil || h != nil && h.Hard() {
		return fn
	}
	eval.Throw(eval.IllegalArgument, "call: %s is %s, want a function%s", name, eval.TypeName(fn), nearest.Hint(name, s.callable()))
	return value.Null()
}

// callable returns the names of all functions, those of the script first.
func (s *Session) callable() []string {
	var names []string
	for name, v := range s.core.Global.All() {
		if name != "" && eval.AsFunction(v) != nil {
			names = append(names, name)
		}
	}
	for _, fn := range s.in.registry.Functions() {
		names = append(names, fn.Name)
	}
	return names
}
