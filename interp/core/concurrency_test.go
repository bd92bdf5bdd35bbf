package core_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// A reported error ended a spawned executor.
type reported struct {
	executor int
	err      error
}

// inBubble runs test with a session whose time is simulated.
func inBubble(t *testing.T, opts []interp.Option, test func(t *testing.T, s *interp.Session, errs *[]reported)) {
	synctest.Test(t, func(t *testing.T) {
		var errs []reported
		opts = append([]interp.Option{interp.WithExecutorErrors(func(executor int, err error) {
			errs = append(errs, reported{executor, err}) // one executor runs at a time
		})}, opts...)
		in, err := interp.New(opts...)
		if err != nil {
			t.Fatal(err)
		}
		s := in.NewSession()
		test(t, s, &errs)
		if err := s.Close(); err != nil && !errors.Is(err, interp.ErrClosed) {
			t.Error(err)
		}
	})
}

// A step is an expression, or with a number of milliseconds the time to wait before it.
type step struct {
	wait      int
	src, want string
}

func runSteps(t *testing.T, s *interp.Session, steps []step) {
	t.Helper()
	for _, step := range steps {
		time.Sleep(time.Duration(step.wait) * time.Millisecond)
		ctx := context.Background()
		v, err := s.Eval(ctx, step.src)
		if got := show(s, v, err); got != step.want {
			t.Errorf("%s\n got %s\nwant %s", step.src, got, step.want)
		}
	}
}

func TestConcurrency(t *testing.T) {
	for _, test := range []struct {
		name  string
		steps []step
	}{
		{"executors begin in the order of their spawns", []step{
			{0, `(do (set log (list)) (spawn (push log 1)) (spawn (push log 2)) (spawn (push log 3)) (sleep 0) log)`, "(1 2 3)"},
		}},
		{"a spawned executor does not start before its caller waits", []step{
			{0, `(do (set x 1) (spawn (set x 2)) (list x (sleep 1) x))`, "(1 null 2)"},
			{0, `(do (set x 1) (for (set i 0) (< i 990) (++ i)) (spawn (set x 2)) (for (set i 0) (< i 100) (++ i)) x)`, "1"},
			{0, `(do (set x 1) (spawn (set x 2)) (while (= x 1)) x)`, "2"},
		}},
		{"spawn keeps its code and reads no variable twice", []step{
			{0, `(do (set code (quote (set y 5))) (spawn code) (sleep 1) (exists y))`, "false"},
			{0, `(do (spawn (eval code)) (sleep 1) y)`, "5"},
			{0, `(spawn)`, "! IndexOutOfBoundsException \"spawn: got no argument, want the code to evaluate\""},
		}},
		{"numbers of executors are unique while they run", []step{
			{0, `(do (set l (list)) (for (set i 0) (< i 50) (++ i) (push l (spawn (sleep 10)))) (= (size (distinct l)) 50))`, "true"},
			{20, `(size (executors))`, "1"},
		}},
		{"many short executors are no limit", []step{
			{0, `(do (set n 0) (for (set i 0) (< i 5000) (++ i) (spawn (++ n))) (wait-all) n)`, "5000"},
		}},
		{"executors shows the code under the number", []step{
			{0, `(do (set id (spawn (do (sleep 5) 1))) (get (executors) (join (list id))))`, "(do (sleep 5) 1)"},
		}},
		{"executors are listed in the order of their numbers", []step{
			{0, `(for (set i 0) (< i 20) (++ i) (spawn (sleep 60000)) null)`, "null"},
			{0, `(do (set listed (names (executors))) (= listed (sort listed (function (a b) (- (number a) (number b))))))`, "true"},
			{0, `(size listed)`, "21"},
			{0, `(kill)`, "true"},
		}},
		{"kill takes numbers and text", []step{
			{0, `(do (set id (spawn (sleep 1000))) (list (kill (+ id 0.9)) (kill 99999) (kill "99999") (kill -1) (kill 1e18)))`, "(true false false false false)"},
			{1, `(size (executors))`, "1"},
			{0, `(do (set id (spawn (sleep 1000))) (sleep 1) (list (kill (join (list id))) (sleep 1) (size (executors))))`, "(true null 1)"},
			{0, `(kill "abc")`, `! NumberFormatException "kill: got \"abc\", want a number"`},
			{0, `(try (kill null) (e "*" => e/0))`, `"IllegalArgumentException"`},
			{0, `(try (kill (list)) (e "*" => e/0))`, `"IllegalArgumentException"`},
			{0, `(try (kill true) (e "*" => e/0))`, `"IllegalArgumentException"`},
			{0, `(try (kill 1e30) (e "*" => e/0))`, `"ArithmeticException"`},
		}},
		{"an executor that is ended evaluates no FINALLY and catches nothing", []step{
			{0, `(set log (list))`, "()"},
			{0, `(do (set id (spawn (try (sleep 1000) (e "*" => (push log "caught")) (push log "finally")))) (sleep 1) (kill id))`, "true"},
			{1, `log`, "()"},
			{0, `(do (set id (spawn (while true (try (while true null) (e "*" => null) (push log 1))))) (for (set i 0) (< i 3000) (++ i)) (kill id) (for (set i 0) (< i 3000) (++ i)) (size (executors)))`, "1"},
			{0, `log`, "()"},
		}},
		{"everything that waits ends when it is killed", []step{
			{0, `(do (spawn (sleep 1e12)) (spawn (wait "x")) (spawn (sync "m" (sleep 1e9))) (spawn (sync "m" 1)) (spawn (watch 1)) (spawn (wait-all)) (spawn (sync "n" (wait "n"))) (sleep 5) (size (executors)))`, "8"},
			{0, `(kill)`, "true"},
			{1, `(size (executors))`, "1"},
			{0, `(kill)`, "false"},
			{0, `(list (sync "m" 1) (sync "n" 2))`, "(1 2)"},
		}},
		{"monitors go by equality, of lists by identity", []step{
			{0, `(do (set log (list)) (spawn (sync "m" (sleep 10) (push log "held"))) (sleep 1) (sync (join (list "m")) (push log "own")) log)`, `("held" "own")`},
			{0, `(do (set log (list)) (spawn (sync 5 (sleep 10) (push log "held"))) (sleep 1) (sync 5.0 (push log "own")) (sleep 20) log)`, `("own" "held")`},
			{0, `(do (set log (list)) (spawn (sync (list 1) (sleep 10) (push log "held"))) (sleep 1) (sync (list 1) (push log "own")) (sleep 20) log)`, `("own" "held")`},
			{0, `(do (set log (list)) (spawn (sync (quote a/b) (sleep 10) (push log "held"))) (sleep 1) (sync (reference ("a" "b")) (push log "own")) log)`, `("held" "own")`},
			{0, `(do (set log (list)) (spawn (sync (quote sum) (sleep 10) (push log "held"))) (sleep 1) (sync sum (push log "own")) log)`, `("held" "own")`},
			{0, `(do (set log (list)) (spawn (sync true (sleep 10) (push log "held"))) (sleep 1) (sync (= 1 1) (push log "own")) log)`, `("held" "own")`},
			{0, `(do (set log (list)) (spawn (sync NaN (sleep 10) (push log "held"))) (sleep 1) (sync (/ 0 0) (push log "own")) log)`, `("held" "own")`},
			{0, `(do (set log (list)) (spawn (sync + (sleep 10) (push log "held"))) (sleep 1) (sync + (push log "own")) log)`, `("held" "own")`},
			{0, `(do (set log (list)) (spawn (sync "a" (sleep 10) (push log "held"))) (sleep 1) (sync (quote a) (push log "own")) (sleep 20) log)`, `("own" "held")`},
		}},
		{"sync releases on an error and is reentrant", []step{
			{0, `(try (sync "m" (sync "m" (throw "A"))) (e "A" => 1))`, "1"},
			{0, `(do (spawn (set got (sync "m" 5))) (sleep 1) got)`, "5"},
			{0, `(do (set log (list)) (spawn (sync "m" (sync "m" 1) (sleep 10) (push log "still held"))) (sleep 1) (sync "m" (push log "next")) log)`, `("still held" "next")`},
		}},
		{"monitors are handed over in turn", []step{
			{0, `(do (set log (list)) (spawn (sync "m" (sleep 10))) (sleep 1) (for (set i 0) (< i 5) (++ i) (spawn (sync "m" (push log (size log)) (sleep 1)))) (sleep 100) log)`, "(0 1 2 3 4)"},
		}},
		{"wait gives the monitor up fully and takes it back", []step{
			{0, `(do (set log (list)) (spawn (sync "m" (sync "m" (wait "m" 1000) (push log "woken") (sleep 10) (push log "held")))) (sleep 1)
				(sync "m" (push log "in between") (notify "m") (push log "notified")) (sleep 1) (sync "m" (push log "last")) log)`,
				`("in between" "notified" "woken" "held" "last")`},
		}},
		{"wait ends after its time", []step{
			{0, `(get (time (wait "x" 250)) "milliseconds")`, "250"},
			{0, `(get (time (sync "x" (wait "x" 0.5))) "milliseconds")`, "0.5"},
			{0, `(do (spawn (do (sleep 70) (notify "x"))) (get (time (wait "x" 0)) "milliseconds"))`, "70"},
			{0, `(do (spawn (do (sleep 70) (notify "x"))) (get (time (wait "x" null)) "milliseconds"))`, "70"},
			{0, `(do (spawn (do (sleep 70) (notify "x"))) (get (time (wait "x")) "milliseconds"))`, "70"},
			{0, `(try (wait "x" -1) (e "*" => e/0))`, `"IllegalArgumentException"`},
			{0, `(try (wait "x" "5") (e "*" => e/0))`, `"IllegalArgumentException"`},
			{0, `(try (wait null 5) (e "*" => e/0))`, `"IllegalArgumentException"`},
			{0, `(try (sync null) (e "*" => e/0))`, `"IllegalArgumentException"`},
			{0, `(try (notify null) (e "*" => e/0))`, `"IllegalArgumentException"`},
		}},
		{"notify wakes all", []step{
			{0, `(do (set n 0) (for (set i 0) (< i 5) (++ i) (spawn (do (wait "x") (++ n)))) (sleep 1) (notify "x") (sleep 1) n)`, "5"},
		}},
		{"sleep", []step{
			{0, `(get (time (sleep 1234.5)) "milliseconds")`, "1234.5"},
			{0, `(get (time (sleep NaN)) "milliseconds")`, "0"},
			{0, `(get (time (sleep (list 5))) "milliseconds")`, "0"},
			{0, `(sleep -0.0)`, "null"},
			{0, `(sleep -0.5)`, `! IllegalArgumentException "sleep: got a negative time, want 0 or more milliseconds"`},
		}},
		{"watch polls every 100 ms, 300 times", []step{
			{0, `(do (set n 0) (set r (time (watch (do (++ n) "same") "same"))) (list n r/result r/milliseconds))`, `(300 "same" 29900)`},
			{0, `(do (set n 0) (set r (time (watch (++ n)))) (list n r/result r/milliseconds))`, `(2 2 100)`},
			{0, `(do (set n 0) (set r (time (watch (++ n) 5))) (list n r/result r/milliseconds))`, `(1 1 0)`},
			{0, `(do (set v (list 1)) (spawn (do (sleep 250) (push v 2))) (set r (time (watch v (1)))) (list r/result r/milliseconds))`, `((1 2) 300)`},
		}},
		{"wait-all", []step{
			{0, `(wait-all)`, "true"},
			{0, `(do (spawn (sleep 40)) (spawn (sleep 70)) (timer-schedule (function () (sleep 10)) 90) (get (time (wait-all)) "milliseconds"))`, "100"},
			{0, `(do (spawn (sleep 40)) (set r (time (wait-all 30))) (list r/result r/milliseconds))`, "(false 30)"},
			{0, `(do (spawn (sleep 40)) (wait-all 0))`, "false"},
			{50, `(do (spawn (do (wait-all) (set a "first"))) (spawn (do (wait-all 1000) (set b "second"))) (spawn (sleep 20)) (list (wait-all) (sleep 1) a b))`, `(true null "first" "second")`},
			{0, `(do (spawn (sleep 10)) null)`, "null"},
			{0, `(get (time (wait-all)) "milliseconds")`, "0"},
			{0, `(try (wait-all -1) (e "*" => e/0))`, `"IllegalArgumentException"`},
			{0, `(try (wait-all "x") (e "*" => e/0))`, `"IllegalArgumentException"`},
			{0, `(wait-all null)`, "true"},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			inBubble(t, nil, func(t *testing.T, s *interp.Session, errs *[]reported) {
				runSteps(t, s, test.steps)
				if len(*errs) > 0 {
					t.Errorf("errors of executors\n got %v\nwant none", *errs)
				}
			})
		})
	}
}

func TestErrorsOfExecutorsAreReportedOnce(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, s *interp.Session, errs *[]reported) {
		runSteps(t, s, []step{
			{0, `(do (set f (function () (throw "Lost" "in f"))) (set id (spawn (f))) (sleep 1) "fine")`, `"fine"`},
			{0, `(do (timer-schedule (function () (throw "Again")) 10 10) (sleep 35) (timer-cancel))`, "true"},
			{0, `(do (spawn (sleep 1000)) (sleep 1) (kill))`, "true"},
		})
		var types []string
		for _, r := range *errs {
			var e *interp.Exception
			if !errors.As(r.err, &e) {
				t.Fatalf("got %v, want an exception", r.err)
			}
			types = append(types, e.Type)
		}
		if want := []string{"Lost", "Again", "Again", "Again"}; !slices.Equal(types, want) {
			t.Errorf("reported\n got %v\nwant %v", types, want)
		}
		id, _ := s.Get("id")
		if n, _ := id.AsInt(); len(*errs) > 0 && int64((*errs)[0].executor) != n {
			t.Errorf("number of the executor\n got %d\nwant %d", (*errs)[0].executor, n)
		}
	})
}

func TestExitEndsTheEvaluation(t *testing.T) {
	for _, test := range []struct {
		name, src string
		code      int
	}{
		{"default", "(exit)", 0},
		{"number", "(exit 3)", 3},
		{"modulo", "(exit 257)", 1},
		{"negative", "(exit -1)", 255},
		{"whole double", "(exit 4.0)", 4},
		{"long", "(exit 4294967299)", 3},
		{"large double", "(exit 1e300)", 0},
		{"fraction", "(exit 3.5)", 2},
		{"not a number", "(exit NaN)", 2},
		{"infinite", "(exit -Infinity)", 2},
		{"text", "(exit \"3\")", 2},
		{"null", "(exit null)", 2},
		{"list", "(exit (list))", 2},
		{"skips handlers and FINALLY", `(try (exit 3) (e "*" => (exit 4)) (exit 5))`, 3},
		{"from a spawned executor", `(do (spawn (exit 6)) (try (sleep 1000) null (exit 7)) (exit 8))`, 6},
		{"from a timer", `(do (timer-schedule (function () (exit 9)) 10 10) (wait-all))`, 9},
		{"ends what was spawned", `(do (spawn (do (sleep 10) (set late true))) (timer-schedule (function () (set late true)) 10) (sleep 1) (exit 1))`, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			inBubble(t, nil, func(t *testing.T, s *interp.Session, errs *[]reported) {
				_, err := s.Eval(t.Context(), test.src)
				var exit *interp.ExitError
				if !errors.As(err, &exit) || exit.Code != test.code {
					t.Errorf("%s\n got %v\nwant exit code %d", test.src, err, test.code)
				}
				time.Sleep(time.Minute)
				runSteps(t, s, []step{{0, "(list (exists late) (size (executors)) (timer-tasks))", "(false 1 ())"}})
				if len(*errs) > 0 {
					t.Errorf("errors of executors\n got %v\nwant none", *errs)
				}
			})
		})
	}
}

// When the evaluation's first executor has returned, nobody but the host's function can
// hear of an exit.
func TestLateExitIsReported(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, s *interp.Session, errs *[]reported) {
		runSteps(t, s, []step{{0, `(do (spawn (do (sleep 10) (exit 7))) (spawn (sleep 1000)) (timer-schedule (function () 1) 1000 1000) null)`, "null"}})
		time.Sleep(20 * time.Millisecond)
		runSteps(t, s, []step{{0, "(list (size (executors)) (timer-tasks))", "(1 ())"}})
		var exit *interp.ExitError
		if len(*errs) != 1 || !errors.As((*errs)[0].err, &exit) || exit.Code != 7 {
			t.Errorf("reported\n got %v\nwant exit 7 once", *errs)
		}
	})
}

func TestTooManyExecutors(t *testing.T) {
	limits := interp.WithLimits(interp.Limits{Spawned: 10})
	for _, src := range []string{
		`(for (set i 0) (< i 20) (++ i) (spawn (sleep 1000)))`,
		`(for (set i 0) (< i 20) (++ i) (timer-schedule (function () 1) 1000))`,
		`(do (for (set i 0) (< i 20) (++ i) (timer-schedule (function () (sleep 1000)) 1 1 true) (sleep 10)))`,
	} {
		inBubble(t, []interp.Option{limits}, func(t *testing.T, s *interp.Session, errs *[]reported) {
			_, err := s.Eval(t.Context(), src)
			var limit *interp.LimitError
			if !errors.As(err, &limit) || limit.Limit != "spawned" || limit.Max != 10 {
				t.Errorf("%s\n got %v\nwant the limit \"spawned\"", src, err)
			}
			if _, err := s.Eval(t.Context(), `(do (kill) (timer-cancel))`); err != nil {
				t.Errorf("the session is not usable afterwards: %v", err)
			}
			for _, r := range *errs {
				if !errors.As(r.err, &limit) {
					t.Errorf("reported %v, want only exceeded limits", r.err)
				}
			}
		})
	}
}

// A context that ends takes the executors and timers of its evaluation along, and no others.
func TestContextEndsWhatItsEvaluationSpawned(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, s *interp.Session, errs *[]reported) {
		ctx, cancel := context.WithCancel(t.Context())
		if _, err := s.Eval(ctx, `(do (spawn (do (sleep 100) (set a 1))) (timer-schedule (function () (set a 1)) 100 100) null)`); err != nil {
			t.Fatal(err)
		}
		runSteps(t, s, []step{{0, `(do (spawn (do (sleep 100) (set b 1))) (timer-schedule (function () (set c 1)) 100) null)`, "null"}})
		cancel()
		synctest.Wait()
		runSteps(t, s, []step{
			{0, "(list (size (executors)) (size (timer-tasks)))", "(2 1)"},
			{200, "(list (exists a) b c)", "(false 1 1)"},
		})
		if len(*errs) > 0 {
			t.Errorf("errors of executors\n got %v\nwant none", *errs)
		}
	})
}

// Close ends all that runs, in whatever state it is.
func TestCloseEndsExecutorsAndTimers(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, s *interp.Session, errs *[]reported) {
		runSteps(t, s, []step{{0, `(do
			(spawn (while true (spawn (sleep 10)) (sleep 1)))
			(spawn (sync "m" (sync "n" (wait "n"))))
			(spawn (sync "m" 1))
			(timer-schedule (function () (timer-schedule (function () (sleep 100)) 5)) 3 3)
			(spawn (wait-all))
			(spawn (watch 1))
			(sleep 20)
			null)`, "null"}})
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if _, err := s.Eval(t.Context(), "1"); !errors.Is(err, interp.ErrClosed) {
			t.Errorf("got  %v\nwant %v", err, interp.ErrClosed)
		}
	})
}

// Eight executors change, sort, print and evaluate the same lists; this is for the race
// detector. What they leave is well formed.
func TestExecutorsShareLists(t *testing.T) {
	var out strings.Builder
	s := newSession(t, interp.WithStdio(nil, &out, nil))
	evaluate(t, s, `
		(set shared (list 3 1 2 "k" => 5))
		(set code (list function (list (quote x)) (list + (quote x) 1)))
		(set counter (list "n" => 0))
		(set rounds 60)`)
	jobs := []string{
		`(push shared i)`,
		`(if (> (size shared) 20) (remove shared 0))`,
		`(sort shared)`,
		`(print shared code)`,
		`(do (put code 2 (list + (quote x) i)) (code 5))`,
		`(for-each shared x (reverse shared))`,
		`(sync counter (set counter/n (+ counter/n 1)))`,
		`(do (clone shared true) (= shared (clone shared)) (apply shared x (+ x 1)) (put shared "k" i) (local-scope))`,
	}
	var b strings.Builder
	for _, job := range jobs {
		fmt.Fprintf(&b, "(spawn (do (local i) (for (set i 0) (< i rounds) (++ i) %s)))\n", job)
	}
	expect(t, s, "(do "+b.String()+" (wait-all 50000))", "true")
	expect(t, s, "counter", `("n" => 60)`)
	expect(t, s, "(= shared (clone shared true))", "true")
	if n := strings.Count(out.String(), "\n"); n != 60 {
		t.Errorf("printed lines\n got %d\nwant 60", n)
	}
}
