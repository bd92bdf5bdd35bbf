package kafkalib

import (
	"context"
	"net"
	"sync"
)

// A faultyDial leads to an embedded broker over connections that can be
// frozen (what the broker answers does not arrive) and cut, and refuses new
// ones while it is down. It may be so to one address only.
type faultyDial struct {
	broker *Embedded
	to     dialFunc // where it leads to instead, if not nil
	only   string   // the address that is concerned; "" for all

	mu     sync.Mutex
	frozen chan struct{} // closed when answers flow again; nil while they flow
	down   bool
	conns  map[*faultyConn]bool
}

func (f *faultyDial) dial(ctx context.Context, network, address string) (net.Conn, error) {
	f.mu.Lock()
	concerned := f.only == "" || f.only == address
	down := f.down && concerned
	f.mu.Unlock()
	if down {
		return nil, refused(network, address)
	}
	to := f.to
	if to == nil {
		to = f.broker.Dial
	}
	conn, err := to(ctx, network, address)
	if err != nil || !concerned {
		return conn, err
	}
	c := &faultyConn{Conn: conn, f: f, cut: make(chan struct{})}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.conns == nil {
		f.conns = make(map[*faultyConn]bool)
	}
	f.conns[c] = true
	return c, nil
}

// freeze keeps all answers back until thaw.
func (f *faultyDial) freeze() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.frozen = make(chan struct{})
}

// thaw lets answers flow again; with cut the ones kept back are lost.
func (f *faultyDial) thaw(cut bool) {
	if cut {
		f.cutAll()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.frozen)
	f.frozen = nil
}

// setDown ends all connections and refuses new ones, or accepts them again.
func (f *faultyDial) setDown(down bool) {
	f.mu.Lock()
	f.down = down
	f.mu.Unlock()
	if down {
		f.cutAll()
	}
}

func (f *faultyDial) cutAll() {
	f.mu.Lock()
	conns := f.conns
	f.conns = nil
	f.mu.Unlock()
	for c := range conns {
		c.Close()
	}
}

type faultyConn struct {
	net.Conn
	f    *faultyDial
	once sync.Once
	cut  chan struct{}
}

func (c *faultyConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.f.mu.Lock()
	frozen := c.f.frozen
	c.f.mu.Unlock()
	if frozen != nil {
		select {
		case <-frozen:
		case <-c.cut:
			return 0, net.ErrClosed
		}
	}
	select {
	case <-c.cut:
		return 0, net.ErrClosed
	default:
	}
	return n, err
}

func (c *faultyConn) Close() error {
	c.once.Do(func() { close(c.cut) })
	return c.Conn.Close()
}
