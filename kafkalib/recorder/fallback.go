package recorder

import (
	"context"
	"errors"
	"time"
)

// A Fallback takes events while Kafka is away. Its methods are called by one
// goroutine at a time. Where it is an io.Closer, the recorder closes it.
type Fallback interface {
	// Name is told in notices: "file", "stderr", "zeromq", "spool".
	Name() string
	// Write writes events in order and returns how many of them, from the first,
	// it took; fewer than all only with an error. It should end when ctx does; a
	// fallback that does not is passed over until it has.
	Write(ctx context.Context, events []*Event) (int, error)
}

// SpoolFallback stands for the recorder's spool in the order of the fallbacks.
func SpoolFallback() Fallback { return spoolFallback{} }

type spoolFallback struct{}

func (spoolFallback) Name() string { return "spool" }

func (spoolFallback) Write(context.Context, []*Event) (int, error) {
	return 0, errors.New("the recorder writes to the spool itself")
}

// unconfirming fallbacks do not know whether anybody got the events.
type unconfirming interface{ unconfirmed() }

// A desk is a goroutine that owns a fallback, so that the sender never waits for
// one that hangs.
type desk struct {
	fallback Fallback
	limit    time.Duration // for one batch
	work     chan []*Event
	result   chan written
	busy     bool // a batch took longer than the limit and is still being written
}

type written struct {
	n   int
	err error
}

// A FallbackError says why a fallback did not take events.
type FallbackError struct {
	Name string
	Err  error
}

// Error names the fallback before what it said.
func (e *FallbackError) Error() string { return "fallback " + e.Name + ": " + e.Err.Error() }

// Unwrap returns what the fallback said.
func (e *FallbackError) Unwrap() error { return e.Err }

// noteWritten keeps why a fallback did not take events, until it takes some.
func (r *Recorder) noteWritten(name string, w written) {
	if w.err != nil {
		r.refusal.Store(&FallbackError{name, w.err})
	} else if last := r.refusal.Load(); last != nil && last.Name == name {
		r.refusal.Store(nil)
	}
}

// refused is why a fallback does not take events, or nil.
func (r *Recorder) refused() error {
	if e := r.refusal.Load(); e != nil {
		return e
	}
	return nil
}

// batchTime is how long a batch may take. ZeroMQ has 100 ms for each send, which
// it counts itself.
const batchTime = time.Second

func newDesk(f Fallback) *desk {
	return &desk{fallback: f, limit: batchTime, work: make(chan []*Event), result: make(chan written, 1)}
}

// run writes batches until the work ends, and closes the fallback then.
func (d *desk) run() {
	for events := range d.work {
		d.result <- d.write(events)
	}
	_ = closeAll([]Fallback{d.fallback})
}

// write contains panics of the fallback.
func (d *desk) write(events []*Event) (w written) {
	defer func() {
		if p := recover(); p != nil {
			w = written{0, panicError(d.fallback.Name(), p)}
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), d.limit)
	defer cancel()
	n, err := d.fallback.Write(ctx, events)
	if n < len(events) && err == nil {
		err = errors.New("not all events were written")
	}
	return written{min(max(n, 0), len(events)), err}
}

// put writes a batch and waits for it, twice the limit at most: a fallback may
// end a little after its time. A batch that is not done by then counts as not
// written, and nothing more is given to the fallback until it is.
func (d *desk) put(events []*Event) written {
	if d.busy {
		select {
		case <-d.result:
			d.busy = false
		default:
			return written{0, errors.New(d.fallback.Name() + " has not finished what it was given before")}
		}
	}
	d.work <- events
	timer := time.NewTimer(2 * d.limit)
	defer timer.Stop()
	select {
	case w := <-d.result:
		return w
	case <-timer.C:
		d.busy = true
		return written{0, errors.New(d.fallback.Name() + " did not take the events in time")}
	}
}

// close ends the goroutine, and the fallback with it, when what it works on is
// done.
func (d *desk) close() { close(d.work) }
