package interp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bpl-lang/bpl/interp/value"
)

func TestCall(t *testing.T) {
	ctx := context.Background()
	s := newSession(t)
	evaluated(t, s, `(set handlers (list "on-order" => (function (order "extra") (list order/sku extra))))
		(set all (function args args)) (set noted (list)) (set not-a-function 7)
		(set keep (function (x) (do (push noted x) (size noted))))`)
	tests := []struct {
		name string
		fn   string
		args []any
		want string
	}{
		{"path", "handlers/on-order", []any{item{"a", 1}}, `("a" null)`},
		{"missing arguments are null", "handlers/on-order", []any{map[string]any{"sku": 5}}, `(5 null)`},
		{"built-in", "size", []any{[]int{1, 2, 3}}, "3"},
		{"addition", "sum", []any{[]int{1, 2, 3}}, "6"},
		{"code is data", "keep", []any{read(t, "(throw 1 2)")}, "1"},
		{"code for a built-in is data", "size", []any{read(t, "(throw 1 2)")}, "3"},
		{"code for a variadic function is data", "all", []any{read(t, "(throw 1)"), read(t, "x"), 5}, "((quote (throw 1)) (quote x) 5)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			v, err := s.Call(ctx, test.fn, test.args...)
			if err != nil || v.String() != test.want {
				t.Errorf("\ngot  %v, %v\nwant %s", v, err, test.want)
			}
		})
	}
	wrong := []struct {
		name, fn string
		args     []any
		want     string
	}{
		{"unknown", "keeep", nil, "call: keeep is null, want a function, did you mean keep?"},
		{"no function", "not-a-function", nil, "call: not-a-function is number, want a function"},
		{"no path", "handlers/none", nil, "call: handlers/none is null, want a function"},
		{"no name", "(keep 1)", nil, `call: "(keep 1)" is no name of a function`},
		{"through a number", "not-a-function/x", nil, "not-a-function/x: got number, want list before x"},
		{"argument", "keep", []any{1i}, "call keep: argument 1: complex128 has no counterpart in the language"},
	}
	for _, test := range wrong {
		t.Run(test.name, func(t *testing.T) {
			_, err := s.Call(ctx, test.fn, test.args...)
			if err == nil || !strings.HasSuffix(err.Error(), test.want) {
				t.Errorf("\ngot  %v\nwant %s", err, test.want)
			}
		})
	}
	if _, err := s.CallValue(ctx, Int(7)); err == nil {
		t.Error("a number could be called")
	}
	fn, _ := s.Get("keep")
	if v, err := s.CallValue(ctx, fn, Null()); err != nil || v.String() != "2" {
		t.Errorf("got  %v, %v\nwant 2", v, err)
	}
}

func TestGlobals(t *testing.T) {
	s := newSession(t)
	for name, v := range map[string]any{"a b": 1, "n": nil} {
		if err := s.Set(name, v); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Set("size", 1); err == nil || !strings.Contains(err.Error(), "size is a built-in function") {
		t.Errorf("got  %v\nwant an error that size is a function", err)
	}
	if v, ok := s.Get("n"); !ok || !v.IsNull() {
		t.Errorf("got  %v, %v\nwant null, true", v, ok)
	}
	if v, ok := s.Get("none"); ok || !v.IsNull() {
		t.Errorf("got  %v, %v\nwant null, false", v, ok)
	}
	if !s.Delete("n") || s.Delete("n") {
		t.Error("Delete did not tell whether there was a variable")
	}
	evaluated(t, s, "(set l (list 1))")
	snapshot := s.Snapshot()
	evaluated(t, s, "(push l 2)")
	if got := snapshot.String(); got != `("a b" => 1 "l" => (1))` {
		t.Errorf("got  %s", got)
	}
	if got := s.Globals(); !reflect.DeepEqual(got, []string{"a b", "l"}) {
		t.Errorf("got  %q", got)
	}
	more := NewList(0)
	more.Put("l", Int(5))
	more.Put("m", Int(6))
	if err := s.SetAll(more); err != nil || evaluated(t, s, "(list l m)") != "(5 6)" {
		t.Errorf("SetAll: %v", err)
	}
	more.Put("size", Int(7))
	more.Put("m", Int(8))
	if err := s.SetAll(more); err == nil || evaluated(t, s, "m") != "6" {
		t.Errorf("got  %v\nwant an error, and that nothing was set", err)
	}
}

func TestFallback(t *testing.T) {
	s := newSession(t)
	s.SetFallback(func(name string) (Value, bool) {
		return String("<" + name + ">"), strings.HasPrefix(name, "*") || name == "sum"
	})
	if got := evaluated(t, s, `(list *1 none sum (exists *1))`); got != `("<*1>" null "<sum>" false)` {
		t.Errorf("got  %s", got)
	}
	evaluated(t, s, `(set *1 7)`)
	if got := evaluated(t, s, `*1`); got != "7" {
		t.Errorf("got  %s\nwant the variable", got)
	}
	s.SetFallback(nil)
	if got := evaluated(t, s, `*2`); got != "null" {
		t.Errorf("got  %s\nwant null", got)
	}
}

func TestFunctionsAndHelp(t *testing.T) {
	s := newSession(t, With(special("mine", func(*Call) (Value, error) { return Null(), nil })))
	p, err := s.Interp().Compile("f.bpl", "\n(set area (function (width \"h\" => height \"deep\") 1))(set area_help \"Computes.\")(set rest (function args 1))(set sum 5)")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	byName := map[string]FunctionInfo{}
	all := s.Functions()
	for _, f := range all {
		byName[f.Name] = f
	}
	want := []FunctionInfo{
		{Name: "area", Signature: `(area width "h" => height "deep")`, Pos: Pos{File: "f.bpl", Line: 2, Column: 11, Offset: 11}},
		{Name: "rest", Signature: "(rest args…)"},
		{Name: "mine", Signature: "(mine X…)", Library: "l-mine"},
		{Name: "size", Library: "core", Hard: true},
		{Name: "sum", Library: "core"},
	}
	for _, w := range want {
		got := byName[w.Name]
		if w.Pos.Line == 0 {
			got.Pos = Pos{}
		}
		if w.Library == "core" {
			got.Signature = ""
		}
		if got != w {
			t.Errorf("\ngot  %+v\nwant %+v", got, w)
		}
	}
	if !slices.IsSortedFunc(all, func(a, b FunctionInfo) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("the functions are not sorted")
	}
	if h, ok := s.Help("area"); !ok || h.Summary != "Computes." || h.Signature != `(area width "h" => height "deep")` {
		t.Errorf("got  %+v, %v", h, ok)
	}
	if h, ok := s.Help("mine"); !ok || h.Summary != "For tests." {
		t.Errorf("got  %+v, %v", h, ok)
	}
	for _, name := range []string{"none", "sum"} {
		if h, ok := s.Help(name); ok {
			t.Errorf("%s\ngot  %+v\nwant nothing", name, h)
		}
	}
}

func TestLimits(t *testing.T) {
	var out strings.Builder
	tests := []struct {
		name   string
		limits Limits
		src    string
		limit  string // "" if all is well
	}{
		{"steps", Limits{Steps: 1000}, "(while true 1)", "steps"},
		{"steps enough", Limits{Steps: 1000}, "(for (set i 0) (< i 900) (++ i) i)", ""},
		{"steps of a built-in", Limits{Steps: 100}, "(size (range 1000000))", "steps"},
		{"output", Limits{Output: 10}, `(print "123456789")`, ""},
		{"too much output", Limits{Output: 10}, `(print "1234567890")`, "output"},
		{"text", Limits{StringLen: 100}, `(repeat "0123456789" 11)`, "string-len"},
		{"list", Limits{ListLen: 100}, `(range 101)`, "list-len"},
		{"spawned", Limits{Spawned: 5}, `(while true (spawn (sleep 1000)))`, "spawned"},
		{"timers", Limits{Spawned: 5}, `(while true (timer-schedule (function () 1) 100000))`, "spawned"},
		{"read depth", Limits{ReadDepth: 5}, `(quote (((()))))`, ""},
		{"read depth exceeded", Limits{ReadDepth: 5}, `(quote ((((())))))`, "read-depth"},
		{"allocated", Limits{Allocated: 1 << 20}, `(while true (range 1000))`, "allocated"},
		{"regular expressions", Limits{RegexSteps: 1000}, `(match-string (concat (repeat "a" 100) "b") "(a+)+\\1$")`, "regex-steps"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newSession(t, WithLimits(test.limits), WithStdio(nil, &out, nil))
			var err error
			ends(t, func() { _, err = s.Eval(context.Background(), test.src) })
			var limit *LimitError
			got := ""
			if errors.As(err, &limit) {
				got = limit.Limit
			}
			if got != test.limit {
				t.Errorf("\ngot  %q, %v\nwant %q", got, err, test.limit)
			}
			if v := evaluated(t, s, "(+ 1 2)"); v != "3" {
				t.Errorf("got  %s\nwant a usable session", v)
			}
		})
	}
}

func TestLimitsBelowUnlimited(t *testing.T) {
	for name, l := range map[string]Limits{
		"Steps": {Steps: -2}, "Depth": {Depth: -5}, "Bytes": {Bytes: -1 << 40}, "Output": {Output: -100}, "Spawned": {Spawned: -2},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := New(WithLimits(l)); err == nil || !strings.Contains(err.Error(), "WithLimits: "+name+": got -") {
				t.Errorf("got  %v\nwant an error that names %s", err, name)
			}
		})
	}
	if _, err := New(WithLimits(Limits{Steps: Unlimited, Depth: Unlimited, Bytes: Unlimited})); err != nil {
		t.Errorf("got  %v\nwant no error", err)
	}
}

func TestSetLimits(t *testing.T) {
	s := newSession(t, WithLimits(Limits{Steps: 5000, ListLen: 100}))
	steps := func() int64 {
		_, err := s.Eval(context.Background(), "(while true 1)")
		var limit *LimitError
		if !errors.As(err, &limit) {
			t.Fatalf("got  %v\nwant a LimitError", err)
		}
		return limit.Max
	}
	for _, test := range []struct {
		set  Limits
		want int64
	}{{Limits{Steps: 2000}, 2000}, {Limits{Steps: 9000}, 5000}, {Limits{Steps: Unlimited}, 5000}, {Limits{}, 5000}} {
		s.SetLimits(test.set)
		if got := steps(); got != test.want {
			t.Errorf("%+v\ngot  %d\nwant %d", test.set, got, test.want)
		}
	}
}

func TestStepsAreTheSameAtEveryRun(t *testing.T) {
	var first int64
	for i := range 3 {
		s := newSession(t)
		evaluated(t, s, "(set f (function (n) (if (< n 2) n (+ (f (- n 1)) (f (- n 2)))))) (f 15) (sort (range 5000))")
		got := s.Stats().Steps
		if i == 0 {
			first = got
		}
		if got != first || got < 1900 {
			t.Errorf("got  %d\nwant %d, at least 1900", got, first)
		}
	}
}

func TestStats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession(t, WithLimits(Limits{Steps: 10_000, Output: 100}), WithStdio(nil, io.Discard, nil))
		if st := s.Stats(); st.Executors != 0 || st.Timers != 0 || st.Steps != 0 || st.Left.Steps != 10_000 || st.Left.Allocated != Unlimited {
			t.Errorf("got  %+v before the first evaluation", st)
		}
		evaluated(t, s, `(print "12345") (range 1000)`)
		st := s.Stats()
		if st.Output != 6 || st.Left.Output != 94 || st.Allocated < 1000*value.ElementBytes || st.Executors != 0 || st.Steps < 1 || st.Left.Steps != 10_000-st.Steps {
			t.Errorf("got  %+v after an evaluation", st)
		}
		evaluated(t, s, `(spawn (sleep 1000)) (spawn (sleep 1000)) (timer-schedule (function () 1) 1000)`)
		synctest.Wait()
		if st := s.Stats(); st.Executors != 2 || st.Timers != 1 || st.Left.Spawned != 997 {
			t.Errorf("got  %+v\nwant 2 executors, 1 timer", st)
		}
		short, cancel := context.WithTimeout(context.Background(), time.Millisecond)
		defer cancel()
		if err := s.Wait(short); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got  %v\nwant context.DeadlineExceeded", err)
		}
		if err := s.Wait(context.Background()); err != nil {
			t.Error(err)
		}
		if st := s.Stats(); st.Executors != 0 || st.Timers != 0 {
			t.Errorf("got  %+v\nwant nothing", st)
		}
	})
}

func TestExecutorsLiveAsLongAsTheirContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession(t)
		ctx, cancel := context.WithCancel(context.Background())
		if _, err := s.Eval(ctx, "(set n 0) (spawn (while true (do (++ n) (sleep 10))))"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Eval(context.Background(), "(set m 0) (timer-schedule (function () (++ m)) 10 10)"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(55 * time.Millisecond)
		cancel()
		synctest.Wait()
		n := evaluated(t, s, "n")
		time.Sleep(50 * time.Millisecond)
		if got := evaluated(t, s, "(list n m)"); got != fmt.Sprintf("(%s 10)", n) || n == "0" {
			t.Errorf("got  %s\nwant that the first executor has ended at %s, the timer has not", got, n)
		}
	})
}

func TestExecutorErrorsAreReported(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var got []string
		s := newSession(t, WithExecutorErrors(func(executor int, err error) {
			mu.Lock()
			defer mu.Unlock()
			got = append(got, err.Error())
		}))
		evaluated(t, s, `(spawn (throw "A" "a")) (timer-schedule (function () (throw "B" "b")) 5) (set n (spawn (sleep 1000))) (kill n)`)
		if err := s.Wait(context.Background()); err != nil {
			t.Fatal(err)
		}
		mu.Lock()
		defer mu.Unlock()
		if !reflect.DeepEqual(got, []string{"A: a", "B: b"}) {
			t.Errorf("got  %q\nwant the two exceptions, not the kill", got)
		}
	})
}

func TestBreak(t *testing.T) {
	s := newSession(t)
	evaluated(t, s, `(set f (function (x) (do (set-local y (* x 2)) (g y)))) (set g (function (z) (+ z 1)))`)
	var seen []string
	remove := s.Break("g", func(c *Call) error {
		v, err := c.EvalValue(read(t, "(list z (local-scope 1))"))
		seen = append(seen, fmt.Sprint(c.Name(), " ", c.Locals().Value(), " ", v, " ", err, " ", c.Len()))
		return nil
	})
	if got := evaluated(t, s, "(f 3)"); got != "7" {
		t.Errorf("got  %s", got)
	}
	if want := []string{`g ("z" => 6) (6 ("x" => 3 "y" => 6)) <nil> 1`}; !reflect.DeepEqual(seen, want) {
		t.Errorf("\ngot  %q\nwant %q", seen, want)
	}
	evaluated(t, s, "(apply (list 1 2) x (g x)) (sort (list 1 2) (function (a b) (- a b)))")
	if len(seen) != 3 {
		t.Errorf("got  %d stops\nwant 3", len(seen))
	}
	remove()
	remove()
	evaluated(t, s, "(f 3)")
	if len(seen) != 3 {
		t.Error("stopped after the break was removed")
	}
	defer s.Break("sum", func(*Call) error { return io.ErrShortBuffer })()
	_, err := s.Eval(context.Background(), `(try (sum (list 1)) (e "*" => 1) (set finally true))`)
	if !errors.Is(err, io.ErrShortBuffer) {
		t.Errorf("got  %v\nwant io.ErrShortBuffer", err)
	}
	if _, ok := s.Get("finally"); ok {
		t.Error("FINALLY was run")
	}
	evaluated(t, s, `(set h (function () 1)) (set l (list "h" => h))`)
	stops := 0
	defer s.Break("h", func(*Call) error { stops++; return nil })()
	evaluated(t, s, `(h) (l/h) (call h) (call l/h)`)
	if stops != 4 {
		t.Errorf("got  %d stops\nwant 4: the function counts, not the name by which it is called", stops)
	}
}

// recorder is a Tracer.
type recorder struct{ lines []string }

func (r *recorder) Enter(c *Call) {
	r.lines = append(r.lines, fmt.Sprintf("> %s %d", c.Name(), c.Len()))
}

func (r *recorder) Leave(c *Call, result Value, err error) {
	r.lines = append(r.lines, fmt.Sprintf("< %s %v %v", c.Name(), result, err))
}

func TestTracer(t *testing.T) {
	var r recorder
	s := newSession(t, WithTracer(&r))
	for range 3 { // compiled or not
		r.lines = nil
		if _, err := s.Eval(context.Background(), `(set f (function (x) (/ x "a"))) (f (- 1 2))`); err == nil {
			t.Fatal("no error")
		}
	}
	want := []string{"> set 2", "> function 2", `< function (function (x) (/ x "a")) <nil>`, `< set (function (x) (/ x "a")) <nil>`,
		"> - 2", "< - -1 <nil>", "> f 1", "> / 2", "< / null ERR", "< f null ERR"}
	got := strings.Join(r.lines, "\n")
	if i := strings.Index(got, "IllegalArgumentException"); i > 0 {
		text, _, _ := strings.Cut(got[i:], "\n")
		got = strings.ReplaceAll(got, text, "ERR")
	}
	if got != strings.Join(want, "\n") {
		t.Errorf("\ngot\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

func TestSessionsSeeNothingOfEachOther(t *testing.T) {
	in, err := New()
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			s := in.NewSession()
			defer func() { _ = s.Close() }()
			ctx := context.Background()
			for range 20 {
				if _, err := s.Eval(ctx, fmt.Sprintf(`(set n %d) (set f (function (x) (* x n))) (f 2)`, i)); err != nil {
					t.Error(err)
				}
			}
			if v, _ := s.Get("n"); v.String() != fmt.Sprint(i) {
				t.Errorf("got  %s\nwant %d", v, i)
			}
		})
	}
	group.Wait()
}

func TestOneSessionInManyGoroutines(t *testing.T) {
	s := newSession(t)
	evaluated(t, s, `(set n 0) (set l (list))`)
	p, err := s.Interp().Compile("", "(push l n)")
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 10 {
		group.Go(func() {
			ctx := context.Background()
			for range 50 {
				_, evalErr := s.Eval(ctx, "(++ n)")
				_, runErr := s.Run(ctx, p)
				if err := errors.Join(evalErr, runErr); err != nil {
					t.Error(err)
				}
				s.Do(func(locked *Session) {
					l, _ := locked.Get("l")
					for range l.List().All() {
						break
					}
				})
				_ = s.Snapshot()
				_ = s.Stats()
				_ = s.Functions()
			}
		})
	}
	group.Wait()
	if got := evaluated(t, s, "(list n (size l))"); got != "(500 500)" {
		t.Errorf("got  %s\nwant (500 500)", got)
	}
}

func TestNothingIsGrantedByDefault(t *testing.T) {
	s := newSession(t)
	for _, src := range []string{`(print 1)`, `(write 1)`, `(print-error 1)`, `(read-line)`, `(read-file "x")`, `(write-file "x" "y")`, `(append-file "x" "y")`,
		`(file-exists "x")`, `(list-files ".")`, `(delete-file "x")`, `(make-directory "x")`, `(load "x")`, `(require "x")`, `(for-each-line "x" l 1)`,
		`(args)`, `(env "HOME")`, `(http "GET" "http://localhost")`, `(system "true")`} {
		t.Run(src, func(t *testing.T) {
			_, err := s.Eval(context.Background(), src)
			var e *Exception
			if !errors.As(err, &e) || e.Type != "PermissionDenied" || !errors.Is(err, fs.ErrPermission) {
				t.Errorf("got  %v\nwant PermissionDenied", err)
			}
		})
	}
}
