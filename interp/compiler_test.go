package interp_test

import (
	"context"
	"testing"

	"github.com/bpl-lang/bpl/interp"
)

// Changes of lists that no code was made from must not touch the code, whatever these
// lists are used for; changes of code must.
func TestInvalidations(t *testing.T) {
	tests := []struct {
		name, define, run string
		want              int
	}{
		{"put into a data list",
			`(set f (function () (local l i) (set l (list 0 1 2)) (for (set i 0) (< i 1000) (++ i) (put l (mod i 3) i)) l))`,
			`(do (f) (f) (f))`, 0},
		{"put by name into records",
			`(set f (function (r) (put r "n" (+ r/n 1))))`,
			`(do (set r (list "n" => 0)) (for (set i 0) (< i 1000) (++ i) (f r)) r)`, 0},
		{"push to a global list",
			`(set all (list)) (set f (function (x) (push all x)))`,
			`(for (set i 0) (< i 1000) (++ i) (f i))`, 0},
		{"set other globals",
			`(set f (function (x) (set latest x)))`,
			`(for (set i 0) (< i 1000) (++ i) (f i))`, 0},
		{"a quoted list of the code that grows",
			`(set f (function (x) (push (quote (0)) x)))`,
			`(for (set i 0) (< i 1000) (++ i) (f i))`, 0},
		{"new globals",
			`(set f (function (x) (put (global-scope) (concat "g" x) x)))`,
			`(for (set i 0) (< i 100) (++ i) (f i))`, 0},
		{"an overridable function and other new globals",
			`(set f (function (x) (set (reference (concat "g" x)) 1) (max x 3)))`,
			`(for (set i 0) (< i 100) (++ i) (f i))`, 0},
		{"a variable in the place of an overridable function",
			`(set f (function (x) (max x 3)))`,
			`(do (f 1) (f 1) (set max (function (a b) 7)) (f 1) (f 1) (f 1) (f 1))`, 1},
		{"a change of the code",
			`(set f (function (x) (+ x 1)))`,
			`(do (f 1) (f 1) (f 1) (put (get f 2) 2 2) (f 1))`, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			in, err := interp.New()
			if err != nil {
				t.Fatal(err)
			}
			s := in.NewSession()
			defer func() { _ = s.Close() }()
			for _, src := range []string{test.define, test.run} {
				if _, err := s.Eval(context.Background(), src); err != nil {
					t.Fatal(err)
				}
			}
			if got := s.Invalidations(); got != test.want {
				t.Errorf("invalidations\n got %d\nwant %d", got, test.want)
			}
		})
	}
}

// A function whose code is changed before every call must not be compiled each time.
func TestCompilationBacksOff(t *testing.T) {
	in, err := interp.New()
	if err != nil {
		t.Fatal(err)
	}
	s := in.NewSession()
	defer func() { _ = s.Close() }()
	_, err = s.Eval(context.Background(), `
		(set f (function (x) (+ x 1)))
		(for (set i 0) (< i 10000) (++ i) (put (get f 2) 2 i) (f 1))`)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Invalidations(); got > 20 {
		t.Errorf("invalidations in 10,000 changes\n got %d\nwant at most 20", got)
	}
}
