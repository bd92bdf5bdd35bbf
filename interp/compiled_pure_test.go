package interp

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestNestedCallsTakeLinearTime evaluates calls that are the first argument of others, 60
// deep, with arguments for which the quick compiled forms give up. A form that evaluates its
// argument again then would need 2^60 evaluations.
func TestNestedCallsTakeLinearTime(t *testing.T) {
	calls := []string{
		`(get @ 0)`, `(get @ "a")`, `(get @ i)`, `(get @ k)`, `(+ @ 1)`, `(+ (get @ 0) y)`, `(+ (get @ "a") y)`, `(- 1 @)`, `(* @ @1)`,
		`(min @ 1)`, `(max 1 @)`, `(div @ 1)`, `(mod @ 7)`, `(bit-and @ 7)`, `(bit-not @)`, `(pow @ 1)`, `(abs @)`, `(floor @)`, `(round @)`,
		`(size (list @))`, `(length (concat @ "a"))`, `(not @)`, `(and @ @1)`, `(or @1 @)`, `(= @ 1)`, `(== @ 1)`, `(< @ 1)`, `(< 0 @ 1)`,
		`(if @ 1 2)`, `(when @ 1)`, `(first (list @))`, `(last (list @))`, `(boolean @)`, `(has (list @) 0)`, `(concat @ "a")`, `(string @)`,
		`(substring (string @) 0)`, `(get (list @) 0)`, `(bit-xor @ 1 2)`,
	}
	for _, call := range calls {
		for _, leaf := range []string{"x", "big"} {
			t.Run(call+" "+leaf, func(t *testing.T) {
				code := leaf
				for range 60 {
					code = strings.ReplaceAll(strings.ReplaceAll(call, "@1", "1"), "@", code)
				}
				compiled := newSession(t)
				done := make(chan error, 1)
				go func() {
					_, err := compiled.Eval(context.Background(), fmt.Sprintf(`(do (set big null) (set i 0) (set k "a")
(set f (function (x y) %s))
(for (set n 0) (< n 8) (++ n) (for-each (list null 1 2.5 9007199254740993 "a" (quote (5)) (quote (("a" => 7)))) v
  (do (set big v) (try (f v 9007199254740993) (e "*" => null))))))`, code))
					done <- err
				}()
				select {
				case err := <-done:
					if err != nil {
						t.Error(err)
					}
				case <-time.After(time.Minute):
					t.Fatal("did not end")
				}
			})
		}
	}
}

// TestPureCallsGiveNoTurn: what compiled code takes for a call that changes nothing must not let
// another executor change something meanwhile either.
func TestPureCallsGiveNoTurn(t *testing.T) {
	for _, call := range []string{
		`(length s)`, `(substring s 1)`, `(locate-string s "x" 5)`, `(locate-string s "y")`, `(concat s s)`, `(starts-with s s)`,
		`(has l 5)`, `(sublist l 1)`, `(= l m)`, `(== l m)`, `(=== l m)`, `(max l)`, `(+ l)`, `(boolean l)`, `(concat l m)`,
	} {
		t.Run(call, func(t *testing.T) {
			compiled := newSession(t)
			got, err := compiled.Eval(context.Background(), fmt.Sprintf(`(do (set n 0) (set going true) (set seen false)
(set f (function (s l m) (list n %s n)))
(for (set i 0) (< i 10) (++ i) (f "ä" (list 1 2) (list 1 2)))
(set ex (spawn (while going (do (++ n) (set seen true)))))
(while (not seen) (sleep 1))
(set odd 0)
(for (set i 0) (< i 5) (++ i) (do (set r (f (concat (repeat "ä" 2000000) "x") (range 200000) (range 200000)))
  (if (= (first r) (last r)) null (++ odd))))
(set going false) odd)`, call))
			if err != nil {
				t.Fatal(err)
			}
			if got.String() != "0" {
				t.Errorf("got %v calls during which another executor went on, want none", got)
			}
		})
	}
}
