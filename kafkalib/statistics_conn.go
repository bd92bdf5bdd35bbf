package kafkalib

import (
	"encoding/binary"
	"net"
	"slices"
	"strconv"
	"time"
)

// watch makes the statistics see requests while they are being written: a
// broker that does not read keeps them there, and no hook of the client tells
// of that.
func (c *clientStatistics) watch(conn net.Conn, address string) net.Conn {
	b := c.at(address)
	if b == nil {
		return conn
	}
	return &countedConn{conn, c, b}
}

type countedConn struct {
	net.Conn
	stats  *clientStatistics
	broker *brokerFigures
}

// Write passes a request on; the client writes each with one call. Its kind
// stands behind its length.
func (c *countedConn) Write(request []byte) (int, error) {
	if len(request) < 6 {
		return c.Conn.Write(request)
	}
	f := flight{c.stats, int16(binary.BigEndian.Uint16(request[4:])), time.Now()}
	c.broker.mu.Lock()
	c.broker.writing = append(c.broker.writing, f)
	c.broker.mu.Unlock()
	defer func() {
		c.broker.mu.Lock()
		defer c.broker.mu.Unlock()
		if i := slices.Index(c.broker.writing, f); i >= 0 {
			c.broker.writing = slices.Delete(c.broker.writing, i, i+1)
		}
	}()
	return c.Conn.Write(request)
}

// at is what is counted of an address; nil where it is none.
func (s *statistics) at(address string) *brokerFigures {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil
	}
	n, err := strconv.ParseInt(port, 10, 32)
	if err != nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.server(brokerAddress{host, int32(n)})
}
