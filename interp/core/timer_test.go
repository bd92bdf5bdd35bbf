package core_test

import (
	"testing"

	"github.com/bpl-lang/bpl/interp"
)

func TestTimers(t *testing.T) {
	for _, test := range []struct {
		name  string
		steps []step
	}{
		{"once", []step{
			{0, `(set n 0)`, "0"},
			{0, `(do (set id (timer-schedule (function () (++ n)) 100)) (type-of id))`, `"number"`},
			{0, `(timer-tasks)`, `("0" => (function () (++ n)))`},
			{99, `n`, "0"},
			{2, `(list n (timer-tasks) (timer-cancel id))`, `(1 () false)`},
			{1000, `n`, "1"},
		}},
		{"tasks are listed in the order of their numbers", []step{
			{0, `(for (set i 0) (< i 20) (++ i) (timer-schedule (function () null) 60000) null)`, "null"},
			{0, `(do (set listed (names (timer-tasks))) (= listed (sort listed (function (a b) (- (number a) (number b))))))`, "true"},
			{0, `(size listed)`, "20"},
			{0, `(timer-cancel)`, "true"},
		}},
		{"at a fixed rate, whatever a call takes", []step{
			{0, `(set at (list))`, "()"},
			{0, `(do (set start (clock)) (timer-schedule (function () (push at (round (- (clock) start))) (sleep 15)) 10 20) null)`, "null"},
			{75, `at`, "(10 30 50 70)"},
			{0, `(timer-cancel)`, "true"},
			{1000, `(size at)`, "4"},
		}},
		{"a firing is left out while the call before runs", []step{
			{0, `(set at (list))`, "()"},
			{0, `(do (set start (clock)) (timer-schedule (function () (push at (round (- (clock) start))) (sleep 45)) 0 20) null)`, "null"},
			{150, `at`, "(0 60 120)"},
		}},
		{"unless overlap is true", []step{
			{0, `(do (set running 0) (set most 0) (timer-schedule (function () (++ running) (set most (max most running)) (sleep 45) (-- running)) 0 20 true) null)`, "null"},
			{500, `most`, "3"},
		}},
		{"period and overlap may be absent", []step{
			{0, `(do (set n 0) (timer-schedule (function () (++ n)) 1 null) (timer-schedule (function () (++ n)) 1 0 true) (timer-schedule (function () (++ n)) 1 -0.0) null)`, "null"},
			{100, `n`, "3"},
		}},
		{"wrong arguments", []step{
			{0, `(timer-schedule (function () 1))`, `! RuntimeException "Insufficient number of arguments"`},
			{0, `(timer-schedule + 1)`, `! RuntimeException "Invalid user function"`},
			{0, `(timer-schedule (function ()) 1)`, `! RuntimeException "Invalid user function"`},
			{0, `(timer-schedule "f" -1)`, `! RuntimeException "Invalid user function"`},
			{0, `(try (timer-schedule (function () 1) null) (e "*" => e/0))`, `"IllegalArgumentException"`},
			{0, `(try (timer-schedule (function () 1) "1") (e "*" => e/0))`, `"IllegalArgumentException"`},
			{0, `(try (timer-schedule (function () 1) 1 "1") (e "*" => e/0))`, `"IllegalArgumentException"`},
			{0, `(try (timer-schedule (function () 1) 1 -5) (e "*" => e/0))`, `"IllegalArgumentException"`},
			{0, `(timer-tasks)`, "()"},
			{0, `(list (timer-cancel 0) (timer-cancel "0") (timer-cancel))`, "(false false false)"},
			{0, `(try (timer-cancel "x") (e "*" => e/0))`, `"NumberFormatException"`},
			{0, `(try (timer-cancel null) (e "*" => e/0))`, `"IllegalArgumentException"`},
		}},
		{"the function gets no arguments and sees no locals", []step{
			{0, `(do (local h) (set h 6) (timer-schedule (function (a) (set got (list a h))) 1) null)`, "null"},
			{2, `got`, "(null null)"},
		}},
		{"the list that was scheduled is called", []step{
			{0, `(set f (function () (set got 1)))`, "(function () (set got 1))"},
			{0, `(do (timer-schedule f 10) (set f (function () (set got 2))) null)`, "null"},
			{11, `got`, "1"},
			{0, `(set f (function () (set got 1)))`, "(function () (set got 1))"},
			{0, `(do (timer-schedule f 10) (put f 2 (quote (set got 3))) null)`, "null"},
			{11, `got`, "3"},
		}},
		{"a call that runs goes on when its timer is cancelled", []step{
			{0, `(do (set id (timer-schedule (function () (sleep 10) (set done true)) 0 100)) (sleep 5) (timer-cancel id))`, "true"},
			{6, `done`, "true"},
		}},
		{"a timer shows as a call", []step{
			{0, `(do (timer-schedule (function () (set seen (last (executors)))) 1) (sleep 2) (first seen))`, "call"},
		}},
		{"endless periods and delays", []step{
			{0, `(do (timer-schedule (function () 1) 1e300 Infinity) (timer-schedule (function () (set early true)) 0 1e-9) (sleep 5) (list early (timer-cancel)))`, "(true true)"},
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
