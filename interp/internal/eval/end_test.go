package eval

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bpl-lang/bpl/interp/value"
)

// The end of a program ends what it spawned, and leaves what others spawned alone.
func TestEndEvaluation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewSession(testRegistry())
		ended := map[string]int{}
		begin := func(name string) *Evaluation {
			var e *Evaluation
			_, err := s.Evaluate(context.Background(), value.Null(), func(f *Frame) value.Value {
				e = f.Executor().Evaluation()
				for range 3 {
					f.Spawn(value.Null(), func(f *Frame) value.Value {
						defer func() { ended[name]++ }()
						f.Sleep(time.Hour)
						return value.Null()
					})
				}
				tick := list(value.Null(), value.Null(), value.Null())
				f.Schedule(tick, time.Hour, time.Hour, false)
				return value.Null()
			})
			if err != nil {
				t.Fatal(err)
			}
			return e
		}
		program, other := begin("program"), begin("other")
		synctest.Wait()
		s.EndEvaluation(program)
		if ended["program"] != 3 || ended["other"] != 0 {
			t.Errorf("ended\n got %v\nwant the executors of the program", ended)
		}
		if n := len(s.Timers()); n != 1 {
			t.Errorf("timers\n got %d\nwant 1, that of the other evaluation", n)
		}
		s.EndEvaluation(program) // nothing is left
		s.EndEvaluation(other)
		if ended["other"] != 3 || len(s.Executors()) != 0 || len(s.Timers()) != 0 {
			t.Errorf("ended\n got %v\nwant all", ended)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}

// Monitors are forgotten when nobody uses them any more, however they were left.
func TestMonitorsAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewSession(testRegistry())
		l := value.NewList(0)
		for _, v := range []value.Value{l.Value(), value.String("m"), value.Double(1), value.NewPath([]value.Step{{Name: value.NewText("a")}, {}}, "a/0").Value()} {
			_, err := s.Evaluate(context.Background(), value.Null(), func(f *Frame) value.Value {
				killed := f.Spawn(value.Null(), func(f *Frame) value.Value {
					return f.Sync(v, func() value.Value {
						f.WaitOn(v, 0, false)
						return value.Null()
					})
				})
				f.Spawn(value.Null(), func(f *Frame) value.Value {
					return f.Sync(v, func() value.Value { f.Sleep(time.Second); return value.Null() })
				})
				waiting := f.Spawn(value.Null(), func(f *Frame) value.Value {
					return f.Sync(v, func() value.Value { return value.Null() })
				})
				f.Sleep(time.Millisecond)
				s.Executor(killed).Kill(ErrKilled)
				s.Executor(waiting).Kill(ErrKilled)
				f.WaitAll(0, false)
				return f.Sync(v, func() value.Value { return value.Null() })
			})
			if err != nil {
				t.Error(err)
			}
		}
		if len(s.monitors) != 0 || l.Aux().Monitor != nil {
			t.Errorf("monitors\n got %v, %v\nwant none", s.monitors, l.Aux().Monitor)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}

// A wait that ends by itself leaves nothing behind, also while others keep the monitor.
func TestWaitThatTimesOutIsForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewSession(testRegistry())
		v := value.String("m")
		_, err := s.Evaluate(context.Background(), value.Null(), func(f *Frame) value.Value {
			return f.Sync(v, func() value.Value {
				f.WaitOn(v, time.Millisecond, true)
				if m := s.monitors[keyOf(v)]; m == nil || len(m.waiting) != 0 {
					t.Errorf("monitor\n got %+v\nwant one on which nobody waits", m)
				}
				return value.Null()
			})
		})
		if err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}

// The lock goes to those that wait, in turn, also while its holder only yields.
func TestGateIsFair(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g gate
		var order []int
		g.lock(nil)
		for i := range 3 {
			go func() {
				g.lock(nil)
				for range 2 {
					order = append(order, i)
					g.yield()
				}
				g.unlock()
			}()
			synctest.Wait()
		}
		cancelled := make(chan struct{})
		go func() {
			if g.lock(cancelled) {
				t.Error("got the lock after the wait was given up")
			}
		}()
		synctest.Wait()
		close(cancelled)
		synctest.Wait()
		g.yield()
		g.unlock()
		synctest.Wait()
		want := []int{0, 1, 2, 0, 1, 2}
		if len(order) != len(want) {
			t.Fatalf("turns\n got %v\nwant %v", order, want)
		}
		for i := range want {
			if order[i] != want[i] {
				t.Fatalf("turns\n got %v\nwant %v", order, want)
			}
		}
		if g.held || g.waiting.Load() != 0 {
			t.Errorf("held %v, waiting %d: want a free lock", g.held, g.waiting.Load())
		}
	})
}

// Exceptions share the calls that they have in common, and none changes what another has.
func TestTracesAreShared(t *testing.T) {
	s := NewSession(testRegistry())
	defer func() { _ = s.Close() }()
	_, err := s.Evaluate(context.Background(), value.Null(), func(f *Frame) value.Value {
		ex := f.Executor()
		call := func(name string) *Frame {
			frame := ex.push()
			frame.from = &origin{ref: value.NewRef(name), call: value.NewList(0)}
			return frame
		}
		names := func(tr trace) (s string) {
			for _, c := range tr.calls {
				s += c.Ref().Text()
			}
			return s
		}
		var traces []trace
		check := func(want string) {
			t.Helper()
			tr := ex.traceNow()
			traces = append(traces, tr)
			if got := names(tr); got != want || len(tr.sites) != len(want) {
				t.Errorf("calls\n got %q\nwant %q", got, want)
			}
		}
		check("")
		call("a")
		call("b")
		check("ab")
		call("c")
		check("abc")
		check("abc")
		ex.pop()
		check("ab")
		call("d")
		check("abd")
		ex.pop()
		ex.pop()
		call("x")
		call("y")
		call("z")
		check("axyz")
		unnamed := ex.push()
		unnamed.from = nil
		call("e")
		check("axyze")
		for ex.top != f {
			ex.pop()
		}
		check("")
		for i, want := range []string{"", "ab", "abc", "abc", "ab", "abd", "axyz", "axyze", ""} {
			if got := names(traces[i]); got != want {
				t.Errorf("trace %d changed\n got %q\nwant %q", i, got, want)
			}
		}
		return value.Null()
	})
	if err != nil {
		t.Error(err)
	}
}
