package interp_test

import (
	"testing"

	"github.com/bpl-lang/bpl/interp"
)

// A compiled call of an overridable function looks again for a variable of that name,
// wherever it appears.
func TestHiddenAdditions(t *testing.T) {
	const define = `(set own (function (a b) "own")) (set f (function (x) (local y) (set y (max x 3)) (for-each (1 2 3) x x) (max y 2)))
		(do (f 1) (f 1) (f 1))`
	for _, test := range []struct{ name, run, want string }{
		{"not hidden", `(f 5)`, "5"},
		{"by a global variable", `(do (set max own) (list (f 1) (f 1) (f 1) (f 1) (f 1)))`, `("own" "own" "own" "own" "own")`},
		{"put into the global scope", `(do (put (global-scope) "max" own) (f 1))`, `"own"`},
		{"named in the global scope", `(do (push (global-scope) own) (put-name (global-scope) (- (size (global-scope)) 1) "max") (f 1))`, `"own"`},
		{"appended to the global scope", `(do (append (global-scope) (list "max" => own)) (f 1))`, `"own"`},
		{"for a while", `(do (set max own) (f 1) (delete max) (list (f 1) (f 1) (f 1) (f 1)))`, `(3 3 3 3)`},
		{"by a variable of the call", `(do (set g (function (x) (when (= x 1) (put (local-scope) "max" own)) (max x 7))) (list (g 0) (g 0) (g 1) (g 0)))`,
			`(7 7 "own" 7)`},
		{"by the caller's caller", `(do (set hide (function () (put (local-scope 1) "max" own))) (set g (function (x) (when x (hide)) (concat (max 1 7))))
			(list (g false) (g false) (g true) (g false)))`, `("7" "7" "own" "7")`},
		{"in a calculation, by what changes its operands", `(do (set n 1) (set bump (function (a b) (set n (+ n 10)) 1)) (set h (function () (+ n (max 1 2) n)))
			(list (h) (h) (h) (set max bump) (h) (h)))`, `(4 4 4 (function (a b) (set n (+ n 10)) 1) 13 33)`},
		{"in a condition", `(do (set none (function (a b) false)) (set h (function (x) (if (and x (> (max x 2) 1)) "yes" "no")))
			(list (h 1) (h 1) (h 1) (set max none) (h 1)))`, `("yes" "yes" "yes" (function (a b) false) "no")`},
		{"by a variable of the call, in a calculation", `(do (set g (function (x) (when (= x 1) (put (local-scope) "max" (function (a b) (++ hidden) 40))) (+ x (max x 7) x)))
			(set hidden 0) (list (g 0) (g 0) (g 1) (g 0) hidden))`, `(7 7 42 7 1)`},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, opts := range [][]interp.Option{nil, {interp.WithoutCompiler()}} {
				in, err := interp.New(opts...)
				if err != nil {
					t.Fatal(err)
				}
				s := in.NewSession()
				defer func() { _ = s.Close() }()
				if _, err := s.Eval(t.Context(), define); err != nil {
					t.Fatal(err)
				}
				v, err := s.Eval(t.Context(), test.run)
				if err != nil {
					t.Fatal(err)
				}
				if got := v.String(); got != test.want {
					t.Errorf("with options %v\n got %s\nwant %s", opts, got, test.want)
				}
			}
		})
	}
}

// The fallback of a session comes before the overridable functions, also in compiled code.
func TestFallbackHidesAdditions(t *testing.T) {
	s := newTestSession(t)
	if _, err := s.Eval(t.Context(), `(set f (function (x) (max x 3))) (do (f 1) (f 1) (f 1))`); err != nil {
		t.Fatal(err)
	}
	own, err := s.Eval(t.Context(), `(function (a b) "own")`)
	if err != nil {
		t.Fatal(err)
	}
	s.SetFallback(func(name string) (interp.Value, bool) { return own, name == "max" })
	v, err := s.Eval(t.Context(), `(f 1)`)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := v.String(), `"own"`; got != want {
		t.Errorf(" got %s\nwant %s", got, want)
	}
}

func newTestSession(t *testing.T) *interp.Session {
	t.Helper()
	in, err := interp.New()
	if err != nil {
		t.Fatal(err)
	}
	s := in.NewSession()
	t.Cleanup(func() { _ = s.Close() })
	return s
}
