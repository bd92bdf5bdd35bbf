package kafkalib

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"github.com/bpl-lang/bpl/interp"
)

// callbacks runs the functions that a script gave to a handle, in order, in
// one executor under the session's lock. Adding never blocks: the client must
// not wait for the script. Senders wait instead, while there are too many, and
// calls that only tell something are discarded.
type callbacks struct {
	h      *handle
	limit  int
	ctx    context.Context // of the calls; carries the handle
	cancel context.CancelFunc
	done   chan struct{}

	// These spare each send a lock and a context; they follow what stands below.
	length  atomic.Int64 // of waiting
	calling atomic.Bool  // a function runs

	mu        sync.Mutex
	waiting   []callback
	added     uint64
	ran       uint64
	discarded int64 // calls with events that there was no room for
	closed    bool
	wake      chan struct{}
	changed   chan struct{} // closed at each end of a call; nil while nobody waits
}

// A callback is one call to make; args are made under the session's lock.
type callback struct {
	function interp.Value
	args     func(locked *interp.Session) []interp.Value
	dropped  func() bool // reports that the call is not wanted any more; may be nil
	code     string      // of the event that the call tells, else ""
}

// callbackKey finds in a context the handle whose callback is running.
type callbackKey struct{}

func newCallbacks(h *handle) *callbacks {
	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), callbackKey{}, h))
	c := &callbacks{h: h, limit: int(h.config.number("callback-queue")), ctx: ctx, cancel: cancel,
		done: make(chan struct{}), wake: make(chan struct{}, 1)}
	go c.run()
	return c
}

// insideCallback reports whether ctx is that of a callback of h.
func insideCallback(ctx context.Context, h *handle) bool {
	return ctx.Value(callbackKey{}) == h
}

func (c *callbacks) add(call callback) {
	c.mu.Lock()
	c.waiting = append(c.waiting, call)
	c.length.Store(int64(len(c.waiting)))
	c.added++
	c.mu.Unlock()
	c.poke()
}

// offer adds a call that tells an event, unless there are too many.
func (c *callbacks) offer(call callback) {
	c.mu.Lock()
	full := len(c.waiting) >= c.limit
	if full {
		c.discarded++
	}
	c.mu.Unlock()
	if !full {
		c.add(call)
	}
}

func (c *callbacks) poke() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// run makes the calls until it is closed and none is left, or cancelled.
func (c *callbacks) run() {
	defer close(c.done)
	for {
		c.mu.Lock()
		if len(c.waiting) == 0 {
			closed := c.closed
			c.mu.Unlock()
			if closed {
				return
			}
			select {
			case <-c.wake:
			case <-c.ctx.Done():
				return
			}
			continue
		}
		call := c.waiting[0]
		c.waiting[0] = callback{}
		c.waiting = c.waiting[1:]
		c.length.Store(int64(len(c.waiting)))
		c.mu.Unlock()
		c.call(call)
		c.mu.Lock()
		c.ran++
		if c.changed != nil {
			close(c.changed)
			c.changed = nil
		}
		discarded := int64(0)
		if c.discarded > 0 && len(c.waiting) <= c.limit/2 {
			discarded, c.discarded = c.discarded, 0
		}
		c.mu.Unlock()
		if c.ctx.Err() != nil {
			return
		}
		if discarded > 0 {
			c.h.emit(Event{Code: discardedCode, Count: &discarded})
		}
	}
}

// call makes one call. An exception is an event and ends nothing.
func (c *callbacks) call(call callback) {
	var args []interp.Value
	c.h.state.session.Do(func(locked *interp.Session) {
		if call.dropped == nil || !call.dropped() {
			args = call.args(locked)
		}
	})
	if args == nil {
		return
	}
	c.calling.Store(true)
	defer c.calling.Store(false)
	_, err := c.h.state.session.CallValue(c.ctx, call.function, args...)
	if err == nil || c.ctx.Err() != nil || errors.Is(err, interp.ErrClosed) {
		return
	}
	failed := callbackFailed(err)
	// A function that fails on being told of a failure is not told of that one.
	failed.unheard = call.code == failed.Code
	c.h.emit(failed)
}

// callbackFailed is the event that a function threw an exception.
func callbackFailed(err error) Event {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		e = clientError("INVALID_ARGUMENT", err.Error(), err)
	}
	return Event{Code: "CALLBACK_FAILED", Error: e}
}
