package eval

import (
	"context"
	"errors"
	"testing"

	"github.com/bpl-lang/bpl/interp/value"
)

// testRegistry has just enough functions to walk over: function, quote, +, if and try.
func testRegistry() *Registry {
	add := func(f *Frame, l *value.List) value.Value {
		sum := 0.0
		for i := 1; i < l.Len(); i++ {
			n, _ := f.Arg(l, i).AsDouble()
			sum += n
		}
		return value.Double(sum)
	}
	try := func(f *Frame, l *value.List) value.Value {
		v, e := f.Protect(func() value.Value { return f.Arg(l, 1) })
		if e != nil {
			return e.List().Value()
		}
		return v
	}
	return NewRegistry(Config{}, []*Function{
		{Hard: true, Builtin: Builtin{Name: "function", Plain: func(_ *Frame, l *value.List) value.Value { return l.Value() }}},
		{Hard: true, Builtin: Builtin{Name: "quote", Plain: func(_ *Frame, l *value.List) value.Value { return l.At(1) }}},
		{Hard: true, Builtin: Builtin{Name: "+", Plain: add}},
		{Hard: true, Builtin: Builtin{Name: "try", Plain: try}},
	})
}

func list(vs ...value.Value) value.Value {
	l := value.NewList(0)
	l.Append(vs...)
	return l.Value()
}

func TestRunawayRecursionIsAnException(t *testing.T) {
	r := testRegistry()
	s := NewSession(r)
	defer func() { _ = s.Close() }()
	f, n := value.NewRef("f").Value(), value.NewRef("n").Value()
	plus, function, try := r.Function("+").Value(), r.Function("function").Value(), r.Function("try").Value()
	s.Global.Put("f", list(function, list(n), list(plus, value.Int(1), list(f, list(plus, n, value.Int(1))))))
	call := list(f, value.Int(0))

	_, err := s.Evaluate(context.Background(), call, func(fr *Frame) value.Value { return fr.Eval(call) })
	var e *Exception
	if !errors.As(err, &e) || e.Type != StackOverflow {
		t.Fatalf("got  %v\nwant %s", err, StackOverflow)
	}
	caught := list(try, call)
	v, err := s.Evaluate(context.Background(), caught, func(fr *Frame) value.Value { return fr.Eval(caught) })
	if err != nil || v.List() == nil || v.List().At(0).Text().String() != StackOverflow {
		t.Fatalf("got  %v %v\nwant the caught %s", v, err, StackOverflow)
	}
}

func TestPanicsOfGoCodeAreNotCaught(t *testing.T) {
	r := testRegistry()
	s := NewSession(r)
	defer func() { _ = s.Close() }()
	code := value.Null()
	_, err := s.Evaluate(context.Background(), code, func(f *Frame) value.Value {
		_, _ = f.Protect(func() value.Value {
			var names []string
			return value.Int(int32(len(names[len(names)]))) // a mistake of the host's
		})
		t.Error("Protect returned")
		return value.Null()
	})
	var p *PanicError
	if !errors.As(err, &p) || len(p.GoStack) == 0 {
		t.Fatalf("got  %v\nwant a PanicError with the Go stack", err)
	}
	if _, err := s.Evaluate(context.Background(), code, func(f *Frame) value.Value { return value.Int(1) }); err != nil {
		t.Fatalf("the session is not usable afterwards: %v", err)
	}
}

func TestCancelledContextEvaluatesNothing(t *testing.T) {
	s := NewSession(testRegistry())
	defer func() { _ = s.Close() }()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := s.Evaluate(ctx, value.Null(), func(*Frame) value.Value {
		t.Error("evaluated")
		return value.Null()
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got  %v\nwant context.Canceled", err)
	}
}
