package kafkalib

import (
	"context"
	"crypto/tls"
	"net"
	"sync"
	"time"
)

// A dialer opens the connections of one client: within its time, over TLS
// where that is asked for, and with a growing pause before it tries an
// address again that it could not reach.
type dialer struct {
	dial    dialFunc
	timeout time.Duration
	tls     *tls.Config
	pause   backoff
	writes  *produceWrites // of a producer, else nil
	watch   func(conn net.Conn, address string) net.Conn

	mu     sync.Mutex
	failed map[string]failedDial
}

type failedDial struct {
	times int
	last  time.Time
}

// connect is the client's Dialer.
func (d *dialer) connect(ctx context.Context, network, address string) (net.Conn, error) {
	if err := d.wait(ctx, address); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, d.timeout)
	defer cancel()
	conn, err := d.dial(ctx, network, address)
	if err == nil && d.tls != nil {
		conn, err = d.handshake(ctx, conn, address)
	}
	d.note(address, err)
	if err != nil {
		return nil, err
	}
	if d.writes != nil {
		conn = d.writes.watch(conn)
	}
	if d.watch != nil {
		conn = d.watch(conn, address)
	}
	return conn, nil
}

func (d *dialer) handshake(ctx context.Context, conn net.Conn, address string) (net.Conn, error) {
	config := d.tls.Clone()
	if config.ServerName == "" {
		host, _, err := net.SplitHostPort(address)
		if err != nil {
			conn.Close()
			return nil, err
		}
		config.ServerName = host
	}
	secure := tls.Client(conn, config)
	if err := secure.HandshakeContext(ctx); err != nil {
		conn.Close()
		return nil, &net.OpError{Op: "dial", Net: conn.RemoteAddr().Network(), Addr: textAddr{"tcp", address}, Err: handshakeError{err}}
	}
	return secure, nil
}

// A handshakeError is a failure after the connection was open.
type handshakeError struct{ err error }

func (e handshakeError) Error() string { return "tls: handshake: " + e.err.Error() }
func (e handshakeError) Unwrap() error { return e.err }

// wait pauses where the address failed a moment ago.
func (d *dialer) wait(ctx context.Context, address string) error {
	d.mu.Lock()
	f := d.failed[address]
	d.mu.Unlock()
	if f.times == 0 {
		return nil
	}
	left := d.pause.after(f.times) - time.Since(f.last)
	if left <= 0 {
		return nil
	}
	timer := time.NewTimer(left)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (d *dialer) note(address string, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err == nil {
		delete(d.failed, address)
		return
	}
	if d.failed == nil {
		d.failed = make(map[string]failedDial)
	}
	d.failed[address] = failedDial{d.failed[address].times + 1, time.Now()}
}

// A backoff is a pause that doubles from first to most.
type backoff struct{ first, most time.Duration }

// after is the pause after so many failures in a row.
func (b backoff) after(failures int) time.Duration {
	pause := b.first
	for range failures - 1 {
		if pause >= b.most {
			break
		}
		pause *= 2
	}
	return min(pause, max(b.most, b.first))
}
