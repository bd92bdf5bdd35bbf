package interp

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"strings"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// Func declares a built-in from an ordinary Go function. It may begin with a
// context.Context (that of Call.Context), a *Call, or both; the other parameters are
// converted from the evaluated arguments as by FromValue, a variadic one takes the rest. It
// may have one result, which is converted as by ToValue, and a final error, which becomes
// an exception with that error as its cause. The function runs without the session's
// lock, so several executors may be in it at a time.
//
// Arguments that the signature of the help marks as optional may be missing and are then
// the zero value. Without a signature all but a variadic parameter are needed.
func Func(name string, fn any, help Help) Builtin {
	return Builtin{name: name, fn: fn, help: help, isFunc: true}
}

// An adapter calls a Go function with values. It is immutable.
type adapter struct {
	name     string
	fn       reflect.Value
	context  bool
	call     bool
	params   []*plan // without context and call; of a variadic parameter its elements
	variadic bool
	out      bool
	err      bool
}

var (
	typeContext = reflect.TypeFor[context.Context]()
	typeCall    = reflect.TypeFor[*Call]()
)

// newAdapter compiles the call of fn; an unsuitable signature is an error.
func newAdapter(name string, fn reflect.Value) (*adapter, error) {
	if !fn.IsValid() || fn.Kind() != reflect.Func {
		return nil, fmt.Errorf("%s: got %s, want a Go function", name, kindOf(fn))
	}
	if fn.IsNil() {
		return nil, fmt.Errorf("%s: the Go function is nil", name)
	}
	t := fn.Type()
	a := &adapter{name: name, fn: fn, variadic: t.IsVariadic()}
	for i := range t.NumIn() {
		in := t.In(i)
		switch {
		case in == typeContext && i == 0:
			a.context = true
			continue
		case in == typeCall && len(a.params) == 0 && !a.call:
			a.call = true
			continue
		case in == typeContext || in == typeCall:
			return nil, fmt.Errorf("%s: parameter %d of %s: a context.Context and a *Call must come first, in this order", name, i+1, t)
		case a.variadic && i == t.NumIn()-1:
			in = in.Elem()
		}
		if why := checkType(in, nil); why != "" {
			return nil, fmt.Errorf("%s: parameter %d of %s: %s", name, i+1, t, why)
		}
		a.params = append(a.params, planOf(in))
	}
	out, err := results(t)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	a.out, a.err = out != nil, t.NumOut() > 0 && t.Out(t.NumOut()-1) == typeError
	return a, nil
}

func kindOf(v reflect.Value) string {
	if !v.IsValid() {
		return "nil"
	}
	return v.Type().String()
}

// results returns the type of the one result that a function type may have besides an
// error, nil if it has none.
func results(t reflect.Type) (reflect.Type, error) {
	n := t.NumOut()
	if n > 0 && t.Out(n-1) == typeError {
		n--
	}
	switch {
	case n > 1:
		return nil, fmt.Errorf("the results of %s: want at most one and an error", t)
	case n == 0:
		return nil, nil
	}
	if why := checkType(t.Out(0), nil); why != "" {
		return nil, fmt.Errorf("the result of %s: %s", t, why)
	}
	return t.Out(0), nil
}

// checkType tells why values of a type cannot be converted, "" if they can. It looks into
// the types that it is made of.
func checkType(t reflect.Type, seen map[reflect.Type]bool) (why string) {
	if seen[t] {
		return ""
	}
	if seen == nil {
		seen = map[reflect.Type]bool{}
	}
	seen[t] = true
	p := planOf(t)
	switch {
	case p.ownTo || p.ownToP || p.ownFrom:
	case p.form == unsuitable:
		return p.why
	case p.form == formStruct:
		for _, f := range p.fields {
			if why := checkType(f.plan.typ, seen); why != "" {
				return f.name + ": " + why
			}
		}
	case p.form == formFunc:
		_, err := newCallback(t)
		if err != nil {
			return err.Error()
		}
	case p.elem != nil && p.form != formBytes && p.form != formByteArray:
		return checkType(p.elem.typ, seen)
	}
	return ""
}

// least is the number of parameters that are not variadic.
func (a *adapter) least() int {
	if a.variadic {
		return len(a.params) - 1
	}
	return len(a.params)
}

// run is the built-in: it converts the arguments, calls the function without the lock,
// and converts the result.
func (a *adapter) run(c *Call) (Value, error) {
	f := c.entry.Frame()
	n := c.Len()
	if !a.variadic {
		n = min(n, len(a.params))
	}
	values := value.MakeSlice(n)
	for i := range values {
		values[i] = f.Arg(c.list, i+1)
	}
	h := &home{session: c.outer()}
	in, err := a.arguments(c, f, h, values)
	if err != nil {
		return Null(), err
	}
	var out []reflect.Value
	err = c.entry.Unlocked(func(window *eval.Entry) error {
		h.entry = window
		if a.context {
			in[0] = reflect.ValueOf(window.Context())
		}
		out = a.fn.Call(in)
		if a.err {
			err, _ := out[len(out)-1].Interface().(error)
			return err
		}
		return nil
	})
	if err != nil || !a.out {
		return Null(), err
	}
	v, err := encode(out[0], "", f)
	if err != nil {
		return Null(), eval.WithCause(eval.NewException(eval.IllegalArgument, "%s: result: %v", a.name, err), err)
	}
	return v, nil
}

// arguments converts the values; missing ones are zero.
func (a *adapter) arguments(c *Call, f *eval.Frame, h *home, values []value.Value) ([]reflect.Value, error) {
	in := make([]reflect.Value, 0, len(values)+2)
	if a.context {
		in = append(in, reflect.Value{})
	}
	if a.call {
		in = append(in, reflect.ValueOf(c))
	}
	for i := range max(len(values), a.least()) {
		p := a.params[min(i, len(a.params)-1)]
		target := reflect.New(p.typ).Elem()
		p.blank(target)
		if i < len(values) {
			if err := fromValueFor(f, values[i], target, h, ""); err != nil {
				e := eval.NewException(eval.IllegalArgument, "%s: argument %d: %v", a.name, i+1, err)
				return nil, eval.WithCause(e, err)
			}
		}
		in = append(in, target)
	}
	return in, nil
}

// signature describes the parameters, by the names that the help gives them or else by
// their types.
func (a *adapter) signature(args []HelpArg) string {
	var b strings.Builder
	b.WriteString("(" + a.name)
	for i, p := range a.params {
		word := p.word()
		if len(args) == len(a.params) {
			word = args[i].Name
		}
		b.WriteString(" " + word)
		if a.variadic && i == len(a.params)-1 {
			b.WriteString("…")
		}
	}
	return b.String() + ")"
}

// word names what a type takes, for signatures.
func (p *plan) word() string {
	switch p.built().form {
	case formBool:
		return "boolean"
	case formInt, formUint:
		return "integer"
	case formFloat:
		return "number"
	case formString, formBytes, formByteArray:
		return "string"
	case formTime:
		return "time"
	case formDuration:
		return "milliseconds"
	case formList, formSlice, formArray, formMap, formStruct:
		return "list"
	case formPointer:
		return p.elem.word()
	case formFunc:
		return "function"
	}
	return "value"
}

// goFunction returns a Go func as a built-in that is not in any table. name "" stands for
// the func's own.
func goFunction(name string, fn reflect.Value) (value.Value, error) {
	if name == "" {
		name = runtime.FuncForPC(fn.Pointer()).Name()
		name = name[strings.LastIndexByte(name, '/')+1:]
	}
	if !syntax.Bare(name, nil) {
		name = "go-function"
	}
	a, err := newAdapter(name, fn)
	if err != nil {
		return value.Null(), err
	}
	return eval.NewFunction(&eval.Function{
		Hard:    true,
		Builtin: eval.Builtin{Name: name, Min: a.least(), Plain: plain(name, nil, a.run), Help: Help{Signature: a.signature(nil)}},
	}), nil
}
