package interp

import (
	"context"
	"errors"
	"testing"
)

// TestBytesLimitOfAllKinds runs programs that keep much more than the limit, and programs that take
// much more but keep little of it.
func TestBytesLimitOfAllKinds(t *testing.T) {
	const limit = 4 << 20
	for _, test := range []struct {
		name, source string
		exceeds      bool
	}{
		{"long strings in a global list", `(do (set l (list)) (while true (push l (repeat "x" 100000))))`, true},
		{"short strings", `(do (set l (list)) (while true (push l (concat "x" (size l)))))`, true},
		{"numbers", `(do (set l (list)) (while true (push l 1)))`, true},
		{"lists in lists", `(while true (set x (list x)))`, true},
		{"lists in lists, compiled", `(call (function () (local x) (while true (set x (list x)))))`, true},
		{"names", `(do (set l (list)) (set i 0) (while true (put l (string (++ i)) null)))`, true},
		{"locals of many calls", `(do (set f (function (n) (do (set-local s (repeat "x" 10000)) (f (+ n 1)) s))) (f 0))`, true},
		{"many calls", `(do (set f (function (n) (+ 1 (f (+ n 1))))) (f 0))`, false}, // a StackOverflowError
		{"one string", `(repeat "x" 5000000)`, true},
		{"two strings on their way", `(concat (repeat "x" 3000000) (repeat "y" 3000000))`, true},
		{"a list in an executor", `(do (spawn (do (set-local l (list)) (while true (push l 1)))) (wait-all))`, false},
		{"strings that are dropped", `(for (set i 0) (< i 500) (++ i) (set s (repeat "x" 100000)))`, false},
		{"lists that are dropped", `(for (set i 0) (< i 200000) (++ i) (set s (list i i)))`, false},
		{"lists that are dropped, compiled", `(call (function () (local i s) (for (set i 0) (< i 200000) (++ i) (set s (list i i)))))`, false},
		{"a string that loses its beginning", `(do (set s (repeat "x" 100000)) (set l (list)) (for (set i 0) (< i 1000) (++ i) (push l (set s (substring s 1)))))`, false},
		{"stages of a string that grows", `(do (set s "") (set l (list)) (for (set i 0) (< i 5000) (++ i) (push l (set s (concat s "0123456789")))))`, false},
		{"one string many times", `(do (set s (repeat "x" 100000)) (set l (list)) (for (set i 0) (< i 5000) (++ i) (push l s)))`, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := newSession(t, WithLimits(Limits{Bytes: limit, Depth: 2000}))
			_, err := s.Eval(context.Background(), test.source)
			var exceeded *LimitError
			if got := errors.As(err, &exceeded) && exceeded.Limit == "bytes"; got != test.exceeds {
				t.Errorf("%s:\ngot  %v\nwant the limit exceeded: %t", test.source, err, test.exceeds)
			}
			if test.exceeds {
				s.Eval(context.Background(), "(remove (global-scope))")
				if v, err := s.Eval(context.Background(), `(size (list (repeat "x" 1000000) 1))`); err != nil || v.String() != "2" {
					t.Errorf("the next evaluation:\ngot  %v, %v\nwant 2", v, err)
				}
			}
		})
	}
}
