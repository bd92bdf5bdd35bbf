package kafkalib

import (
	"context"
	"net"
	"sync"
	"time"
)

// A faultyDial leads to an embedded broker over connections that can be
// frozen (what the broker answers does not arrive) and cut, and refuses new
// ones while it is down. It may be so to one address only.
type faultyDial struct {
	broker *Embedded
	to     dialFunc // leads elsewhere than to broker; nil for nowhere else
	only   string   // the address that is concerned; "" for all

	mu     sync.Mutex
	frozen chan struct{} // closed when answers flow again; nil while they flow
	down   bool
	muted  bool          // what the client writes does not arrive
	late   time.Duration // by which each piece of an answer is
	conns  map[*faultyConn]bool
}

func (f *faultyDial) dial(ctx context.Context, network, address string) (net.Conn, error) {
	f.mu.Lock()
	down := f.down && f.concerns(address)
	f.mu.Unlock()
	if down {
		return nil, refused(network, address)
	}
	to := f.to
	if to == nil {
		to = f.broker.Dial
	}
	conn, err := to(ctx, network, address)
	if err != nil {
		return nil, err
	}
	c := &faultyConn{Conn: conn, f: f, address: address, cut: make(chan struct{})}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.down && f.concerns(address) { // since it was asked for
		conn.Close()
		return nil, refused(network, address)
	}
	if f.conns == nil {
		f.conns = make(map[*faultyConn]bool)
	}
	f.conns[c] = true
	return c, nil
}

// concerns reports whether faults concern an address. Called with the lock.
func (f *faultyDial) concerns(address string) bool { return f.only == "" || f.only == address }

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

// mute loses what the client writes from now on, or lets it arrive again.
func (f *faultyDial) mute(on bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.muted = on
}

// delay has each piece of an answer come later by a time.
func (f *faultyDial) delay(late time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.late = late
}

// setOnly has one address concerned from now on, "" all. Connections to others
// stay.
func (f *faultyDial) setOnly(address string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.only = address
}

func (f *faultyDial) cutAll() {
	f.mu.Lock()
	var cut []*faultyConn
	for c := range f.conns {
		if f.concerns(c.address) {
			delete(f.conns, c)
			cut = append(cut, c)
		}
	}
	f.mu.Unlock()
	for _, c := range cut {
		c.Close()
	}
}

type faultyConn struct {
	net.Conn
	f       *faultyDial
	address string
	once    sync.Once
	cut     chan struct{}
}

func (c *faultyConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.f.mu.Lock()
	frozen, late := c.f.frozen, c.f.late
	if !c.f.concerns(c.address) {
		frozen = nil
	}
	c.f.mu.Unlock()
	if late > 0 {
		select {
		case <-time.After(late):
		case <-c.cut:
		}
	}
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

func (c *faultyConn) Write(p []byte) (int, error) {
	c.f.mu.Lock()
	lost := c.f.muted && c.f.concerns(c.address)
	c.f.mu.Unlock()
	if lost {
		return len(p), nil
	}
	return c.Conn.Write(p)
}
