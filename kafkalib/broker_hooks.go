package kafkalib

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// brokerHooks tells a brokerWatch what a client of its handle sees of brokers.
// It never blocks the client.
type brokerHooks struct {
	w  *brokerWatch
	cl *kgo.Client
}

var (
	_ kgo.HookNewClient      = (*brokerHooks)(nil)
	_ kgo.HookClientClosed   = (*brokerHooks)(nil)
	_ kgo.HookBrokerConnect  = (*brokerHooks)(nil)
	_ kgo.HookBrokerE2E      = (*brokerHooks)(nil)
	_ kgo.HookBrokerThrottle = (*brokerHooks)(nil)
)

// OnNewClient is called before the client does anything: it is not complete yet
// and must not be asked.
func (h *brokerHooks) OnNewClient(cl *kgo.Client) {
	h.cl = cl
	h.w.addClient(cl)
}

// OnClientClosed is called when all of the client has ended.
func (h *brokerHooks) OnClientClosed(cl *kgo.Client) { h.w.removeClient(cl) }

// OnBrokerConnect is called after each attempt to connect, authentication
// included. A connection alone is no success.
func (h *brokerHooks) OnBrokerConnect(meta kgo.BrokerMetadata, took time.Duration, _ net.Conn, err error) {
	if err == nil || ownEnd(err) || !h.w.h.listed.Load() {
		return
	}
	if errors.Is(err, context.DeadlineExceeded) && took < h.w.connectTime*9/10 {
		return // the time of a call was over, that of the attempt was not
	}
	h.w.failed(meta, err)
}

// OnBrokerE2E is called when a request has its answer, or will have none.
func (h *brokerHooks) OnBrokerE2E(meta kgo.BrokerMetadata, key int16, e2e kgo.BrokerE2E) {
	if kmsg.Key(key) == kmsg.Metadata && e2e.Err() == nil {
		h.w.clientAnswered(h.cl)
	}
	if !h.w.h.listed.Load() {
		return
	}
	if err := e2e.Err(); err != nil {
		if ownEnd(err) || errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, os.ErrDeadlineExceeded) {
			return
		}
		if errors.Is(err, os.ErrDeadlineExceeded) && !handshake(key) {
			h.w.requestTimeout(meta, key, e2e.DurationE2E(), err)
		}
		h.w.failed(meta, err)
		return
	}
	if e2e.BytesRead == 0 {
		return // a request without answer
	}
	if handshake(key) && h.w.sasl {
		return // the credentials may still be refused
	}
	switch kmsg.Key(key) {
	case kmsg.Metadata:
		h.w.metadataAnswered()
	case kmsg.JoinGroup, kmsg.Heartbeat, kmsg.ConsumerGroupHeartbeat:
		h.w.coordinator(meta)
	}
	h.w.states.success(meta.NodeID, addressOf(meta), time.Now())
}

// handshake reports whether a request is a part of connecting.
func handshake(key int16) bool {
	switch kmsg.Key(key) {
	case kmsg.ApiVersions, kmsg.SASLHandshake, kmsg.SASLAuthenticate:
		return true
	}
	return false
}

// OnBrokerThrottle is called for each answer that tells to slow down.
func (h *brokerHooks) OnBrokerThrottle(meta kgo.BrokerMetadata, interval time.Duration, _ bool) {
	if !h.w.h.listed.Load() {
		return
	}
	h.w.states.throttled(meta.NodeID, addressOf(meta), interval, time.Now())
}

// ownEnd reports whether the client itself ended what failed: closed an idle
// connection, gave up a broker that metadata no longer lists, or was told to
// stop. That says nothing about the broker.
func ownEnd(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, kgo.ErrClientClosed) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, io.ErrClosedPipe) || strings.Contains(err.Error(), "broker struct chosen to issue this request has died")
}

// throttleQuiet is how long BROKER_THROTTLED is not raised again: a client
// that sends on is throttled with each answer.
const throttleQuiet = time.Second

// throttled is told of an answer that tells to slow down.
func (b *brokerStates) throttled(id int32, address brokerAddress, interval time.Duration, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.at(id, address, now)
	if s == nil {
		return
	}
	if s.throttles++; now.Sub(s.throttledAt) < throttleQuiet {
		return
	}
	e := s.about("BROKER_THROTTLED", now)
	e.Duration, e.Count = new(interval), new(s.throttles)
	s.throttledAt, s.throttles = now, 0
	b.emit(e)
}
