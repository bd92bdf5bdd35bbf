package interp

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestLimitBytes evaluates scripts that allocate far more than the limit. What matters is
// how much of it they keep. A list element takes 16 bytes, on machines of 32 bits 12.
func TestLimitBytes(t *testing.T) {
	const limit = 1 << 20
	tests := []struct {
		name, src string
		exceeded  bool
	}{
		{"garbage of lists", `(for (set i 0) (< i 2000) (++ i) (range 1000))`, false},
		{"garbage of texts", `(for (set i 0) (< i 200) (++ i) (set s (concat (repeat "x" 100000) "y")))`, false},
		{"a buffer that is emptied", `(for (set i 0) (< i 200000) (++ i) (push buffer i) (if (= (size buffer) 1000) (set buffer (list)) null))`, false},
		{"the same long text many times", `(do (set s (repeat "x" 10000)) (for (set i 0) (< i 20000) (++ i) (push kept s)))`, false},
		{"garbage in a function with locals", `(do (set f (function (n) (set-local l (range n)) (size l))) (for (set i 0) (< i 2000) (++ i) (f 1000)))`, false},
		{"a list that grows", `(while true (push kept 1))`, true},
		{"lists in a list", `(while true (push kept (list 1 2 3)))`, true},
		{"texts in a list", `(while true (push kept (repeat (string (size kept)) 1000)))`, true},
		{"named elements", `(while true (put kept (string (size kept)) 1))`, true},
		{"a text that grows", `(do (set s "0123456789") (while true (set s (concat s s))))`, true},
		{"a list in a local variable", `(call (function () (set-local l ()) (while true (push l 1))))`, true},
		{"lists in the locals of a recursion", `(do (set f (function (n) (set-local l (range 1000)) (f (+ n (size l))) (size l))) (f 0))`, true},
		{"a local list of another executor", `(do (set ready false) (spawn (do (set-local l (range 50000)) (set ready true) (sleep 1000000))) (while (not ready) (sleep 1)) (set kept (range 50000)) (for (set i 0) (< i 2000) (++ i) (range 1000)))`, true},
		{"texts that were dropped at once", `(do (set s (repeat "x" 300000)) (set s (repeat "y" 300000)) (set s (repeat "z" 300000)) (set s 1))`, false},
		{"arguments of one call", `(size (list (repeat "x" 400000) (repeat "y" 400000) (repeat "z" 400000)))`, true},
		{"arguments of a recursion", `(do (set f (function (n) (list (repeat "x" 2000) (f (+ n 1))))) (f 0))`, true},
		{"arguments of a recursion that is walked", `(do (set f (function (n) (list (repeat "x" 2000) (eval (quote (f (+ n 1))))))) (f 0))`, true},
		{"garbage of a recursion", `(do (set f (function (n) (if (> n 0) (do (for (set i 0) (< i 100) (++ i) (range 100)) (f (- n 1))) 0))) (f 200))`, false},
		{"garbage of a recursion with two branches", `(do (set f (function (n) (if (> n 0) (+ (size (range 100)) (f (- n 1)) (f (- n 1))) 0))) (f 12))`, false},
		{"texts that are joined", `(do (set l (range 1000)) (join l ","))`, false},
		{"one value beyond the limit", `(repeat "x" 2000000)`, true},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			s := newSession(t, WithLimits(Limits{Bytes: limit, Depth: 5000}))
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			if _, err := s.Eval(ctx, `(do (set kept ()) (set buffer ()))`); err != nil {
				t.Fatal(err)
			}
			_, err := s.Eval(ctx, tc.src)
			var e *LimitError
			if got := errors.As(err, &e) && e.Limit == "bytes" && e.Max == limit; got != tc.exceeded || !got && err != nil {
				t.Errorf("error\n got %v\nwant the limit exceeded: %t", err, tc.exceeded)
			}
			if _, err := s.Eval(ctx, `(size kept)`); err != nil {
				t.Errorf("the session after it: %v", err)
			}
		})
	}
}
