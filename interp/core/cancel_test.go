package core_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// blockingHost are capabilities that wait until their context ends.
func blockingHost() []interp.Option {
	return []interp.Option{
		interp.WithHTTP(doerFunc(func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, context.Cause(r.Context())
		})),
		interp.WithProcesses(func(ctx context.Context, _ []string, _, _ io.Writer) (int, error) {
			<-ctx.Done()
			return -1, context.Cause(ctx)
		}),
	}
}

// waits are expressions that wait for ever. (Of read-line, whose reader knows no simulated
// time, see TestReadLineIsInterruptible.)
var waits = []string{
	`(sleep 1e15)`,
	`(wait "x")`,
	`(sync "x" (wait "x"))`,
	`(do (spawn (sync "x" (wait "y"))) (sleep 1) (sync "x" 1))`,
	`(watch 1)`,
	`(do (spawn (wait "z")) (wait-all))`,
	`(http "GET" "http://localhost/")`,
	`(http "GET" "http://localhost/" "timeout-ms" => 1e12)`,
	`(system "true")`,
}

// Whatever an evaluation waits for, it ends with its context; no handler and no FINALLY is
// evaluated, and the next evaluation is not touched.
func TestContextEndsWaits(t *testing.T) {
	for _, src := range waits {
		t.Run(src, func(t *testing.T) {
			inBubble(t, blockingHost(), func(t *testing.T, s *interp.Session, errs *[]reported) {
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				defer cancel()
				began := time.Now()
				_, err := s.Eval(ctx, `(try `+src+` (e "*" => (set caught e)) (set finally 1))`)
				var ended *interp.CancelError
				if !errors.As(err, &ended) || !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("got  %v\nwant a CancelError because of %v", err, context.DeadlineExceeded)
				}
				if took := time.Since(began); took != 10*time.Second {
					t.Errorf("ended after\n got %v\nwant 10s", took)
				}
				runSteps(t, s, []step{{0, "(list (exists caught) (exists finally) (try 1 null 2))", "(false false 1)"}})
			})
		})
	}
}

func TestKillEndsWaits(t *testing.T) {
	for _, src := range waits {
		t.Run(src, func(t *testing.T) {
			inBubble(t, blockingHost(), func(t *testing.T, s *interp.Session, errs *[]reported) {
				runSteps(t, s, []step{
					{0, `(do (set id (spawn (try ` + src + ` (e "*" => (set caught e)) (set finally 1)))) (sleep 5) (kill id))`, "true"},
					{0, `(do (sleep 1) (kill) (sleep 1) (list (size (executors)) (exists caught) (exists finally)))`, "(1 false false)"},
				})
				if len(*errs) > 0 {
					t.Errorf("reported %v, want nothing: being killed is no error", *errs)
				}
			})
		})
	}
}

// loops never wait. They end too, and soon.
var loops = []string{
	`(while true)`,
	`(for null true null)`,
	`(while true (try (while true) (e "*" => null)))`,
	`(while true (try (throw "A") (e "*" => null) null))`,
	`(do (set f (function () (try (f) (e "*" => (f)) (f)))) (f))`,
	`(do (set f (function () (f))) (while true (try (f) (e "*" => null))))`,
	`(while true (spawn (sleep 0)) (wait-all))`,
	`(while true (sync "x" (notify "x")))`,
	`(for-each l x (push l x))`,
	`(while true (timer-cancel (timer-schedule (function () 1) 1000)))`,
	`(while true (print "x"))`,
	`(while true (eval (quote (call (function () (random))))))`,
}

func TestContextEndsLoops(t *testing.T) {
	for _, src := range loops {
		t.Run(src, func(t *testing.T) {
			s := newSession(t, interp.WithStdio(nil, io.Discard, nil))
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
			defer cancel()
			began := time.Now()
			_, err := s.Eval(ctx, `(do (set l (list 1)) (try `+src+` (e "*" => (set caught e)) (set finally 1)))`)
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got  %v\nwant %v", err, context.DeadlineExceeded)
			}
			if took := time.Since(began); took > 30*time.Second {
				t.Errorf("ended after %v", took)
			}
			expect(t, s, "(list (exists caught) (exists finally))", "(false false)")
		})
	}
}

// Limits pass through try, and leave a session that works.
func TestLimitsAreNotCaught(t *testing.T) {
	for _, test := range []struct {
		limits     interp.Limits
		src, limit string
	}{
		{interp.Limits{Steps: 1000}, `(while true)`, "steps"},
		{interp.Limits{Steps: 1000}, `(do (set f (function (n) (if (> n 0) (f (- n 1))))) (f 5000))`, "steps"},
		{interp.Limits{Output: 5}, `(print "123456")`, "output"},
		{interp.Limits{Spawned: 1}, `(do (spawn (sleep 50)) (spawn (sleep 50)))`, "spawned"},
		{interp.Limits{StringLen: 10}, `(throw "A" (range 100))`, "string-len"},
		{interp.Limits{StringLen: 10}, `(print (range 100))`, "string-len"},
		{interp.Limits{StringLen: 10}, `(pretty (range 100))`, "string-len"},
		{interp.Limits{ListLen: 10}, `(do (set l (list)) (set l/10 1))`, "list-len"},
		{interp.Limits{Steps: 2000}, `(do (set l (range 1000000)) (for (set i 0) (< i 30) (++ i) (insert l 0 i)))`, "steps"},
		{interp.Limits{}, `(set l/99999999 1)`, "list-len"},
		{interp.Limits{Allocated: 10000}, `(while true (set s (pretty (range 100))))`, "allocated"},
	} {
		t.Run(test.src, func(t *testing.T) {
			s := newSession(t, interp.WithStdio(nil, io.Discard, nil), interp.WithLimits(test.limits))
			_, err := s.Eval(t.Context(), `(do (set l (list)) (try `+test.src+` (e "*" => (set caught e)) (set finally 1)))`)
			var limit *interp.LimitError
			if !errors.As(err, &limit) || limit.Limit != test.limit {
				t.Errorf("got  %v\nwant the limit %q", err, test.limit)
			}
			expect(t, s, "(list (exists caught) (exists finally))", "(false false)")
		})
	}
}

// Depth is the one limit that scripts may catch.
func TestDepthLimit(t *testing.T) {
	s := newSession(t, interp.WithLimits(interp.Limits{Depth: 50}))
	evaluate(t, s, `(set f (function (n) (if (> n 1) (f (- n 1)) n)))`)
	expect(t, s, "(f 50)", "1")
	expect(t, s, "(try (f 51) (e \"StackOverflowError\" => (list (f 50) e/message)))", `(1 "recursion deeper than 50 calls")`)
	expect(t, s, `(do (set g (function (n) (call g (+ n 1)))) (try (g 0) (e "StackOverflowError" => "caught")))`, `"caught"`)
	expect(t, s, `(do (set h (function (n) (sort (2 1) h))) (try (h 0) (e "StackOverflowError" => "caught")))`, `"caught"`)
	expect(t, s, "(f 50)", "1")
}

// Places of errors are those of the first throw, wherever the code came from.
func TestPlacesOfExceptions(t *testing.T) {
	s := newSession(t)
	for _, test := range []struct{ src, place string }{
		{"(throw \"A\")", "1:1"},
		{"(list 1\n  (get (1) 9))", "2:3"},
		{"(set f (function ()\n  (throw \"A\")))\n(try (f) (e \"*\"\n => (throw e)))", "2:3"},
		{"(sort (2 1) (function (a b)\n (throw \"A\")))", "2:2"},
		{"(eval (list throw \"A\"))", ""},
		{"(set g (function () (set g (function () 1))\n (throw \"A\"))) (g)", "2:2"},
		{"\"日本\" (do (throw \"A\"))", "1:10"},
		{"nothing/here", ""},
	} {
		_, err := s.Eval(t.Context(), test.src)
		var e *interp.Exception
		if !errors.As(err, &e) {
			t.Errorf("%s\n got %v\nwant an exception", test.src, err)
			continue
		}
		got := ""
		if e.Pos.Line > 0 {
			got = strings.TrimPrefix(e.Pos.String(), ":")
		}
		if got != test.place {
			t.Errorf("%s: place\n got %q\nwant %q", test.src, got, test.place)
		}
	}
}

// An evaluation that is over ends what it spawned, and nothing else.
func TestSleepersSurviveTheirEvaluation(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, s *interp.Session, errs *[]reported) {
		runSteps(t, s, []step{
			{0, `(do (spawn (do (sleep 100) (set a 1))) (timer-schedule (function () (set b 1)) 100) null)`, "null"},
			{0, `(get (time (wait-all)) "milliseconds")`, "0"}, // they belong to the evaluation before
		})
		if err := s.Wait(t.Context()); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		runSteps(t, s, []step{{0, "(list a b)", "(1 1)"}})
	})
}
