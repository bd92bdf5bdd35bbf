package interp_test

import (
	"fmt"
	"testing"
)

// TestBuiltinsFollowChanges calls built-ins whose arguments change the very call that is being
// evaluated, compiled and walked: (now X) makes the change when it is called the fifth time,
// by then in compiled code, and gives X.
func TestBuiltinsFollowChanges(t *testing.T) {
	changes := []string{
		"(put code 2 (quote (+ 0 1)))", "(pop code)", "(push code 1)", "(put code 1 7)", "(remove code 1)", "(reverse code)",
		"(put code 0 (quote quote))", "(set code/3 (quote (do 2)))", "(put-name code 2 \"n\")", "(insert code 1 (quote (list 5 6)))",
		"(insert code 3 2)",
	}
	calls := []string{
		`(substring (now "abcde") 1 (now 3))`, `(substring "abcde" (now 1))`, `(locate-string (now "abcab") "b" (now 2))`,
		`(has (now l) (now 1))`, `(sublist (now l) (now 1) 2)`, `(starts-with (now "abc") "ab")`, `(ends-with "abc" (now "bc"))`,
		`(first (now l))`, `(empty (now l))`, `(type-of (now l))`, `(pop (now (list 1 2)))`, `(pow (now 2) 3)`, `(string (now 5))`,
		`(bit-xor (now 1) 2 (now 4) 8)`, `(bit-and 7 (now 6) 3)`, `(div (now 17) 5)`, `(remainder 17 (now 5))`, `(bit-shift (now 1) -3)`,
		`(max (now 3) 5 (now 9) 2)`, `(min (now 3) 5)`, `(max (now (list 4 8)) 1)`, `(< (now 1) 2 (now 3) 4)`, `(>= 4 (now 3) 3)`,
		`(= (now 1) 1 1)`, `(== (now l) l (now l))`, `(=== l (now l) 3)`, `(concat (now "a") 1 (now "b") "c")`, `(concat (now "x"))`,
		`(reduce (now l) a (now 0) x (now (+ a x)))`, `(reduce l a 0 x (now a) (+ a x))`, `(locate (now l) x (now (= x 3)))`,
		`(locate l x (= (now x) 2) 1)`, `(group-by (now l) x (now (mod x 2)))`,
	}
	compiled, walked := newPair(t)
	calls = append(calls, `(get l (now "a"))`, `(put l (now "a") (now 4))`, `(or (now false) (now 0) (now 2))`, `(call (now now) (now 3) 4)`)
	for _, call := range calls {
		for i, change := range changes {
			t.Run(fmt.Sprintf("%s %d", call, i), func(t *testing.T) {
				checkProgram(t, compiled, walked, fmt.Sprintf(`(do (set l (list 1 2 3)) (set n 0))
(set now (function (v) (++ n) (when (= n 5) %s) v))
(set f (function () %s))
(set code (get f 2))
(f)
(f)
(for (set i 0) (< i 12) (++ i) (set r (try (f) (e "*" => (list e/0 e/message)))) (print r))
(list code n)`, change, call))
			})
		}
	}
}

// TestCallsOfChangingFunctions calls functions that are given as arguments from one place, more
// of them than a place of a call remembers, also such as change while their arguments are
// evaluated.
func TestCallsOfChangingFunctions(t *testing.T) {
	compiled, walked := newPair(t)
	for _, test := range []struct{ name, call string }{
		{"as many arguments", "(f i)"},
		{"more arguments", "(f i 2 (+ i 1))"},
		{"no argument", "(f)"},
		{"by call", "(call f (g i))"},
		{"the function changes", "(f (do (when (= i 40) (put f 2 (quote (* x 100)))) i))"},
		{"the parameters change", "(f (do (when (= i 40) (push (get f 1) (quote y))) i) (g 3))"},
		{"the call changes", "(f (do (when (= i 40) (push (get use (2 1)) 1)) i))"},
		{"the function throws", "(f (try (f null) (e \"*\" => 1)))"},
	} {
		t.Run(test.name, func(t *testing.T) {
			checkProgram(t, compiled, walked, `(set g (function (x) (+ x 1)))
(set use (function (f i) `+test.call+`))
(set fs (list g (function (x y) (list x y)) (function (x "n" => y) (list y x)) (function args args) (function () 7) (function (x x) x) (function (y) (- y 1))))
(for (set j 0) (< j 60) (++ j) (print (try (use (get fs (mod j 7)) j) (e "*" => (list e/0 e/message)))))
(list use fs)`)
		})
	}
}
