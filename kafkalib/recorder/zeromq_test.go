package recorder

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tinylib/msgp/msgp"
)

// A collector is a PULL socket: the other side of the protocol, written for the
// tests alone.
type collector struct {
	t        testing.TB
	listener net.Listener
	mu       sync.Mutex
	conns    []net.Conn
	paused   chan struct{} // closed: goes on; nil: not paused
	messages [][][]byte
}

func newCollector(t testing.TB, address string) *collector {
	t.Helper()
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	c := &collector{t: t, listener: l}
	go c.run()
	t.Cleanup(c.kill)
	return c
}

func (c *collector) address() string { return "tcp://" + c.listener.Addr().String() }

func (c *collector) run() {
	for {
		conn, err := c.listener.Accept()
		if err != nil {
			return
		}
		c.mu.Lock()
		c.conns = append(c.conns, conn)
		c.mu.Unlock()
		go c.serve(conn)
	}
}

// kill ends the collector and its connections.
func (c *collector) kill() {
	_ = c.listener.Close()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.conns {
		_ = conn.Close()
	}
	c.conns = nil
}

func (c *collector) serve(conn net.Conn) {
	defer conn.Close()
	theirs := make([]byte, greetingSize)
	if _, err := io.ReadFull(conn, theirs); err != nil || checkGreeting(theirs) != nil {
		return
	}
	if _, err := conn.Write(greeting()); err != nil {
		return
	}
	name, data, err := readCommand(conn)
	if kind, _ := property(data, "socket-type"); err != nil || name != "READY" || kind != "PUSH" {
		return
	}
	if _, err := conn.Write(ready("PULL")); err != nil {
		return
	}
	var message [][]byte
	for {
		c.mu.Lock()
		paused := c.paused
		c.mu.Unlock()
		if paused != nil {
			<-paused
		}
		frame, more, err := readFrame(conn)
		if err != nil {
			return
		}
		if message = append(message, frame); !more {
			c.mu.Lock()
			c.messages = append(c.messages, message)
			c.mu.Unlock()
			message = nil
		}
	}
}

func readFrame(r io.Reader) (body []byte, more bool, err error) {
	head := make([]byte, 2)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, false, err
	}
	size := uint64(head[1])
	if head[0]&flagLong != 0 {
		rest := make([]byte, 7)
		if _, err := io.ReadFull(r, rest); err != nil {
			return nil, false, err
		}
		size = binary.BigEndian.Uint64(append(head[1:2:2], rest...))
	}
	body = make([]byte, size)
	_, err = io.ReadFull(r, body)
	return body, head[0]&flagMore != 0, err
}

func (c *collector) got() [][][]byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([][][]byte(nil), c.messages...)
}

// bodies are the bodies of the events, which are numbers.
func (c *collector) bodies() []int {
	c.t.Helper()
	var all []int
	for _, m := range c.got() {
		v, _, err := msgp.ReadMapStrIntfBytes(m[1], nil)
		if err != nil {
			c.t.Fatal(err)
		}
		n, _ := v["body"].(int64)
		all = append(all, int(n))
	}
	return all
}

func zeroMQ1(t testing.TB, address string) Fallback {
	t.Helper()
	f, err := ZeroMQFallback(ZeroMQOptions{Address: address})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestZeroMQFrames asserts the layout that BlueOx's collector reads.
func TestZeroMQFrames(t *testing.T) {
	t.Parallel()
	c := newCollector(t, "127.0.0.1:0")
	r := start(t, Options{Client: unreachable(), Fallbacks: []Fallback{zeroMQ1(t, c.address())}, DownAfter: 10 * time.Millisecond})
	end := time.UnixMicro(1700000000_123456)
	r.Record(Event{ID: "i", Type: "web.request", Host: "h", PID: 7, Start: end, End: end, Body: Fields{{"a", 1}}})
	r.Record(Event{Type: strings.Repeat("x", 100), Host: "h", Body: strings.Repeat("y", 1_000)})
	flush(t, r)
	eventually(t, "the collector has both", func() bool { return len(c.got()) == 2 })
	m := c.got()[0]
	if len(m) != 2 || len(m[0]) != 1+8+64+64 {
		t.Fatalf("frames: %q", m)
	}
	h := m[0]
	if h[0] != 3 || !bytes.Equal(h[9:9+64], append([]byte("\x01h"), make([]byte, 62)...)) || string(h[73:73+12]) != "\x0bweb.request" {
		t.Errorf("header: %q", h)
	}
	if got, want := h[1:9], []byte{0x41, 0xd9, 0x54, 0xfc, 0x40, 0x07, 0xe6, 0xb4}; !bytes.Equal(got, want) {
		t.Errorf("end time in the header:\n got %x\nwant %x", got, want)
	}
	body, rest, err := msgp.ReadMapStrIntfBytes(m[1], nil)
	if err != nil || len(rest) > 0 || body["id"] != "i" || body["end"] != 1700000000.123456 || body["body"].(map[string]any)["a"] != int64(1) {
		t.Errorf("body: %v, %v", body, err)
	}
	long := c.got()[1][0]
	if long[73] != 63 || long[len(long)-1] != 'x' {
		t.Errorf("a type that is too long: %q", long[73:])
	}
	if n := r.Counters(); n.FallenBack != 2 || n.Unconfirmed != 2 || n.Delivered != 0 {
		t.Errorf("counters: %+v", n)
	}
}

// TestZeroMQStartedLate keeps events until the collector is there.
func TestZeroMQStartedLate(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	_ = l.Close()
	r := start(t, Options{Client: unreachable(), Fallbacks: []Fallback{zeroMQ1(t, "tcp://"+address)}, DownAfter: 10 * time.Millisecond})
	numbered(t, r, 0, 100)
	eventually(t, "Kafka counts as away", r.health.down)
	c := newCollector(t, address)
	flush(t, r)
	eventually(t, "the collector has all", func() bool { return len(c.got()) == 100 })
	for i, n := range c.bodies() {
		if n != i {
			t.Fatalf("event %d:\n got %d\nwant %d", i, n, i)
		}
	}
}

// TestZeroMQKilled has a collector that is killed and started again: later events
// go to the new one, and none is told as confirmed.
func TestZeroMQKilled(t *testing.T) {
	t.Parallel()
	c := newCollector(t, "127.0.0.1:0")
	r := start(t, Options{Client: unreachable(), Fallbacks: []Fallback{zeroMQ1(t, c.address())}, DownAfter: 10 * time.Millisecond})
	numbered(t, r, 0, 10)
	flush(t, r)
	eventually(t, "the first collector has its events", func() bool { return len(c.got()) == 10 })
	address := c.listener.Addr().String()
	c.kill()
	numbered(t, r, 10, 20)
	again := newCollector(t, address)
	flush(t, r)
	numbered(t, r, 20, 30)
	flush(t, r)
	eventually(t, "the second collector has the last events", func() bool {
		got := again.bodies()
		return len(got) >= 10 && got[len(got)-1] == 29
	})
	if n := r.Counters(); n.FallenBack != 30 || n.Unconfirmed != 30 {
		t.Errorf("counters: %+v", n)
	}
}

// TestZeroMQPaused has a collector that takes nothing any more: a send that does
// not return in time has failed, and the next fallback is tried.
func TestZeroMQPaused(t *testing.T) {
	t.Parallel()
	c := newCollector(t, "127.0.0.1:0")
	c.mu.Lock()
	c.paused = make(chan struct{})
	c.mu.Unlock()
	second := &sink{name: "second"}
	r := start(t, Options{Client: unreachable(), Fallbacks: []Fallback{zeroMQ1(t, c.address()), second}, DownAfter: 10 * time.Millisecond, MaxBytes: 1 << 30})
	text := strings.Repeat("x", 1<<20)
	eventually(t, "the second fallback has events", func() bool {
		r.Record(Event{Body: text})
		return len(second.bodies()) > 0
	})
	c.mu.Lock()
	close(c.paused)
	c.paused = nil
	c.mu.Unlock()
}

// TestZeroMQWrongPeers are not pushed to.
func TestZeroMQWrongPeers(t *testing.T) {
	for name, answer := range map[string]string{
		"another protocol": strings.Repeat("HTTP/1.1 400 Bad Request\r\n", 10),
		"an old version":   "\xff" + strings.Repeat("\x00", 8) + "\x7f\x01" + strings.Repeat("\x00", 53),
		"a mechanism":      "\xff" + strings.Repeat("\x00", 8) + "\x7f\x03\x00CURVE" + strings.Repeat("\x00", 47),
		"a PUB socket":     string(greeting()) + string(ready("PUB")),
		"no command":       string(greeting()) + "\x00\x01x",
		"a broken command": string(greeting()) + "\x04\x02\x09x",
		"an error":         string(greeting()) + "\x04\x08\x05ERROR\x01x",
	} {
		t.Run(name, func(t *testing.T) {
			here, there := net.Pipe()
			defer here.Close()
			go func() { _, _ = io.Copy(io.Discard, there) }()
			go func() {
				_, _ = there.Write([]byte(answer))
				_ = there.Close()
			}()
			if err := handshake(here); err == nil {
				t.Error("the handshake succeeded")
			}
		})
	}
}

func TestZeroMQAddresses(t *testing.T) {
	for _, address := range []string{"", "127.0.0.1:5", "ipc://x", "tcp://", "tcp://host", "tcp://host:0", "tcp://host:x", "tcp://:5", "tcp://*:5", "tcp://h:70000"} {
		if _, err := ZeroMQFallback(ZeroMQOptions{Address: address}); err == nil {
			t.Errorf("%q was accepted", address)
		}
	}
	if _, err := ZeroMQFallback(ZeroMQOptions{Address: "tcp://[::1]:3514"}); err != nil {
		t.Error(err)
	}
}
