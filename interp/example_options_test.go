package interp_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// hello declares a function for the examples.
func hello(text string) interp.Builtin {
	return interp.Func("hello", func() string { return text }, interp.Help{Summary: "greets"})
}

func ExampleWith() {
	s := session(interp.With(interp.Lib("greetings", hello("Hello!"))))
	defer s.Close()
	show(s, `(hello)`)
	show(s, `(do (set hello 5) hello)`) // overridable: a variable hides it
	_, err := interp.New(interp.With(interp.Lib("one", hello("1")), interp.Lib("two", hello("2"))))
	fmt.Println(err)
	// Output:
	// "Hello!"
	// 5
	// interp: library two: hello exists already in the library one; Override("hello") replaces it
}

func ExampleHard() {
	s := session(interp.With(interp.Hard(interp.Lib("greetings", hello("Hello!")))))
	defer s.Close()
	show(s, `(set hello 5)`)
	// Output: IllegalArgumentException: set: hello is a built-in function, want a variable
}

func ExampleOverride() {
	now := interp.Func("clock", func() int { return 42 }, interp.Help{Summary: "a clock that stands still"})
	s := session(interp.Override("clock"), interp.With(interp.Lib("test", now)))
	defer s.Close()
	show(s, `(clock)`)
	// Output: 42
}

func ExampleWithout() {
	s := session(interp.Without("spawn", "timer-schedule"))
	defer s.Close()
	show(s, `(spawn (while true null))`)
	// Output: PermissionDenied: spawn: withheld by the host
}

func ExampleWithLimits() {
	s := session(interp.WithLimits(interp.Limits{Steps: 1_000_000, Bytes: 64 << 20, Depth: 1000}))
	defer s.Close()
	show(s, `(while true null)`)
	show(s, `(set f (function (n) (+ 1 (f n)))) (try (f 0) (e "StackOverflowError" => "too deep"))`)
	// Output:
	// limit exceeded: steps (at most 1000000)
	// "too deep"
}

func ExampleWithStdio() {
	s := session(interp.WithStdio(strings.NewReader("Ada\n"), os.Stdout, os.Stderr))
	defer s.Close()
	show(s, `(print "Hello" (read-line))`)
	// Output:
	// Hello Ada
	// null
}

func ExampleWithArgs() {
	s := session(interp.WithArgs("in.csv", "out.csv"))
	defer s.Close()
	show(s, `(last (args))`)
	// Output: "out.csv"
}

func ExampleWithEnv() {
	env := map[string]string{"STAGE": "test"}
	s := session(interp.WithEnv(func(name string) (string, bool) {
		v, ok := env[name]
		return v, ok
	}))
	defer s.Close()
	show(s, `(list (env "STAGE") (env "HOME" "none"))`)
	// Output: ("test" "none")
}

func ExampleWithHTTP() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "you asked for "+r.URL.Path)
	}))
	defer server.Close()
	s := session(interp.WithHTTP(server.Client()))
	defer s.Close()
	if err := s.Set("server", server.URL); err != nil {
		log.Fatal(err)
	}
	show(s, `(get (http "GET" (concat server "/a")) "body")`)
	// Output: "you asked for /a"
}

func ExampleWithProcesses() {
	run := func(_ context.Context, argv []string, out, _ io.Writer) (int, error) {
		_, err := fmt.Fprint(out, "would run ", strings.Join(argv, " "))
		return 0, err
	}
	s := session(interp.WithProcesses(run))
	defer s.Close()
	show(s, `(get (system (list "ls" "-l")) "output")`)
	// Output: "would run ls -l"
}

func ExampleWithClock() {
	s := session(interp.WithClock(func() time.Time { return time.UnixMilli(1700000000000) }))
	defer s.Close()
	show(s, `(date)`)
	// Output: 1700000000000
}

func ExampleWithRand() {
	draw := func() string {
		s := session(interp.WithRand(rand.NewPCG(1, 2)))
		defer s.Close()
		v, err := s.Eval(context.Background(), `(list (random 100) (random 100))`)
		if err != nil {
			log.Fatal(err)
		}
		return v.String()
	}
	first, second := draw(), draw()
	fmt.Println(first == second)
	// Output: true
}

func ExampleWithZone() {
	s := session(interp.WithZone(time.FixedZone("", 3600)))
	defer s.Close()
	show(s, `(format-date 0 "yyyy-MM-dd HH:mm Z")`)
	// Output: "1970-01-01 01:00 +0100"
}

func ExampleWithLocale() {
	s := session(interp.WithLocale("fr"))
	defer s.Close()
	show(s, `(format-date 0 "EEEE d MMMM")`)
	// Output: "jeudi 1 janvier"
}

func ExampleWithExecutorErrors() {
	s := session(interp.WithExecutorErrors(func(executor int, err error) { fmt.Println("executor", executor, "failed:", err) }))
	defer s.Close()
	show(s, `(spawn (throw "Lost" "nobody waits"))`)
	_ = s.Wait(context.Background())
	// Output:
	// 1
	// executor 1 failed: Lost: nobody waits
}

// calls is a Tracer that prints the calls of user functions.
type calls struct{}

func (calls) Enter(c *interp.Call) {
	if c.Locals().Len() > 0 {
		fmt.Println("enter", c.Name(), c.Locals().Value())
	}
}

func (calls) Leave(*interp.Call, interp.Value, error) {}

func ExampleWithTracer() {
	s := session(interp.WithTracer(calls{}))
	defer s.Close()
	show(s, `(set f (function (n) n)) (f 7)`)
	// Output:
	// enter f ("n" => 7)
	// 7
}

func ExampleWithoutCompiler() {
	s := session(interp.WithoutCompiler())
	defer s.Close()
	show(s, `(do (set n 0) (while (< n 1000) (++ n)) n)`)
	// Output: 1000
}
