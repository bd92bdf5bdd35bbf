package kafkalib

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// connections watches the connections of one client: whether a broker was
// ever reached, and what the last failure was. It is a hook of the client
// and safe for concurrent use.
type connections struct {
	sasl bool // the handle authenticates

	reached atomic.Bool

	mu   sync.Mutex
	last *Error           // of the attempts since the last success
	down map[int32]*Error // brokers that were reached and cannot be reached now
	up   map[int32]bool   // brokers whose last connection succeeded
}

var (
	_ kgo.HookBrokerConnect = (*connections)(nil)
	_ kgo.HookBrokerRead    = (*connections)(nil)
)

func newConnections(c *Config) *connections {
	return &connections{
		sasl: strings.HasPrefix(c.text("security-protocol"), "SASL_"),
		down: make(map[int32]*Error),
		up:   make(map[int32]bool),
	}
}

// OnBrokerConnect is called after each attempt, authentication included. A
// connection alone is no success: a broker that wants SASL closes it after
// the first request.
func (c *connections) OnBrokerConnect(meta kgo.BrokerMetadata, _ time.Duration, _ net.Conn, err error) {
	if err != nil {
		c.failed(meta, err)
	}
}

// OnBrokerRead is called for each answer, or for its absence.
func (c *connections) OnBrokerRead(meta kgo.BrokerMetadata, key int16, _ int, _, _ time.Duration, err error) {
	if err != nil {
		c.failed(meta, err)
		return
	}
	if handshake(key) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reached.Store(true)
	c.last = nil
	c.up[meta.NodeID] = true
	delete(c.down, meta.NodeID)
}

// failed notes a failure, unless the client itself gave up or closed.
func (c *connections) failed(meta kgo.BrokerMetadata, err error) {
	if errors.Is(err, context.Canceled) || errors.Is(err, kgo.ErrClientClosed) || errors.Is(err, net.ErrClosed) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = c.explain(meta, err)
	if c.up[meta.NodeID] {
		c.down[meta.NodeID] = c.last
	}
}

// explain turns a failed attempt into an Error that names the address.
func (c *connections) explain(meta kgo.BrokerMetadata, err error) *Error {
	e := errorFrom(err)
	if c.sasl && isEOF(err) {
		// Some brokers close the connection instead of saying no.
		e = clientError("AUTHENTICATION_FAILED", "the broker closed the connection during authentication: the credentials seem to be wrong", err)
	}
	if !strings.Contains(e.Message, meta.Host) {
		copied := *e
		copied.Message = addressOf(meta).String() + ": " + copied.Message
		e = &copied
	}
	return e
}

func isEOF(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// everReached reports whether a broker ever answered.
func (c *connections) everReached() bool { return c.reached.Load() }

// lastError is the failure since which nothing succeeded, or nil.
func (c *connections) lastError() *Error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last
}

// allDown reports whether every broker that had been reached is down.
func (c *connections) allDown() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.reached.Load() && c.last != nil && len(c.down) > 0 && len(c.down) == len(c.up)
}

// contact makes sure that a broker was reached once. Where none was, it asks
// each server of the list, and a refusal is reported at once; an error of a
// server that does not answer comes when ctx ends.
func (c *connections) contact(ctx context.Context, cl *kgo.Client) error {
	if c.everReached() {
		return nil
	}
	err := cl.Ping(ctx)
	if err == nil || c.everReached() {
		return nil
	}
	if ctx.Err() != nil {
		return c.timedOut(ctx, "a first answer of the servers")
	}
	if e := c.lastError(); e != nil && errorFrom(err).Code != "AUTHENTICATION_FAILED" {
		return e
	}
	return errorFrom(err)
}

// timedOut is the error of a call whose time is over, or the context's own
// where the call was ended from outside.
func (c *connections) timedOut(ctx context.Context, waitedFor string) error {
	if errors.Is(context.Cause(ctx), context.Canceled) {
		return context.Cause(ctx)
	}
	message := "no answer in time, waited for " + waitedFor
	e := clientError("TIMED_OUT", message, context.Cause(ctx))
	if last := c.lastError(); last != nil {
		e.Message += "; last connection error: " + last.Message
		e.Cause = last
	}
	return e
}
