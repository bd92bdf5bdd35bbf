package interp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// special declares a built-in for tests.
func special(name string, fn func(c *Call) (Value, error)) Library {
	return Lib("l-"+name, Special(name, fn, Help{Signature: "(" + name + " X…)", Summary: "For tests."}))
}

// plainFunc declares a Go function for tests.
func plainFunc(name string, fn any) Library {
	return Lib("l-"+name, Func(name, fn, Help{Summary: "For tests."}))
}

// ends fails the test if run takes long: a lock is then waited for in vain.
func ends(t *testing.T, run func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		run()
	}()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		buf := make([]byte, 1<<20)
		t.Fatalf("hangs\n%s", buf[:runtime.Stack(buf, true)])
	}
}

func TestBuiltinsComeBack(t *testing.T) {
	back := func(c *Call) (Value, error) {
		s := c.Session()
		if err := s.Set("a", 1); err != nil {
			return Null(), err
		}
		if _, err := s.Eval(c.Context(), "(set b (+ a 1)) (local hidden)"); err != nil {
			return Null(), err
		}
		s.Do(func(locked *Session) {
			_ = locked.Set("c", 3)
			_, _ = locked.Eval(context.Background(), "(set d 4)")
		})
		b, _ := s.Get("b")
		if !s.Delete("a") || s.Wait(context.Background()) == nil || s.Close() == nil {
			return Null(), errors.New("Delete, Wait or Close did the wrong thing")
		}
		p, err := s.Interp().Compile("", "(+ b c d)")
		if err != nil {
			return Null(), err
		}
		sum, err := s.Run(c.Context(), p)
		if err != nil {
			return Null(), err
		}
		called, err := s.Call(c.Context(), "twice", 21)
		if err != nil {
			return Null(), err
		}
		return ToValue([]any{b, sum, called, s.Snapshot()})
	}
	libs := []Library{
		special("locked", back),
		special("unlocked", func(c *Call) (v Value, err error) {
			err = c.Unlocked(func(context.Context) error {
				v, err = back(c)
				return err
			})
			return v, err
		}),
		Lib("f", Func("plain", func(c *Call) (Value, error) { return back(c) }, Help{Summary: "For tests."})),
	}
	for _, name := range []string{"locked", "unlocked", "plain"} {
		t.Run(name, func(t *testing.T) {
			s := newSession(t, With(libs...))
			ends(t, func() {
				evaluated(t, s, "(set twice (function (x) (* x 2)))")
				got := evaluated(t, s, "(do (set-local hidden 5) (list ("+name+") hidden))")
				const want = `((2 9 42 ("twice" => (function (x) (* x 2)) "b" => 2 "c" => 3 "d" => 4)) 5)`
				if got != want {
					t.Errorf("\ngot  %s\nwant %s", got, want)
				}
			})
		})
	}
}

func TestTheOuterSessionComesBackByTheContext(t *testing.T) {
	var s *Session
	s = newSession(t, With(special("outer", func(c *Call) (Value, error) { return s.Eval(c.Context(), "(+ 1 2)") })))
	ends(t, func() {
		if got := evaluated(t, s, "(outer)"); got != "3" {
			t.Errorf("got  %s\nwant 3", got)
		}
	})
}

func TestGoFuncsOfTheLanguage(t *testing.T) {
	ctx := context.Background()
	s := newSession(t, With(
		plainFunc("each", func(n int, f func(int) (int, error)) (int, error) {
			sum := 0
			for i := range n {
				x, err := f(i)
				if err != nil {
					return 0, err
				}
				sum += x
			}
			return sum, nil
		}),
		plainFunc("all-at-once", func(ctx context.Context, f func(ctx context.Context, n int) int) int {
			var group sync.WaitGroup
			var mu sync.Mutex
			sum := 0
			for i := range 20 {
				group.Go(func() {
					x := f(ctx, i)
					mu.Lock()
					defer mu.Unlock()
					sum += x
				})
			}
			group.Wait()
			return sum
		}),
		plainFunc("ask", func(f func() int) int { return f() }),
		special("special", func(c *Call) (Value, error) {
			var f func(ctx context.Context, n int) (int, error)
			if err := c.Unpack("f", &f); err != nil {
				return Null(), err
			}
			n, err := f(c.Context(), 20)
			if err != nil {
				return Null(), err
			}
			return ToValue(n)
		}),
	))
	ends(t, func() {
		tests := []struct{ src, want string }{
			{"(each 4 (function (i) (* i i)))", "14"},
			{"(do (set-local k 7) (each 2 (function (i) (each 2 (function (j) 1)))))", "4"},
			{"(all-at-once (function (n) (do (sleep 1) (+ n 1))))", "210"},
			{"(special (function (n) (+ n 1)))", "21"},
			{`(try (each 1 (function (i) (throw "Boom" "x"))) (e "Boom" => e/message))`, `"x"`},
			{`(try (ask (function () (throw "Boom" "x"))) (e "Boom" => e/message))`, `"x"`},
			{`(try (ask (function () "text")) (e "IllegalArgumentException" => e/message))`, `"result of a function: got string, want integer"`},
			{`(try (each 1 7) (e "IllegalArgumentException" => e/message))`, `"each: argument 2: got number 7, want function"`},
			{`(each 3 round)`, "3"},
		}
		for _, test := range tests {
			if got := evaluated(t, s, test.src); got != test.want {
				t.Errorf("%s\ngot  %s\nwant %s", test.src, got, test.want)
			}
		}
		v, err := s.Eval(ctx, "(set count 0) (function (n) (set count (+ count n)))")
		if err != nil {
			t.Error(err)
			return
		}
		add, err := As[func(int) (int, error)](v)
		if err != nil {
			t.Error(err)
			return
		}
		var group sync.WaitGroup
		for range 50 {
			group.Go(func() {
				if _, err := add(2); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if got := evaluated(t, s, "count"); got != "100" {
			t.Errorf("got  %s\nwant 100", got)
		}
	})
}

func TestCallbacksAreBoundedLikeTheirEvaluation(t *testing.T) {
	s := newSession(t, WithLimits(Limits{Depth: 1000}), With(plainFunc("ask", func(f func() (int, error)) (int, error) { return f() })))
	ends(t, func() {
		evaluated(t, s, `(set f (function () (+ 1 (ask f))))`)
		var e *Exception
		if _, err := s.Eval(context.Background(), "(f)"); !errors.As(err, &e) || e.Type != "StackOverflowError" {
			t.Errorf("got  %v\nwant StackOverflowError", err)
		}
	})
	limited := newSession(t, WithLimits(Limits{Steps: 100_000}), With(plainFunc("ask", func(f func() int) int { return f() })))
	ends(t, func() {
		var limit *LimitError
		if _, err := limited.Eval(context.Background(), "(while true (ask (function () 1)))"); !errors.As(err, &limit) {
			t.Errorf("got  %v\nwant a LimitError", err)
		}
	})
}

func TestFuncsOutliveTheirCall(t *testing.T) {
	var kept func(ctx context.Context, n int) (int, error)
	var keptContext context.Context
	s := newSession(t, With(plainFunc("keep", func(ctx context.Context, f func(ctx context.Context, n int) (int, error)) {
		kept, keptContext = f, ctx
	})))
	ends(t, func() {
		evaluated(t, s, "(keep (function (n) (do (set seen n) (* n 2))))")
		if n, err := kept(context.Background(), 4); n != 8 || err != nil {
			t.Errorf("got  %d, %v\nwant 8", n, err)
		}
		if _, err := kept(keptContext, 4); !errors.Is(err, context.Canceled) {
			t.Errorf("got  %v\nwant context.Canceled, since the evaluation has ended", err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if _, err := kept(context.Background(), 4); !errors.Is(err, ErrClosed) {
			t.Errorf("got  %v\nwant ErrClosed", err)
		}
	})
}

func TestErrorsThatScriptsCannotCatch(t *testing.T) {
	swallow := special("swallow", func(c *Call) (Value, error) {
		_, err := c.Eval(0)
		return String("swallowed " + fmt.Sprint(err != nil)), nil
	})
	panics := special("panics", func(*Call) (Value, error) {
		var names []string
		return String(names[len(names)]), nil // a mistake of the host's
	})
	ctx := context.Background()
	t.Run("exception", func(t *testing.T) {
		s := newSession(t, With(swallow))
		if got := evaluated(t, s, `(swallow (throw "X" "y"))`); got != `"swallowed true"` {
			t.Errorf("got  %s", got)
		}
	})
	t.Run("limit", func(t *testing.T) {
		s := newSession(t, With(swallow), WithLimits(Limits{ListLen: 10}))
		var limit *LimitError
		if _, err := s.Eval(ctx, `(try (swallow (put (list) 11 1)) (e "*" => 1) (set finally true))`); !errors.As(err, &limit) {
			t.Errorf("got  %v\nwant a LimitError", err)
		}
		if _, ok := s.Get("finally"); ok {
			t.Error("FINALLY was run")
		}
		if got := evaluated(t, s, "(+ 1 1)"); got != "2" {
			t.Errorf("got  %s\nwant a usable session", got)
		}
	})
	t.Run("panic", func(t *testing.T) {
		s := newSession(t, With(swallow, panics))
		var p *PanicError
		_, err := s.Eval(ctx, `(set f (function () (swallow (panics)))) (try (f) (e "*" => 1) (set finally true))`)
		var runtimeError runtime.Error
		if !errors.As(err, &p) || !errors.As(err, &runtimeError) || !strings.Contains(string(p.GoStack), "reentry_test.go") || len(p.Stack) != 1 || p.Stack[0].Func != "f" {
			t.Errorf("got  %v\nwant a PanicError with both stacks", err)
		}
		if _, ok := s.Get("finally"); ok {
			t.Error("FINALLY was run")
		}
		if got := evaluated(t, s, "(+ 1 1)"); got != "2" {
			t.Errorf("got  %s\nwant a usable session", got)
		}
	})
	t.Run("exit", func(t *testing.T) {
		s := newSession(t, With(swallow))
		var exit *ExitError
		if _, err := s.Eval(ctx, `(try (swallow (exit 7)) (e "*" => 1))`); !errors.As(err, &exit) || exit.Code != 7 {
			t.Errorf("got  %v\nwant exit 7", err)
		}
	})
	t.Run("cancel", func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(ctx)
		s := newSession(t, With(swallow, special("stop", func(*Call) (Value, error) {
			cancel(io.ErrNoProgress)
			return Null(), nil
		})))
		_, err := s.Eval(ctx, `(try (while true (swallow (stop))) (e "*" => 1) (set finally true))`)
		var c *CancelError
		if !errors.As(err, &c) || !errors.Is(err, io.ErrNoProgress) {
			t.Errorf("got  %v\nwant a CancelError with its cause", err)
		}
		if got := evaluated(t, s, "finally"); got != "null" {
			t.Error("FINALLY was run")
		}
	})
}

func TestGoexitLeavesAUsableSession(t *testing.T) {
	s := newSession(t, With(special("leave", func(*Call) (Value, error) {
		runtime.Goexit()
		return Null(), nil
	}), plainFunc("leave-func", func() { runtime.Goexit() })))
	for _, src := range []string{"(set f (function () (leave))) (f)", "(leave-func)", "(set f (function (n) (if (> n 0) (+ 1 (f (- n 1))) (leave)))) (f 30000)"} {
		ends(t, func() { _, _ = s.Eval(context.Background(), src) })
		ends(t, func() {
			if got := evaluated(t, s, "(+ 1 1)"); got != "2" {
				t.Errorf("got  %s\nwant a usable session", got)
			}
		})
	}
}

func TestContexts(t *testing.T) {
	s := newSession(t, With(special("run", func(*Call) (Value, error) {
		t.Error("evaluated")
		return Null(), nil
	})))
	over, cancel := context.WithCancel(context.Background())
	cancel()
	late, cancelLate := context.WithTimeout(context.Background(), time.Nanosecond)
	defer cancelLate()
	<-late.Done()
	p, err := s.Interp().Compile("", "(run)")
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		ctx  context.Context
		want error
	}{"cancelled": {over, context.Canceled}, "too late": {late, context.DeadlineExceeded}} {
		t.Run(name, func(t *testing.T) {
			_, evalErr := s.Eval(test.ctx, "(run)")
			_, runErr := s.Run(test.ctx, p)
			_, callErr := s.Call(test.ctx, "run")
			for _, err := range []error{evalErr, runErr, callErr} {
				if !errors.Is(err, test.want) {
					t.Errorf("got  %v\nwant %v", err, test.want)
				}
			}
		})
	}
	if got := evaluated(t, s, "(+ 1 1)"); got != "2" {
		t.Errorf("got  %s\nwant that the next evaluation is not touched", got)
	}
}

func TestAContextOfAPartEndsThatPart(t *testing.T) {
	s := newSession(t, With(special("patient", func(c *Call) (Value, error) {
		ctx, cancel := context.WithTimeout(c.Context(), 5*time.Millisecond)
		defer cancel()
		_, err := c.Session().Eval(ctx, "(sleep 100000)")
		_, loop := c.Session().Eval(ctx, "(while true 1)")
		return Bool(errors.Is(err, context.DeadlineExceeded) && errors.Is(loop, context.DeadlineExceeded)), nil
	}), special("impatient", func(c *Call) (Value, error) {
		ctx, cancel := context.WithTimeout(c.Context(), 5*time.Millisecond)
		defer cancel()
		return c.Session().Eval(ctx, "(while true 1)")
	})))
	ends(t, func() {
		if got := evaluated(t, s, "(list (patient) (+ 1 1))"); got != "(true 2)" {
			t.Errorf("got  %s\nwant (true 2)", got)
		}
		if got := evaluated(t, s, `(try (impatient) (e "Exception" => "an error of the function"))`); got != `"an error of the function"` {
			t.Errorf("got  %s", got)
		}
	})
}

func TestClosing(t *testing.T) {
	in, err := New(With(counter{}))
	if err != nil {
		t.Fatal(err)
	}
	s := in.NewSession()
	ctx := context.Background()
	ends(t, func() {
		if _, err := s.Eval(ctx, "(count) (count) (spawn (while true (sleep 1))) (timer-schedule (function () 1) 1 1)"); err != nil {
			t.Error(err)
		}
		if err := s.Close(); err == nil || err.Error() != "counter: 2 calls leaked" {
			t.Errorf("got  %v\nwant the error of the library", err)
		}
	})
	_, evalErr := s.Eval(ctx, "1")
	_, callErr := s.Call(ctx, "f")
	for _, err := range []error{evalErr, callErr, s.Set("a", 1), s.Close()} {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("got  %v\nwant ErrClosed", err)
		}
	}
	if _, ok := s.Get("a"); ok || s.Delete("a") || !s.Snapshot().IsNull() {
		t.Error("a closed session still has variables")
	}
}

// counter is a library whose state counts the calls of a session.
type counter struct{}

type counts struct {
	n int
	s *Session
}

func (counter) Name() string { return "counter" }

func (counter) Open(s *Session) (io.Closer, error) {
	_, err := s.Eval(context.Background(), "(set opened true)")
	return &counts{s: s}, err
}

func (c *counts) Close() error { return fmt.Errorf("%d calls leaked", c.n) }

func (counter) Builtins() []Builtin {
	return []Builtin{Special("count", func(c *Call) (Value, error) {
		state := c.State().(*counts)
		state.n++
		return ToValue(state.n)
	}, Help{Signature: "(count)", Summary: "Counts its calls."})}
}

func TestLibraryStates(t *testing.T) {
	in, err := New(With(counter{}))
	if err != nil {
		t.Fatal(err)
	}
	one, two := in.NewSession(), in.NewSession()
	for i := range 3 {
		if got := evaluated(t, one, "(count)"); got != fmt.Sprint(i+1) {
			t.Errorf("got  %s\nwant %d", got, i+1)
		}
	}
	if got := evaluated(t, two, "(list opened (count) opened)"); got != "(null 1 true)" {
		t.Errorf("got  %s\nwant a state of its own, opened at the first call", got)
	}
	_ = one.Close()
	_ = two.Close()
}

// A goroutine that is still inside when its Func returns is waited for, and later calls
// are evaluations of their own; the clock of a synctest bubble goes on meanwhile.
func TestGoroutinesThatOutliveTheirFunc(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var late sync.WaitGroup
		s := newSession(t, With(plainFunc("leave-behind", func(ctx context.Context, f func(ctx context.Context, n int) (int, error)) {
			entered := make(chan struct{})
			late.Go(func() {
				close(entered)
				if n, err := f(ctx, 1); n != 2 || err != nil {
					t.Errorf("got  %d, %v\nwant 2", n, err)
				}
				time.Sleep(time.Second) // the Func and the evaluation are over
				if _, err := f(ctx, 1); !errors.Is(err, context.Canceled) {
					t.Errorf("got  %v\nwant context.Canceled", err)
				}
				if n, err := f(context.Background(), 3); n != 6 || err != nil {
					t.Errorf("got  %d, %v\nwant 6", n, err)
				}
			})
			<-entered
			time.Sleep(time.Millisecond) // it is inside now
		})))
		if got := evaluated(t, s, "(do (leave-behind (function (n) (do (sleep 100) (set seen n) (* n 2)))) seen)"); got != "1" {
			t.Errorf("got  %s\nwant 1", got)
		}
		late.Wait()
		if got := evaluated(t, s, "seen"); got != "3" {
			t.Errorf("got  %s\nwant 3", got)
		}
	})
}
