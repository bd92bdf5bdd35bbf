package interp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Deep data must not use up a Go stack, whatever is done with it.
func TestDeepDataEverywhere(t *testing.T) {
	depth := 1_000_000
	if testing.Short() || raceEnabled {
		depth = 50_000
	}
	s := newSession(t, WithLimits(Limits{Bytes: Unlimited}))
	ctx := context.Background()
	text := strings.Repeat("(", depth) + strings.Repeat(")", depth)
	v, err := s.Interp().ParseOne("", text)
	if err != nil {
		t.Fatal(err)
	}
	if v.String() != text {
		t.Error("it is not printed as it was read")
	}
	if err := s.Set("deep", v); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ src, want string }{
		{`(length (string deep))`, fmt.Sprint(2 * depth)},
		{`(length (pretty (list deep)))`, ""},
		{`(= deep (clone deep true))`, "true"},
		{`(== deep (clone deep true))`, "true"},
		{`(size (sort (list deep 1 deep)))`, "3"},
		{`(size (merge deep (list "a" => 1)))`, "1"},
		{`(match deep (quote (x? x? x?)))`, "false"},
		{`(length (string deep "format" => "json"))`, fmt.Sprint(2 * depth)},
		{`(size (parse (string deep "format" => "json") "json"))`, "1"},
		{`(size (distinct (list deep (clone deep true))))`, "1"},
		{`(size deep)`, "1"},
		{`(delete deep)`, "true"},
	}
	for _, test := range tests {
		v, err := s.Eval(ctx, test.src)
		if err != nil || test.want != "" && v.String() != test.want {
			t.Errorf("%s\ngot  %.100s, %v\nwant %s", test.src, v, err, test.want)
		}
	}
	if _, err := As[any](v); err != nil {
		t.Error(err)
	}
	nested := strings.Repeat("(do ", depth) + "1" + strings.Repeat(")", depth)
	got, err := s.Eval(ctx, nested)
	var e *Exception
	if got.String() != "1" && (!errors.As(err, &e) || e.Type != "StackOverflowError") {
		t.Errorf("got  %.100s, %v\nwant a value or StackOverflowError", got, err)
	}
}

func TestTooDeepTextIsALimit(t *testing.T) {
	s := newSession(t)
	_, err := s.Eval(context.Background(), strings.Repeat("(", 1_000_001))
	var limit *LimitError
	if !errors.As(err, &limit) || limit.Limit != "read-depth" {
		t.Errorf("got  %v\nwant a LimitError", err)
	}
}

// Building the trace of an error must not fail, wherever the error is raised.
func TestErrorsInOddPlacesAreShown(t *testing.T) {
	for _, src := range []string{
		`(throw "X" "y")`,
		`(call (function () (throw "X" "y")))`,
		`(eval (list (quote throw) "X" "y"))`,
		`(sort (list 1 2) (function (a b) (throw "X" "y")))`,
		`(do (set f (function () (do (set f null) (throw "X" "y")))) (f))`,
		`(do (set f (function () (do (set f (function () 1)) (f) (throw "X" "y")))) (f))`,
		`(do (set f (function (n) (if (> n 0) (f (- n 1)) (throw "X" "y")))) (f 1000))`,
		`(do (set l (quote (do (pop l) (pop l) (throw "X" "y")))) (eval l))`,
		`(do (set f (function () (do (remove f) (throw "X" "y")))) (f))`,
		`(eval (quote (throw "X" "y")) (list))`,
		`(throw (list))`,
		`(throw (list null))`,
		`(throw (list (list 1)))`,
		`(do (set e (list "X")) (put e "message" e) (throw e))`,
		`(try (throw "A" "b") (e "A" => (throw e)))`,
		`(do (set g (function () (throw "A" "b"))) (try (g) (e "*" => (do (put e "more" e) (throw e)))))`,
		`x/y`,
		`(do (set x (list 1)) x/5)`,
		`((quote (a b)))`,
	} {
		t.Run(src, func(t *testing.T) {
			s := newSession(t)
			for _, run := range []func() error{
				func() error { _, err := s.Eval(context.Background(), src); return err },
				func() error {
					code, err := s.Interp().ParseOne("", src)
					if err != nil {
						return err
					}
					_, err = s.EvalValue(context.Background(), code)
					return err
				},
			} {
				err := run()
				var p *PanicError
				if errors.As(err, &p) {
					t.Fatalf("got  %v\n%s", err, p.GoStack)
				}
				Show(io.Discard, err, false)
				_ = fmt.Sprint(err)
			}
		})
	}
}

// Random programs end in a value or an error, never in a panic, and leave a usable
// session.
func TestRandomPrograms(t *testing.T) {
	in, err := New(WithLimits(Limits{Steps: 20_000, Bytes: 1 << 24, Allocated: 1 << 26, ListLen: 10_000, StringLen: 100_000, Depth: 500, Spawned: 20}))
	if err != nil {
		t.Fatal(err)
	}
	names := in.NewSession().callable()
	atoms := []string{"1", "-1", "0", "2.5", "NaN", "1e300", `"a"`, `""`, "null", "true", "()", "(1 2)", `("a" => 1)`, "x", "x/0", "(function (a) a)", "(quote y)", `"type" => "long"`, "9223372036854775807"}
	seed := uint64(time.Now().UnixNano())
	r := rand.New(rand.NewPCG(seed, 0))
	var form func(depth int) string
	form = func(depth int) string {
		if depth == 0 || r.IntN(4) == 0 {
			return atoms[r.IntN(len(atoms))]
		}
		parts := []string{names[r.IntN(len(names))]}
		for range r.IntN(5) {
			parts = append(parts, form(depth-1))
		}
		return "(" + strings.Join(parts, " ") + ")"
	}
	runs := 3000
	if testing.Short() || raceEnabled {
		runs = 300
	}
	synctest.Test(t, func(t *testing.T) { // what waits does not take time
		for range runs {
			src := "(do (set x (list 1 2)) " + form(4) + ")"
			s := in.NewSession()
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			v, err := s.Eval(ctx, src)
			var p *PanicError
			if errors.As(err, &p) {
				t.Errorf("seed %d: %s\ngot  %v\n%s", seed, src, err, p.GoStack)
			}
			_ = v.String()
			if _, err := s.Eval(context.Background(), "(+ 1 1)"); err != nil {
				t.Errorf("seed %d: %s\nthe session is not usable: %v", seed, src, err)
			}
			cancel()
			_ = s.Close()
		}
	})
}

func TestThrownAgainAnExceptionKeepsItsPlace(t *testing.T) {
	s := newSession(t, With(special("broken", func(*Call) (Value, error) { return Null(), io.ErrUnexpectedEOF })))
	p, err := s.Interp().Compile("a.bpl", "(set f (function ()\n  (broken)))\n(try (f)\n  (e \"*\" => (do (put e \"more\" 1)\n    (throw e))))")
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Run(context.Background(), p)
	var e *Exception
	if !errors.As(err, &e) || e.Pos.String() != "a.bpl:2:3" || len(e.Stack) != 1 || e.Stack[0].Pos.String() != "a.bpl:3:6" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Fatalf("got  %v at %v, stack %v", err, e.Pos, e.Stack)
	}
	if more, ok := e.Data.Get("more"); !ok || more.String() != "1" {
		t.Errorf("got  %s\nwant the element that the handler added", e.Data.Value())
	}
}

// Cancellation reaches what waits and what works for long.
func TestCancellationReachesEverything(t *testing.T) {
	s := newSession(t, WithLimits(Limits{Bytes: Unlimited}), WithStdio(blockingReader{}, io.Discard, io.Discard))
	evaluated(t, s, `(set big (range 1000000)) (set text (repeat "ab" 5000000)) (set lock (list))`)
	for _, src := range []string{
		`(sleep 1e9)`, `(wait lock)`, `(watch (list 1))`, `(while true null)`, `(read-line)`, `(wait-all (do (spawn (sleep 1e9)) null))`,
		`(do (spawn (sync lock (sleep 1e9))) (sleep 1) (sync lock 1))`,
		`(while true (sort big (function (a b) (- b a))))`, `(while true (sort (reverse (clone big))))`, `(while true (clone big))`,
		`(while true (string big))`, `(while true (find big x (> 0 x)))`, `(while true (= big (clone big)))`, `(while true (parse (string big)))`,
		`(while true (replace-string text "(a|b)+c" "x"))`, `(while true (split text "x"))`, `(while true (match-string text "(a*b*)*c\\1"))`,
		`(while true (try (while true null) (e "*" => null)))`, `(while true (locate-string text "abba"))`, `(while true (upcase text))`,
		`(while true (try (throw "A" "b") (e "*" => null)))`, `(while true (merge (list big) (list "a" => 1)))`, `(while true (match big (quote (x... 5 y... 3 z...))))`,
	} {
		t.Run(src, func(t *testing.T) {
			ends(t, func() {
				ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
				defer cancel()
				began := time.Now()
				_, err := s.Eval(ctx, src)
				if !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("got  %v\nwant context.DeadlineExceeded", err)
				}
				if took := time.Since(began); took > 30*time.Second {
					t.Errorf("it took %v", took)
				}
				if got := evaluated(t, s, "(+ 1 1)"); got != "2" {
					t.Errorf("got  %s\nwant that the next evaluation is not touched", got)
				}
			})
		})
	}
}

// blockingReader never delivers anything.
type blockingReader struct{}

func (blockingReader) Read([]byte) (int, error) { select {} }

func TestOneProgramInManySessions(t *testing.T) {
	in, err := New()
	if err != nil {
		t.Fatal(err)
	}
	p, err := in.Compile("p.bpl", `
		(set record (quote ("name" => "x" "tags" => (a b) "n" => 0)))
		(set visit (function (r) (do (put r "n" (+ r/n 1)) (push r/tags (quote c)) (size r/tags))))
		(set results (list))
		(for (set i 0) (< i 50) (++ i) (push results (visit record)))
		(put visit 2 (quote (list (match-string "abc" "[a-c]+") (split "a,b" ",") r/n)))
		(list (last results) (visit record) (sum results))`)
	if err != nil {
		t.Fatal(err)
	}
	const want = `(52 (true ("a" "b") 50) 1375)`
	var group sync.WaitGroup
	for range 16 {
		group.Go(func() {
			s := in.NewSession()
			defer func() { _ = s.Close() }()
			for range 5 {
				v, err := s.Run(context.Background(), p)
				if err != nil || v.String() != want {
					t.Errorf("got  %v, %v\nwant %s", v, err, want)
				}
			}
		})
	}
	group.Wait()
}

func TestKilledAndExitedFromOutside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession(t)
		_, err := s.Eval(context.Background(), `(spawn (kill 0)) (try (sleep 1000) (e "*" => 1))`)
		if !errors.Is(err, ErrKilled) {
			t.Errorf("got  %v\nwant ErrKilled", err)
		}
		_, err = s.Eval(context.Background(), `(spawn (exit 3)) (try (sleep 1000) (e "*" => 1))`)
		var exit *ExitError
		if !errors.As(err, &exit) || exit.Code != 3 {
			t.Errorf("got  %v\nwant exit 3", err)
		}
	})
}
