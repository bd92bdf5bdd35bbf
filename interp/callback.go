package interp

import (
	"context"
	"errors"
	"reflect"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// A home is where a Go func made of a function of the language runs: in a session, and as
// long as the Go function that it was made for has not returned, as part of its evaluation.
type home struct {
	session *Session
	entry   *eval.Entry // where that Go function runs, without the lock; nil for others
}

// of returns the home of what is in v: where h knows none, that of the session that gave
// v out.
func (h *home) of(v value.Value) *home {
	if h == nil {
		return &home{session: owner(v.List())}
	}
	return h
}

// owner returns the session that read a list or gave it to the host, nil if that is not
// known, or the session is gone.
func owner(l *value.List) *Session {
	if l == nil || l.Aux() == nil {
		return nil
	}
	if s := eval.Marked(l.Aux().Owner); s != nil {
		return s.Face.(*Session)
	}
	return nil
}

func (h *home) evaluate(ctx context.Context, code value.Value, body func(f *eval.Frame) value.Value) error {
	if h.entry != nil && eval.EntryFrom(ctx, h.session.core) == nil {
		if _, err := h.entry.Enter(ctx, body); !errors.Is(err, eval.ErrEntryClosed) {
			return err
		}
	}
	_, err := h.session.evaluate(ctx, code, body)
	return err
}

// A callback is the type of a Go func that calls a function of the language.
type callback struct {
	typ     reflect.Type
	context bool
	out     reflect.Type // nil if there is no result
	err     bool
}

// newCallback checks a func type.
func newCallback(t reflect.Type) (*callback, error) {
	c := &callback{typ: t, context: t.NumIn() > 0 && t.In(0) == typeContext}
	out, err := results(t)
	if err != nil {
		return nil, err
	}
	c.out, c.err = out, t.NumOut() > 0 && t.Out(t.NumOut()-1) == typeError
	return c, nil
}

// function makes a Go func of a function of the language.
func (d *decoder) function(t decodeTask) error {
	list := eval.AsFunction(t.v)
	if r := t.v.Ref(); list == nil && (r == nil || !r.Hard()) {
		return t.mismatch("function")
	}
	c, err := newCallback(t.dst.Type())
	if err != nil {
		return t.at.fail("%w", err)
	}
	h := d.home
	if s := owner(list); s != nil && (h.session == nil || s.core != h.session.core) {
		h = &home{session: s}
	}
	if h.session == nil {
		return t.at.fail("the function belongs to no session: take it from Session.Get, Eval or Call")
	}
	t.dst.Set(reflect.MakeFunc(c.typ, func(args []reflect.Value) []reflect.Value { return c.call(h, t.v, args) }))
	return nil
}

// call runs the function under the lock, converting there what goes in and out.
func (c *callback) call(h *home, fn value.Value, args []reflect.Value) []reflect.Value {
	ctx := context.Background()
	if c.context {
		if given, _ := args[0].Interface().(context.Context); given != nil {
			ctx = given
		}
		args = args[1:]
	}
	var result reflect.Value
	err := h.evaluate(ctx, fn, func(f *eval.Frame) value.Value {
		v := f.CallValues(fn, c.values(f, args)...)
		if c.out != nil {
			out := c.blankResult()
			if err := fromValueFor(f, v, out, h, ""); err != nil {
				panic(eval.WithCause(eval.NewException(eval.IllegalArgument, "result of a function: %v", err), err))
			}
			result = out
		}
		return value.Null()
	})
	if err != nil && !c.err {
		panic(err)
	}
	var out []reflect.Value
	if c.out != nil {
		if err != nil || !result.IsValid() {
			result = c.blankResult()
		}
		out = append(out, result)
	}
	if c.err {
		out = append(out, reflect.New(typeError).Elem())
		if err != nil {
			out[len(out)-1].Set(reflect.ValueOf(err))
		}
	}
	return out
}

func (c *callback) blankResult() reflect.Value {
	out := reflect.New(c.out).Elem()
	planOf(c.out).blank(out)
	return out
}

// values converts the arguments; those of a variadic parameter follow one by one.
func (c *callback) values(f *eval.Frame, args []reflect.Value) []value.Value {
	if c.typ.IsVariadic() {
		rest := args[len(args)-1]
		args = args[: len(args)-1 : len(args)-1]
		for i := range rest.Len() {
			args = append(args, rest.Index(i))
		}
	}
	values := value.MakeSlice(len(args))
	for i, a := range args {
		v, err := encode(a, "", f)
		if err != nil {
			panic(eval.WithCause(eval.NewException(eval.IllegalArgument, "argument %d of a function: %v", i+1, err), err))
		}
		values[i] = v
	}
	return values
}
