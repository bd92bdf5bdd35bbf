package interp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

func ExampleFunc() {
	repeat := interp.Func("times", func(text string, n int, separators ...string) (string, error) {
		if n < 0 {
			return "", errors.New("n is negative")
		}
		parts := make([]string, n)
		for i := range parts {
			parts[i] = text
		}
		return strings.Join(parts, strings.Join(separators, "")), nil
	}, interp.Help{Signature: "(times text [n] separator…)", Summary: "repeats a text"})
	s := session(interp.With(interp.Lib("text", repeat)))
	defer s.Close()
	show(s, `(times "a" 3 "-" "-")`)
	show(s, `(times "a")`) // n is left out: 0
	show(s, `(times "a" "b")`)
	show(s, `(times "a" -1)`)
	// Output:
	// "a--a--a"
	// ""
	// IllegalArgumentException: times: argument 2: got string, want integer
	// Exception: n is negative
}

func ExampleSpecial() {
	unless := interp.Special("unless", func(c *interp.Call) (interp.Value, error) {
		condition, err := c.Eval(0)
		if err != nil || condition.Truth() {
			return interp.Null(), err
		}
		return c.Eval(1)
	}, interp.Help{Signature: "(unless C CODE)", Summary: "evaluates CODE if C is false"})
	s := session(interp.With(interp.Lib("control", unless)))
	defer s.Close()
	show(s, `(unless (> 1 2) (+ 1 2))`)
	show(s, `(unless true (throw "Never" "evaluated"))`)
	// Output:
	// 3
	// null
}

func ExampleCall_EvalAll() {
	join := interp.Special("dotted", func(c *interp.Call) (interp.Value, error) {
		values, err := c.EvalAll(nil)
		if err != nil {
			return interp.Null(), err
		}
		texts := make([]string, len(values))
		for i, v := range values {
			texts[i] = v.String()
		}
		return interp.String(strings.Join(texts, ".")), nil
	}, interp.Help{Signature: "(dotted x…)", Summary: "joins what its arguments evaluate to"})
	s := session(interp.With(interp.Lib("text", join)))
	defer s.Close()
	show(s, `(dotted (+ 1 2) 4 (list))`)
	show(s, `(dotted 1 (throw "Late" "never joined"))`)
	// Output:
	// "3.4.()"
	// Late: never joined
}

func ExampleCall_Unpack() {
	fetch := interp.Special("fetch", func(c *interp.Call) (interp.Value, error) {
		var (
			topics []string
			limit  = 100
			wait   = time.Second
		)
		if err := c.Unpack("limit", &limit, "topics...", &topics, "wait-ms=", &wait); err != nil {
			return interp.Null(), err
		}
		return interp.String(fmt.Sprint(limit, " of ", topics, " in ", wait)), nil
	}, interp.Help{Signature: "(fetch limit topic… \"wait-ms\" => n)", Summary: "fetches"})
	s := session(interp.With(interp.Lib("queue", fetch)))
	defer s.Close()
	show(s, `(fetch 5 "a" "b" "wait-ms" => 20)`)
	show(s, `(fetch 5 "a" 7)`)
	show(s, `(fetch 5 "wait" => 20)`)
	// Output:
	// "5 of [a b] in 20ms"
	// IllegalArgumentException: fetch: topics/1: got number 7, want string
	// IllegalArgumentException: fetch: unknown option "wait", want one of wait-ms
}

func ExampleCall() {
	inspect := interp.Special("inspect", func(c *interp.Call) (interp.Value, error) {
		for i := range c.Len() {
			v, err := c.Eval(i)
			fmt.Printf("%s at %s: %q %v is %v, %v\n", c.Name(), c.Pos(), c.ArgName(i), c.Arg(i), v, err)
		}
		v, ok, err := c.EvalNamed("n")
		fmt.Println(v, ok, err, c.Locals().Value())
		return interp.Null(), nil
	}, interp.Help{Signature: "(inspect X…)", Summary: "shows its arguments"})
	s := session(interp.With(interp.Lib("debug", inspect)))
	defer s.Close()
	show(s, `(do (set-local x 1) (inspect (+ x 1) "n" => x))`)
	// Output:
	// inspect at 1:21: "" (+ x 1) is 2, <nil>
	// inspect at 1:21: "n" x is 1, <nil>
	// 1 true <nil> ("x" => 1)
	// null
}

func ExampleCall_Invoke() {
	twice := interp.Special("twice", func(c *interp.Call) (interp.Value, error) {
		fn, err := c.Eval(0)
		if err != nil {
			return interp.Null(), err
		}
		once, err := c.Invoke(fn, interp.Int(3))
		if err != nil {
			return interp.Null(), err
		}
		return c.Invoke(fn, once)
	}, interp.Help{Signature: "(twice f)", Summary: "f of f of 3"})
	s := session(interp.With(interp.Lib("higher", twice)))
	defer s.Close()
	show(s, `(twice (function (x) (* x x)))`)
	// Output: 81
}

func ExampleCall_SetLocal() {
	let := interp.Special("let", func(c *interp.Call) (interp.Value, error) {
		v, err := c.Eval(1)
		if err != nil {
			return interp.Null(), err
		}
		if err := c.SetLocal(c.Arg(0), v); err != nil {
			return interp.Null(), err
		}
		return c.EvalValue(c.Arg(2))
	}, interp.Help{Signature: "(let NAME value CODE)", Summary: "binds a name"})
	s := session(interp.With(interp.Lib("control", let)))
	defer s.Close()
	show(s, `(let x (+ 1 2) (* x x))`)
	show(s, `(let a/b 1 2)`)
	// Output:
	// 9
	// RuntimeException: Invalid local reference: a/b
}

func ExampleCall_Unlocked() {
	wait := interp.Special("wait-for-it", func(c *interp.Call) (interp.Value, error) {
		err := c.Unlocked(func(ctx context.Context) error { // others run meanwhile
			select {
			case <-time.After(time.Millisecond):
			case <-ctx.Done():
			}
			return nil
		})
		return interp.String("done"), err
	}, interp.Help{Signature: "(wait-for-it)", Summary: "waits"})
	s := session(interp.With(interp.Lib("time", wait)))
	defer s.Close()
	show(s, `(wait-for-it)`)
	// Output: "done"
}

func ExampleCall_Tick() {
	sum := interp.Special("sum-to", func(c *interp.Call) (interp.Value, error) {
		var n int
		if err := c.Unpack("n", &n); err != nil {
			return interp.Null(), err
		}
		total := 0.0
		for i := range n {
			if i%1000 == 0 { // a step for each thousand
				if err := c.Tick(); err != nil {
					return interp.Null(), err
				}
			}
			total += float64(i)
		}
		return interp.Double(total), nil
	}, interp.Help{Signature: "(sum-to n)", Summary: "sums"})
	s := session(interp.With(interp.Lib("math", sum)), interp.WithLimits(interp.Limits{Steps: 1000}))
	defer s.Close()
	show(s, `(sum-to 1000)`)
	show(s, `(sum-to 1000000000)`)
	// Output:
	// 499500
	// limit exceeded: steps (at most 1000)
}

func ExampleCall_Charge() {
	blank := interp.Special("blank", func(c *interp.Call) (interp.Value, error) {
		var n int64
		if err := c.Unpack("n", &n); err != nil {
			return interp.Null(), err
		}
		if err := c.Charge(n); err != nil { // before the memory is taken
			return interp.Null(), err
		}
		return interp.Bytes(make([]byte, n)), nil
	}, interp.Help{Signature: "(blank n)", Summary: "n zero bytes"})
	s := session(interp.With(interp.Lib("bytes", blank)), interp.WithLimits(interp.Limits{Allocated: 1 << 20}))
	defer s.Close()
	show(s, `(length (blank 1000))`)
	show(s, `(blank 1e12)`)
	// Output:
	// 1000
	// limit exceeded: allocated (at most 1048576)
}

func ExampleCall_Stdout() {
	banner := interp.Special("banner", func(c *interp.Call) (interp.Value, error) {
		_, err := fmt.Fprintln(c.Stdout(), "---", c.Executor(), "---")
		return interp.Null(), err
	}, interp.Help{Signature: "(banner)", Summary: "prints a line"})
	s := session(interp.With(interp.Lib("text", banner)), interp.WithStdio(nil, os.Stdout, nil))
	defer s.Close()
	show(s, `(banner)`)
	// Output:
	// --- 0 ---
	// null
}

func ExampleCall_Session() {
	define := interp.Special("define", func(c *interp.Call) (interp.Value, error) {
		s := c.Session() // does not wait for the lock that this call holds
		if err := s.Set("defined", true); err != nil {
			return interp.Null(), err
		}
		return s.Eval(c.Context(), `(list defined (+ 1 2))`)
	}, interp.Help{Signature: "(define)", Summary: "comes back"})
	s := session(interp.With(interp.Lib("back", define)))
	defer s.Close()
	show(s, `(define)`)
	// Output: (true 3)
}

// visits is a library that counts in each session.
type visits struct{}

type visitCount struct{ n int }

func (*visitCount) Close() error { return nil }

func (visits) Name() string                            { return "visits" }
func (visits) Open(*interp.Session) (io.Closer, error) { return &visitCount{}, nil }

func (visits) Builtins() []interp.Builtin {
	return []interp.Builtin{interp.Special("visit", func(c *interp.Call) (interp.Value, error) {
		state := c.State().(*visitCount)
		state.n++
		return interp.ToValue(state.n)
	}, interp.Help{Signature: "(visit)", Summary: "counts its calls"})}
}

func ExampleLibrary() {
	in, err := interp.New(interp.With(visits{}))
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 2 {
		s := in.NewSession()
		show(s, `(list (visit) (visit))`)
		s.Close()
	}
	// Output:
	// (1 2)
	// (1 2)
}
