package recorder

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"
)

// ZeroMQ acknowledges nothing, so a send counts as done when the operating
// system has all of it, and as failed when that takes longer than sendTime.
const (
	sendTime         = 100 * time.Millisecond
	connectTime      = time.Second
	connectPause     = 50 * time.Millisecond // after a failed attempt, doubling
	connectPauseMost = time.Second
)

// A ZeroMQOptions says where a [ZeroMQFallback] pushes to.
type ZeroMQOptions struct {
	// Address of the collector, such as "tcp://127.0.0.1:3514".
	Address string
	// Dial connects; the operating system's network where it is nil.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// ZeroMQFallback returns a fallback that pushes events to one collector, in the
// two frames that BlueOx's collector reads. It connects when the first event comes, in the background,
// and again when the connection is lost. Nobody confirms that the collector got
// an event.
func ZeroMQFallback(o ZeroMQOptions) (Fallback, error) {
	address := o.Address
	hostPort, ok := strings.CutPrefix(address, "tcp://")
	if !ok {
		return nil, fmt.Errorf(`the collector's address: got %q, expected "tcp://host:port"`, address)
	}
	host, port, err := net.SplitHostPort(hostPort)
	if n, portErr := strconv.Atoi(port); err != nil || portErr != nil || n < 1 || n > 65535 || host == "" || host == "*" {
		return nil, fmt.Errorf(`the collector's address: got %q, expected "tcp://host:port" with a port of 1 to 65535`, address)
	}
	ctx, cancel := context.WithCancel(context.Background())
	if o.Dial == nil {
		o.Dial = new(net.Dialer).DialContext
	}
	return &zeroMQ{address: hostPort, dial: o.Dial, ctx: ctx, cancel: cancel}, nil
}

// A zeroMQ is a PUSH socket with one peer. The goroutine that calls Write owns
// it; one attempt to connect at a time runs beside it.
type zeroMQ struct {
	address string
	dial    func(ctx context.Context, network, address string) (net.Conn, error)
	ctx     context.Context
	cancel  context.CancelFunc

	peer    *peer
	attempt chan connected // nil while none runs
	pause   time.Duration
	next    time.Time // when the next attempt may begin
	last    error     // of the last attempt or send

	header, body, message []byte
}

// A peer is a connection after its handshake.
type peer struct {
	conn net.Conn
	gone chan struct{} // closed when the peer has closed the connection
}

type connected struct {
	peer *peer
	err  error
}

func (z *zeroMQ) Name() string { return "zeromq" }
func (z *zeroMQ) unconfirmed() {}

func (z *zeroMQ) Write(ctx context.Context, events []*Event) (int, error) {
	for i, e := range events {
		if err := ctx.Err(); err != nil {
			return i, err
		}
		if err := z.send(e); err != nil {
			return i, err
		}
	}
	return len(events), nil
}

// send sends one event, in at most sendTime.
func (z *zeroMQ) send(e *Event) (err error) {
	deadline := time.Now().Add(sendTime)
	if err := z.connected(deadline); err != nil {
		return err
	}
	z.header, z.body, err = collectorFrames(z.header[:0], z.body[:0], e)
	if err != nil {
		return err
	}
	z.message = appendFrame(appendFrame(z.message[:0], flagMore, z.header), 0, z.body)
	if err = z.peer.conn.SetWriteDeadline(deadline); err == nil {
		_, err = z.peer.conn.Write(z.message)
	}
	if err != nil {
		// Part of it may be written: nothing more can follow on this connection.
		z.drop(fmt.Errorf("the collector %s took no event within %v: %w", z.address, sendTime, err))
		return z.last
	}
	return nil
}

// connected makes sure that there is a connection, and waits for one at most
// until the deadline.
func (z *zeroMQ) connected(deadline time.Time) error {
	if z.peer != nil {
		select {
		case <-z.peer.gone:
			z.drop(fmt.Errorf("the collector %s closed the connection", z.address))
		default:
			return nil
		}
	}
	if z.attempt == nil {
		if wait := time.Until(z.next); wait > 0 {
			return fmt.Errorf("not connected to the collector %s: %w", z.address, z.last)
		}
		z.attempt = make(chan connected, 1)
		go z.connect(z.attempt) // ends with connectTime, and with ctx
	}
	timer := time.NewTimer(time.Until(deadline))
	defer timer.Stop()
	select {
	case c := <-z.attempt:
		z.attempt = nil
		if c.err != nil {
			z.drop(c.err)
			return fmt.Errorf("not connected to the collector %s: %w", z.address, c.err)
		}
		z.peer, z.pause = c.peer, 0
		return nil
	case <-timer.C:
		return fmt.Errorf("the collector %s has not answered yet", z.address)
	}
}

// drop ends the connection, if there is one, and lets the next attempt wait.
func (z *zeroMQ) drop(err error) {
	if z.peer != nil {
		_ = z.peer.conn.Close()
		<-z.peer.gone
		z.peer = nil
	}
	z.last = err
	z.next = time.Now().Add(z.pause)
	z.pause = min(max(2*z.pause, connectPause), connectPauseMost)
}

// connect makes one attempt. Its result is left for the owner.
func (z *zeroMQ) connect(result chan<- connected) {
	ctx, cancel := context.WithTimeout(z.ctx, connectTime)
	defer cancel()
	conn, err := z.dial(ctx, "tcp", z.address)
	if err == nil {
		stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
		err = handshake(conn)
		if !stop() && err == nil {
			err = ctx.Err()
		}
		if err != nil {
			_ = conn.Close()
		}
	}
	if err != nil {
		result <- connected{err: err}
		return
	}
	p := &peer{conn, make(chan struct{})}
	go func() { // ends when the connection does
		defer close(p.gone)
		_, _ = io.Copy(io.Discard, conn)
	}()
	result <- connected{peer: p}
}

// Close ends the connection. What the operating system has already is still
// sent.
func (z *zeroMQ) Close() error {
	z.cancel()
	if z.attempt != nil {
		if c := <-z.attempt; c.peer != nil {
			z.peer = c.peer
		}
	}
	z.drop(errors.New("closed"))
	return nil
}
