package kafkalib

import (
	"encoding/binary"
	"net"
	"sync/atomic"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// produceWrites knows when a produce request was last written to a connection
// and when the answer to one was last lost. With that a failure can tell
// "never written" from "possibly stored". It watches the connections of one
// client, is a hook of it, and is safe for concurrent use.
type produceWrites struct {
	start   time.Time
	writing atomic.Int32 // requests that are being written
	wrote   atomic.Int64 // on the clock of start; 0 means never
	lost    atomic.Int64
	// end is when the next records' time will be over; 0 means none.
	end atomic.Int64
}

var _ kgo.HookBrokerE2E = (*produceWrites)(nil)

func newProduceWrites() *produceWrites { return &produceWrites{start: time.Now()} }

func (w *produceWrites) now() int64 { return max(int64(time.Since(w.start)), 1) }

// OnBrokerE2E is called when a request has its answer, or will have none.
func (w *produceWrites) OnBrokerE2E(_ kgo.BrokerMetadata, key int16, e2e kgo.BrokerE2E) {
	if kmsg.Key(key) != kmsg.Produce || e2e.Err() == nil || e2e.WriteErr != nil && e2e.BytesWritten == 0 {
		return
	}
	w.lost.Store(w.now())
}

// writtenSince reports whether a produce request was, or may just be, written
// after t.
func (w *produceWrites) writtenSince(t time.Duration) bool {
	return w.writing.Load() > 0 || w.wrote.Load() >= max(int64(t), 1)
}

// lostSince reports whether the answer to one was lost after t.
func (w *produceWrites) lostSince(t time.Duration) bool { return w.lost.Load() >= max(int64(t), 1) }

// shorten ends a pause of the client just after the time of the next records
// is over. The client looks at that when it wakes; a longer pause would keep
// their outcome back.
func (w *produceWrites) shorten(pause time.Duration) time.Duration {
	const after = 2 * time.Millisecond
	end := w.end.Load()
	if end == 0 {
		return pause
	}
	return min(pause, max(time.Duration(end-w.now())+after, after))
}

// watch makes w see what is written to conn.
func (w *produceWrites) watch(conn net.Conn) net.Conn {
	return &watchedConn{conn, w}
}

type watchedConn struct {
	net.Conn
	writes *produceWrites
}

// Write passes a request on; the client writes each with one call. The kind
// of a request stands behind its length.
func (c *watchedConn) Write(request []byte) (int, error) {
	if len(request) < 6 || kmsg.Key(binary.BigEndian.Uint16(request[4:])) != kmsg.Produce {
		return c.Conn.Write(request)
	}
	c.writes.writing.Add(1)
	defer c.writes.writing.Add(-1)
	n, err := c.Conn.Write(request)
	if err == nil || n > 0 {
		c.writes.wrote.Store(c.writes.now())
	}
	return n, err
}
