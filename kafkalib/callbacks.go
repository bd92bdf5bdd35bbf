package kafkalib

import (
	"context"
	"sync"

	"github.com/bpl-lang/bpl/interp"
)

// callbacks runs the functions that a script gave to a handle, in order, in
// one executor under the session's lock. Adding never blocks: the client must
// not wait for the script. Senders wait instead, while there are too many.
type callbacks struct {
	h      *handle
	limit  int
	ctx    context.Context // of the calls; carries the handle
	cancel context.CancelFunc
	done   chan struct{}

	mu      sync.Mutex
	waiting []callback
	added   uint64
	ran     uint64
	closed  bool
	wake    chan struct{}
	changed chan struct{} // closed at each end of a call; nil while nobody waits
}

// A callback is one call to make; args are made under the session's lock.
type callback struct {
	function interp.Value
	args     func() []interp.Value
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
	c.added++
	c.mu.Unlock()
	c.poke()
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
		c.mu.Unlock()
		c.call(call)
		c.mu.Lock()
		c.ran++
		if c.changed != nil {
			close(c.changed)
			c.changed = nil
		}
		c.mu.Unlock()
		if c.ctx.Err() != nil {
			return
		}
	}
}

// call makes one call. An exception is an event and ends nothing.
func (c *callbacks) call(call callback) {
	var args []interp.Value
	c.h.state.session.Do(func(*interp.Session) { args = call.args() })
	if _, err := c.h.state.session.CallValue(c.ctx, call.function, args...); err != nil && c.ctx.Err() == nil {
		c.h.emit(Event{Code: "CALLBACK_FAILED", Error: clientError("INVALID_ARGUMENT", err.Error(), err)})
	}
}

// await waits until the calls that were added so far have been made.
func (c *callbacks) await(ctx context.Context) error {
	c.mu.Lock()
	target := c.added
	c.mu.Unlock()
	return c.until(ctx, func() bool { return c.ran >= target })
}

// room waits until there are fewer calls than callback-queue.
func (c *callbacks) room(ctx context.Context) error {
	return c.until(ctx, func() bool { return len(c.waiting) < c.limit })
}

func (c *callbacks) until(ctx context.Context, reached func() bool) error {
	for {
		c.mu.Lock()
		if reached() {
			c.mu.Unlock()
			return nil
		}
		if c.changed == nil {
			c.changed = make(chan struct{})
		}
		changed := c.changed
		c.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-c.done:
			return nil
		}
	}
}

// close makes the calls that are left and ends; where ctx ends before, the
// rest is dropped.
func (c *callbacks) close(ctx context.Context) {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.poke()
	select {
	case <-c.done:
	case <-ctx.Done():
	}
	c.cancel()
	<-c.done
}
