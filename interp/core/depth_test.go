package core_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// evaluate evaluates src in s and returns the printed value, or the error as transcripts
// write it.
func evaluate(t *testing.T, s *interp.Session, src string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	v, err := s.Eval(ctx, src)
	return show(s, v, err)
}

func show(s *interp.Session, v interp.Value, err error) string {
	var e *interp.Exception
	switch {
	case errors.As(err, &e) && e.Message != "":
		return fmt.Sprintf("! %s %q", e.Type, e.Message)
	case errors.As(err, &e):
		return "! " + e.Type
	case err != nil:
		return "! " + err.Error()
	}
	text := ""
	s.Do(func(*interp.Session) { text = v.String() })
	return text
}

// expect evaluates src and compares.
func expect(t *testing.T, s *interp.Session, src, want string) {
	t.Helper()
	if got := evaluate(t, s, src); got != want {
		t.Errorf("%s\n got %s\nwant %s", src, got, want)
	}
}

func newSession(t *testing.T, opts ...interp.Option) *interp.Session {
	t.Helper()
	in, err := interp.New(opts...)
	if err != nil {
		t.Fatal(err)
	}
	s := in.NewSession()
	t.Cleanup(func() {
		if err := s.Close(); err != nil && !errors.Is(err, interp.ErrClosed) {
			t.Error(err)
		}
	})
	return s
}

// deepest is how many calls of functions may be active: fewer where stacks are smaller.
var deepest = map[bool]int{false: 100_000, true: 20_000}[math.MaxInt == math.MaxInt32]

// between are calls of the function f with n - 1 inside another form.
var between = []struct{ name, form string }{
	{"plain", "(f (- n 1))"},
	{"if", "(if true (f (- n 1)))"},
	{"when", "(when true (f (- n 1)))"},
	{"cond", "(cond (f (- n 1)))"},
	{"do", "(do (f (- n 1)))"},
	{"while", "(do (local once) (set once true) (while once (set once false) (f (- n 1))))"},
	{"for", "(do (local i) (for (set i 0) (< i 1) (++ i) (f (- n 1))))"},
	{"try", "(try (f (- n 1)) (e \"A\" => 1))"},
	{"try with finally", "(try (f (- n 1)) null (+ 1 1))"},
	{"handler", "(try (throw \"A\") (e \"A\" => (f (- n 1))))"},
	{"finally", "(try 1 null (f (- n 1)))"},
	{"call", "(call f (- n 1))"},
	{"eval", "(eval (list (quote f) (- n 1)))"},
	{"eval in a scope", "(eval (quote (f (- n 1))) (list \"n\" => n))"},
	{"eval in own scope", "(eval (quote (f (- n 1))) (local-scope))"},
	{"sync", "(sync 5 (f (- n 1)))"},
	{"time", "(time (f (- n 1)))"},
	{"set", "(set-local r (f (- n 1)))"},
	{"assert", "(assert true (f (- n 1)))"},
	{"list", "(list 1 (f (- n 1)) 2)"},
	{"and", "(and true (f (- n 1)))"},
	{"or", "(or false (f (- n 1)))"},
	{"plus", "(+ 1 (f (- n 1)))"},
	{"less", "(< 1 (f (- n 1)))"},
	{"equal", "(= 1 (f (- n 1)))"},
	{"for-each", "(for-each (1) x (f (- n 1)))"},
	{"apply", "(apply (1) x (f (- n 1)))"},
	{"find", "(find (1) x (f (- n 1)))"},
	{"locate", "(locate (1) x (f (- n 1)))"},
	{"match", "(match (1) (a?) (f (- n 1)))"},
	{"sort", "(do (set m n) (sort (2 1) (function (a b) (f (- m 1)) 0)))"},
	{"reduce", "(reduce (1) a 0 x (f (- n 1)))"},
	{"group-by", "(group-by (1) x (f (- n 1)))"},
	{"watch", "(watch (f (- n 1)) \"other\")"},
	{"twenty forms", strings.Repeat("(do (if true (list (+ 1 ", 5) + "(f (- n 1))" + strings.Repeat("))))", 5)},
}

func recursive(form string) string {
	return "(set n 0) (set f (function (n) (local r) (if (> n 0) " + form + ") 0))"
}

// Ten thousand levels work with any form between two calls, and runaway recursion is an
// exception that a script can catch, after which it goes on.
func TestDeepRecursion(t *testing.T) {
	for _, b := range between {
		t.Run(b.name, func(t *testing.T) {
			s := newSession(t)
			evaluate(t, s, recursive(b.form))
			want := "0"
			if b.name == "assert" { // the message is not evaluated
				return
			}
			levels := min(10_000, deepest*2/5)
			expect(t, s, fmt.Sprintf("(f %d)", levels), want)
			expect(t, s, "(try (f 100000000) (e \"StackOverflowError\" => \"caught\"))", "\"caught\"")
			expect(t, s, "(f 10)", want)
		})
	}
}

// A hundred thousand levels is what is allowed by default.
func TestDeepestRecursion(t *testing.T) {
	for _, b := range between {
		if b.name != "plain" && b.name != "try with finally" && b.name != "twenty forms" {
			continue
		}
		t.Run(b.name, func(t *testing.T) {
			s := newSession(t)
			evaluate(t, s, recursive(b.form))
			levels := deepest - 1
			if b.name == "twenty forms" {
				levels = deepest * 4 / 10 // there may be ten times as many nested evaluations
			}
			expect(t, s, fmt.Sprintf("(f %d)", levels), "0")
		})
	}
}

// Handlers and FINALLY of runaway recursion have room left, at every level.
func TestHandlersOfRunawayRecursion(t *testing.T) {
	s := newSession(t)
	evaluate(t, s, `
		(set depth (function (n) (if (> n 0) (depth (- n 1)) "bottom")))
		(set count 0)
		(set f (function () (try (f) (e "A" => 1) (do (depth 5) (++ count)))))
		(set g (function () (try (g) (e "StackOverflowError" => (depth 1000)))))`)
	expect(t, s, "(g)", `"bottom"`)
	expect(t, s, `(try (f) (e "*" => e/0))`, `"StackOverflowError"`)
	expect(t, s, "count", strconv.Itoa(deepest))
	expect(t, s, "(g)", `"bottom"`)
}

// An exception passes through 100,000 nested tries, each with FINALLY, in a moment: the
// stack is unwound level by level. Where the machine is busy it may take longer, but not
// out of proportion to 10,000.
func TestThrowThroughManyTries(t *testing.T) {
	s := newSession(t)
	evaluate(t, s, `(set left 0)
		(set f (function (n) (try (if (= n 0) (do (set began (clock)) (throw "Deep" "down")) (f (- n 1))) null (++ left))))`)
	throw := func(levels int) (ms float64) {
		evaluate(t, s, fmt.Sprintf("(do (set left 0) (set levels %d))", levels))
		expect(t, s, `(do (set m (try (f (- levels 2)) (e "Deep" => e/message))) (set took (- (clock) began)) m)`, `"down"`)
		expect(t, s, "(= left (- levels 1))", "true")
		took, _ := s.Get("took")
		ms, _ = took.AsDouble()
		return ms
	}
	// Other processes may disturb some of them, so the quickest of each count: it takes one
	// of each that is not disturbed.
	many, few, most := math.Inf(1), math.Inf(1), 0.0
	for deadline := time.Now().Add(30 * time.Second); many > most && time.Now().Before(deadline); {
		few, many = min(few, throw(deepest/10)), min(many, throw(deepest))
		most = max(100*slowness, 60*few)
	}
	t.Logf("took %.1f ms, a tenth of the levels %.1f ms", many, few)
	if many > most {
		t.Errorf("took %.1f ms, want at most %.1f", many, most)
	}
}

// The call stack of an exception is that of the calls, however deep.
func TestStackOfDeepException(t *testing.T) {
	s := newSession(t)
	evaluate(t, s, `(set f (function (n) (if (= n 0) (throw "A") (f (- n 1)))))`)
	expect(t, s, fmt.Sprintf(`(try (f %d) (e "*" => (size e/stack)))`, deepest/2), strconv.Itoa(deepest/2+1))
	if got := evaluate(t, s, "(f 3)"); !strings.HasPrefix(got, "! A") {
		t.Errorf("got  %s\nwant ! A", got)
	}
}
