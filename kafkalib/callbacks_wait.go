package kafkalib

import "context"

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

// hasRoom reports whether there are.
func (c *callbacks) hasRoom() bool {
	return c.length.Load() < int64(c.limit)
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

// startCalls returns what runs the handle's functions, and starts it at first
// use.
func (h *handle) startCalls() (*callbacks, error) {
	h.callsMu.Lock()
	defer h.callsMu.Unlock()
	if h.callsEnded {
		return nil, clientError("CLOSED", "handle "+quote(h.id)+" is closed", nil)
	}
	if h.calls.Load() == nil {
		h.calls.Store(newCallbacks(h))
	}
	return h.calls.Load(), nil
}

// endCalls makes the calls that are left, as close does.
func (h *handle) endCalls(ctx context.Context) {
	h.callsMu.Lock()
	h.callsEnded = true
	calls := h.calls.Load()
	h.callsMu.Unlock()
	if calls != nil {
		calls.close(ctx)
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
