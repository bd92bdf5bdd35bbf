// Package curve measures what operations cost per element of small and of large data. The
// cost should not grow: whatever is quadratic shows at once, while memory that no longer
// fits into the caches costs up to Most times as much.
package curve

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"time"

	"github.com/bpl-lang/bpl/internal/bench"
	"github.com/bpl-lang/bpl/internal/bench/measure"
)

// The sizes that are compared, in elements.
const (
	Small = 1_000
	Large = 1_000_000
	// Most is how many times as much an element of large data may cost.
	Most = 3
)

// A Curve is an operation on data of any size.
type Curve struct {
	Name string
	// Setup is evaluated with the global variable n, the size. Run is the expression that
	// is measured.
	Setup, Run string
}

// Curves returns all of them.
func Curves() []Curve {
	numbers := `(set l (list)) (for (set i 0) (< i n) (++ i) (push l i))`
	records := `(set l (list)) (for (set i 0) (< i n) (++ i) (push l (list "id" => i "text" => (concat "text " i))))`
	return []Curve{
		{"push", `(set make (function (n) (local l i) (set l (list)) (for (set i 0) (< i n) (++ i) (push l i)) l))`,
			`(make n)`},
		{"put by name", numbers + `
			(set keys (apply l x (concat "k" x)))
			(set make (function (keys) (local l k) (set l (list)) (for-each keys k (put l k true)) l))`,
			`(make keys)`},
		{"get by name", numbers + `
			(set keys (apply l x (concat "k" x)))
			(set named (list))
			(for-each keys k (put named k 1))
			(set total (function (l keys) (local s k) (set s 0) (for-each keys k (set s (+ s (get l k)))) s))`,
			`(total named keys)`},
		{"print", records, `(length (string l))`},
		{"parse", records + `(set text (string l))`, `(size (parse text))`},
		{"match a run", numbers, `(match l (before... 500 after...))`},
		{"match lists inside", records, `(match l (id? "none"))`},
		{"merge", numbers + `
			(set template (apply l x (if (= (mod x 2) 0) (quote a) x)))`,
			`(size (merge template ("a" => 1)))`},
		{"JSON out", records, `(length (string l "format" => "json"))`},
		{"JSON in", records + `(set text (string l "format" => "json"))`, `(size (parse text "json"))`},
	}
}

// A Cost is what an element of a size costs.
type Cost struct {
	Small, Large time.Duration // per element
}

// Ratio tells how many times as much an element of large data costs.
func (c Cost) Ratio() float64 { return float64(c.Large) / float64(max(c.Small, 1)) }

// An Effort says how well costs are measured. The shortest of the tries counts, and each
// repeats the operation until that many elements were handled, so that it takes long enough
// for the clock.
type Effort struct{ Tries, Elements int }

// Measure measures the processor times at two sizes.
func (c Curve) Measure(ctx context.Context, small, large int, effort Effort) (Cost, error) {
	few, err := c.perElement(ctx, small, effort)
	if err != nil {
		return Cost{}, err
	}
	many, err := c.perElement(ctx, large, effort)
	return Cost{few, many}, err
}

func (c Curve) perElement(ctx context.Context, n int, effort Effort) (time.Duration, error) {
	s, err := bench.NewSession()
	if err != nil {
		return 0, err
	}
	defer s.Close()
	if err := s.Set("n", n); err != nil {
		return 0, err
	}
	if _, err := s.Eval(ctx, c.Setup); err != nil {
		return 0, fmt.Errorf("%s: %w", c.Name, err)
	}
	// A function is compiled once, while an expression would be read anew each time.
	if _, err := s.Eval(ctx, "(set run (function () "+c.Run+"))"); err != nil {
		return 0, err
	}
	run, _ := s.Get("run")
	best, times := time.Duration(math.MaxInt64), max(effort.Elements/n, 1)
	for range effort.Tries {
		runtime.GC()
		began := measure.CPUTime()
		for range times {
			if _, err := s.CallValue(ctx, run); err != nil {
				return 0, fmt.Errorf("%s: %w", c.Name, err)
			}
		}
		best = min(best, measure.CPUTime()-began)
	}
	return best / time.Duration(n*times), nil
}
