package core_test

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// disorder are expressions that change, share, kill and wait for all that the others use.
var disorder = []string{
	`(set f (function (x y) (+ x y)))`, `(f 1 2)`, `(f (f 1 2) 3)`, `(g 12)`,
	`(set f (list function (list (quote x) (quote y)) (list + (quote x) (random 10))))`,
	`(set g (function (n) (local k) (set k n) (if (< n 2) n (+ (g (- n 1)) (g (- n 2))))))`,
	`(put g 3 (quote (set k (+ n 1))))`, `(put g 3 (quote (set-local j n)))`,
	`(push l (random 5))`, `(if (> (size l) 50) (remove l))`, `(sort l)`, `(sort l (function (a b) (- b a)))`,
	`(sort l (function (a b) (if (= (random 3) 0) (push l 4)) (- a b)))`,
	`(print l g)`, `(read-line)`, `(pretty l "width" => 20)`,
	`(sync l (push l 1) (sleep 0))`, `(sync "m" (wait "m" 1))`, `(notify "m")`, `(notify l)`,
	`(spawn (for-each l x (push m x)))`, `(spawn (throw "E" l))`, `(remove m)`, `(kill (random 40))`, `(executors)`,
	`(timer-schedule (function () (push m 1) (f 2 3)) (random 3) (random 3))`, `(timer-cancel)`, `(timer-tasks)`,
	`(try (g (list 5)) (e "*" => (push m e)))`,
	`(try (throw (list "A" "message" => l)) (e "*" => (throw e)) (push m 2))`,
	`(try (deep 0) (e "StackOverflowError" => 1))`, `(set deep (function (n) (deep (+ n 1))))`,
	`(eval (quote (push l 2)) (local-scope))`, `(apply l x (f x x))`, `(clone (global-scope) true)`, `(= l m)`,
	`(match l (a? b? c...) (= 1 2))`, `(set l (list 3 2 1))`, `(watch (size l) 1000)`, `(wait-all 1)`, `(time (g 9))`,
}

// Several hosts evaluate at random in one session, under deadlines that end some of it.
// Nothing of that may be an error of the implementation, and closing always ends all.
func TestDisorder(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	for end := time.Now().Add(time.Second); time.Now().Before(end); {
		s := newSession(t,
			interp.WithStdio(strings.NewReader(strings.Repeat("x\n", 100)), io.Discard, nil),
			interp.WithLimits(interp.Limits{Depth: 3000, Spawned: 60}))
		evaluate(t, s, `(set l (list 1 2)) (set m (list)) (set deep (function (n) (deep n))) `+disorder[0]+disorder[5])
		var hosts sync.WaitGroup
		for host := range 3 {
			random := rand.New(rand.NewPCG(seed, uint64(host)))
			seed++
			hosts.Go(func() {
				for range 20 {
					var b strings.Builder
					for range 10 {
						b.WriteString(disorder[random.IntN(len(disorder))] + "\n")
					}
					ctx, cancel := context.WithTimeout(context.Background(), time.Duration(random.IntN(30))*time.Millisecond)
					_, err := s.Eval(ctx, b.String())
					cancel()
					var p *interp.PanicError
					if errors.As(err, &p) {
						t.Errorf("%s\n%v\n%s", b.String(), p, p.GoStack)
					}
				}
			})
		}
		hosts.Wait()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
