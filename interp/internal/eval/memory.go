package eval

import (
	"math"
	"unsafe"

	"github.com/bpl-lang/bpl/interp/value"
)

// Charging counts what is allocated, but not what is let go. So when the sum reaches the
// limit Bytes, the session counts anew what is reachable, and the evaluation goes on from
// there if that is less. A loop that makes garbage may run for as long as it likes.
//
// No count finds what stands on Go's stack alone: the arguments that built-ins have
// evaluated so far. It is estimated from what was charged. A step is a function entry or a
// loop turn; where all steps were entries of functions that have not returned, or where
// there was no step, nothing that was charged need be garbage, and the more steps are over,
// the smaller is the share that may still be in use.

// A moment is a point in an evaluation.
type moment struct {
	ex        *Executor
	allocated int64
	steps     int64 // entries and turns
	depth     int
}

func (ex *Executor) moment() moment {
	e := ex.evaluation
	return moment{ex, e.allocated, e.steps - e.worked + int64(ex.granted-max(ex.left, 0)), ex.depth}
}

// held returns how much of what was charged between two moments may be on the stack of the
// executor, and whether that is most of it.
func (m moment) held(now moment) (bytes int64, most bool) {
	open := int64(1)
	if m.ex == now.ex {
		open += max(int64(now.depth-m.depth), 0)
	}
	steps := max(now.steps-m.steps+1, open)
	charged := now.allocated - m.allocated
	return int64(float64(charged) * float64(open) / float64(steps)), 2*open >= steps
}

// bytes is the estimate of what the evaluation keeps alive.
func (e *Evaluation) bytes() int64 { return e.kept + e.allocated - e.counted }

// allow lets the evaluation charge until the next look: up to the limit, but at least a
// quarter of what was counted, so that counting takes no more than a share of the time.
func (e *Evaluation) allow() {
	limit := e.limits.Bytes
	distance := max(limit-e.kept, min(e.kept, limit)/4)
	e.room = e.limits.Allocated
	if distance < math.MaxInt64-e.counted {
		e.room = min(e.room, e.counted+distance)
	}
}

// overrun looks at the limits after n more bytes have been charged, which are not
// allocated yet.
func (ex *Executor) overrun(n int64) {
	e := ex.evaluation
	if e.allocated > e.limits.Allocated {
		ExceedLimit("allocated", e.limits.Allocated)
	}
	s, limit := e.session, e.limits.Bytes
	if n < limit {
		now := ex.moment()
		now.allocated -= n
		before := s.kept
		s.kept = s.reachable(limit - n)
		held, most := e.since.held(now)
		held -= max(s.kept-before, 0) // it has found its place
		e.kept = s.kept + max(held, 0)
		if !most {
			e.since = now
		}
	}
	e.counted = e.allocated - n
	e.allow()
	if e.bytes() >= limit {
		ExceedLimit("bytes", limit)
	}
}

// reachable is the memory of what scripts can reach, or enough if it is more.
func (s *Session) reachable(enough int64) int64 {
	c := value.NewCensus(enough)
	c.Add(s.Global.Value())
	for _, t := range s.timers {
		c.Add(t.fn)
	}
	for key := range s.monitors {
		c.Add(key.v)
	}
	for _, ex := range s.executors {
		ex.count(c)
	}
	return c.Bytes()
}

// count adds the stack of the executor with its locals.
func (ex *Executor) count(c *value.Census) {
	c.Add(ex.code)
	for f := &ex.root; !c.Done(); f = f.down {
		c.AddBytes(int64(unsafe.Sizeof(*f)))
		if f.scope != nil {
			c.Add(f.scope.Value())
		} else if f.layout != nil {
			for i := range f.layout.names {
				c.Add(f.slot(i))
			}
		}
		if f == ex.top {
			return
		}
	}
}
