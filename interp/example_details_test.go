package interp_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	"github.com/bpl-lang/bpl/interp"
)

func ExampleSession_Close() {
	s := session()
	show(s, `(spawn (while true (sleep 1)))`)
	fmt.Println(s.Close()) // ends the executor and waits for it
	_, err := s.Eval(ctx, `1`)
	fmt.Println(err, errors.Is(err, interp.ErrClosed))
	// Output:
	// 1
	// <nil>
	// session is closed true
}

func ExampleSession_Get() {
	s := session()
	defer s.Close()
	show(s, `(set answer 42)`)
	v, ok := s.Get("answer")
	fmt.Println(v, ok)
	v, ok = s.Get("question")
	fmt.Println(v, ok)
	// Output:
	// 42
	// 42 true
	// null false
}

func ExampleSession_Help() {
	s := session()
	defer s.Close()
	show(s, `(set area_help "of a rectangle")`)
	show(s, `(set area (function (width height) (* width height)))`)
	help, ok := s.Help("area")
	fmt.Println(help.Signature, help.Summary, ok)
	// Output:
	// "of a rectangle"
	// (function (width height) (* width height))
	// (area width height) of a rectangle true
}

func ExampleLib() {
	lib := interp.Lib("greetings", hello("Hello!"))
	for _, b := range lib.Builtins() {
		fmt.Println(lib.Name(), b.Name(), b.Help().Summary)
	}
	// Output: greetings hello greets
}

func ExampleNewShape() {
	shape := interp.NewShape("key", "", "value")
	b := interp.NewListBuilder(shape, 1, 0)
	b.Int(1)
	b.Int(2)
	b.Int(3)
	fmt.Println(shape.Len(), b.List().Value())
	// Output: 3 ("key" => 1 2 "value" => 3)
}

func ExampleNearest() {
	fmt.Println(interp.Nearest("lenght", []string{"size", "length", "first"}))
	// Output: length
}

func ExampleInterp_ParseJSON() {
	in, err := interp.New()
	if err != nil {
		log.Fatal(err)
	}
	v, err := in.ParseJSON(`{"n": [1, 2.5, null]}`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(v)
	text, err := in.AppendJSON(nil, v)
	fmt.Println(string(text), err)
	// Output:
	// ("n" => (1 2.5 null))
	// {"n":[1,2.5,null]} <nil>
}

func ExampleSyntaxError() {
	in, err := interp.New()
	if err != nil {
		log.Fatal(err)
	}
	_, err = in.Compile("a.bpl", "(set x\n  (+ 1 2)))")
	var wrong *interp.SyntaxError
	if errors.As(err, &wrong) {
		fmt.Println(wrong.Type, wrong.Msg, wrong.Pos.Line, wrong.Incomplete)
		wrong.Show(os.Stdout, false)
	}
	// Output:
	// ParseException Unmatched parentheses 2 false
	// a.bpl:2:11: Unmatched parentheses
	// 2 |   (+ 1 2)))
	//   |           ^
}

func ExampleLimitError() {
	s := session(interp.WithLimits(interp.Limits{ListLen: 1000}))
	defer s.Close()
	_, err := s.Eval(ctx, `(try (range 1e6) (e "*" => "not caught"))`)
	var limit *interp.LimitError
	fmt.Println(errors.As(err, &limit), limit.Limit, limit.Max)
	// Output: true list-len 1000
}

func ExampleCancelError() {
	s := session()
	defer s.Close()
	stop, cancel := context.WithCancelCause(ctx)
	cancel(errors.New("the user went away"))
	_, err := s.Eval(stop, `(+ 1 2)`)
	var cancelled *interp.CancelError
	fmt.Println(errors.As(err, &cancelled), cancelled.Cause)
	// Output: true the user went away
}

func ExampleExitError() {
	s := session()
	defer s.Close()
	_, err := s.Eval(ctx, `(try (exit 3) (e "*" => "not caught"))`)
	var exit *interp.ExitError
	fmt.Println(errors.As(err, &exit), exit.Code)
	// Output: true 3
}

func ExamplePanicError() {
	bug := interp.Func("bug", func(n []int) int { return n[7] }, interp.Help{Summary: "has a bug"})
	s := session(interp.With(interp.Lib("bugs", bug)))
	defer s.Close()
	_, err := s.Eval(ctx, `(try (bug (list 1)) (e "*" => "not caught"))`)
	var panicked *interp.PanicError
	fmt.Println(errors.As(err, &panicked), panicked.Value)
	show(s, `(+ 1 2)`) // the session goes on
	// Output:
	// true runtime error: index out of range [7] with length 1
	// 3
}

func ExampleCall_Context() {
	// The session of the host comes back into the call when it is given its context.
	var s *interp.Session
	back := interp.Func("back", func(ctx context.Context) (string, error) {
		v, err := s.Eval(ctx, `(concat "from " "inside")`)
		return v.String(), err
	}, interp.Help{Summary: "comes back"})
	s = session(interp.With(interp.Lib("back", back)))
	defer s.Close()
	show(s, `(back)`)
	// Output: "\"from inside\""
}

func ExampleCall_State() {
	s := session(interp.With(visits{}))
	defer s.Close()
	show(s, `(do (visit) (visit) (visit))`)
	// Output: 3
}
