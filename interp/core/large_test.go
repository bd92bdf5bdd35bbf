package core_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/interp/value"
)

// nested returns a list with n-1 lists inside, each in the one before.
func nested(n int) interp.Value {
	l := interp.NewList(0)
	for range n - 1 {
		outer := interp.NewList(1)
		outer.SetAt(0, l.Value())
		l = outer
	}
	return l.Value()
}

// numbers returns the list of n numbers in an order that is neither up nor down.
func numbers(n int) interp.Value {
	l := interp.NewList(n)
	for i := range n {
		l.SetAt(i, interp.Int(int32(i*7919%n)))
	}
	return l.Value()
}

func sessionWith(t *testing.T, globals map[string]interp.Value, opts ...interp.Option) *interp.Session {
	t.Helper()
	s := newInterp(t, opts...).NewSession()
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	for name, v := range globals {
		if err := s.Set(name, v); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// Data a million lists deep is data like any other.
func TestDeepLists(t *testing.T) {
	const depth = 1_000_000
	s := sessionWith(t, map[string]interp.Value{"a": nested(depth), "b": nested(depth), "c": nested(depth - 1)})
	for source, want := range map[string]string{
		"(= a b)":                          "true",
		"(== a c)":                         "false",
		"(= a (clone a true))":             "true",
		"(= a (merge a ()))":               "true",
		"(match a b)":                      "true",
		"(match a (quote (no such list)))": "false",
		"(size (sort (list a b c)))":       "3",
		"(size (distinct (list a b c)))":   "2",
		"(do (push p p) (match a p))":      "false",
	} {
		t.Run(source, func(t *testing.T) {
			v, err := s.Eval(context.Background(), "(do (set p (list (quote x?))) "+source+")")
			if err != nil {
				t.Fatal(err)
			}
			if got := v.String(); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

// A variable below a million lists, and as many variables as that side by side.
func TestLargePatterns(t *testing.T) {
	const depth, width = 200_000, 100_000
	pattern, list := interp.NewList(0), interp.NewList(0)
	for i := range width {
		pattern.Push(value.NewRef("v" + interp.Int(int32(i)).String() + "?").Value())
		list.Push(interp.Int(int32(i)))
	}
	wrap := func(l *interp.List) interp.Value {
		v := l.Value()
		for range depth {
			outer := interp.NewList(1)
			outer.SetAt(0, v)
			v = outer.Value()
		}
		return v
	}
	s := sessionWith(t, map[string]interp.Value{"l": wrap(list), "p": wrap(pattern)})
	v, err := s.Eval(context.Background(), "(do (match l p) (list v0? v99999? (size match_map$)))")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := v.String(), "(0 99999 100000)"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Whatever takes long ends soon after its evaluation is cancelled, and the session can
// be used afterwards.
func TestLongFunctionsAreCancelled(t *testing.T) {
	const n = 1_000_000
	fan := interp.NewList(0)
	for range 64 {
		outer := interp.NewList(2)
		outer.SetAt(0, fan.Value())
		outer.SetAt(1, fan.Value())
		fan = outer
	}
	s := sessionWith(t, map[string]interp.Value{"big": numbers(n), "fan": fan.Value()})
	for _, source := range []string{
		"(sort big (function (a b) (- a b)))",
		"(while true (sort big))",
		"(find big x (do (push big x) false))",
		"(for-each big x (push big x))",
		"(while true (= big (list 1 (clone big))))",
		"(while true (clone (list big) true))",
		"(while true (distinct big))",
		"(while true (sum big))",
		"(while true (join big \",\"))",
		"(while true (range 1000000))",
		"(while true (reduce big a 0 x x))",
		"(while true (merge big ()))",
		"(match fan (quote (no such list)))",
		"(match big (quote (a... b... c... -1)))",
	} {
		t.Run(source, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
			defer cancel()
			start := time.Now()
			_, err := s.Eval(ctx, source)
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("error\n got %v\nwant %v", err, context.DeadlineExceeded)
			}
			if took, most := time.Since(start), 30*time.Second; took > most {
				t.Errorf("took %v, want at most %v", took, most)
			}
			if v, err := s.Eval(context.Background(), "(+ 1 1)"); err != nil || v.String() != "2" {
				t.Errorf("afterwards\n got %v, %v\nwant 2", v, err)
			}
		})
	}
}

func TestLimitsOfLists(t *testing.T) {
	s := sessionWith(t, nil, interp.WithLimits(interp.Limits{ListLen: 100}))
	for _, source := range []string{
		"(range 101)",
		"(while true (push l 1))",
		"(while true (insert l 1))",
		"(while true (append l (1 2 3)))",
		"(put l 100 1)",
		"(append (range 60) (range 60))",
		"(merge (quote (x... x...)) (list \"x...\" => (range 60)))",
	} {
		t.Run(source, func(t *testing.T) {
			_, err := s.Eval(context.Background(), "(try (do (set l (list)) "+source+") (e \"*\" => \"caught\"))")
			var limit *interp.LimitError
			if !errors.As(err, &limit) || limit.Limit != "list-len" {
				t.Errorf("error\n got %v\nwant the limit list-len", err)
			}
		})
	}
	if v, err := s.Eval(context.Background(), "(size (range 100))"); err != nil || v.String() != "100" {
		t.Errorf("at the limit\n got %v, %v\nwant 100", v, err)
	}
}
