package kafkalib

import (
	"context"
	"errors"
	"net"
	"os"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

var (
	_ kgo.HookBrokerConnect       = (*clientStatistics)(nil)
	_ kgo.HookBrokerDisconnect    = (*clientStatistics)(nil)
	_ kgo.HookBrokerWrite         = (*clientStatistics)(nil)
	_ kgo.HookBrokerE2E           = (*clientStatistics)(nil)
	_ kgo.HookBrokerThrottle      = (*clientStatistics)(nil)
	_ kgo.HookProduceBatchWritten = (*clientStatistics)(nil)
	_ kgo.HookFetchBatchRead      = (*clientStatistics)(nil)
	_ kgo.HookClientClosed        = (*clientStatistics)(nil)
)

// OnBrokerConnect counts an attempt to connect.
func (c *clientStatistics) OnBrokerConnect(meta kgo.BrokerMetadata, took time.Duration, _ net.Conn, err error) {
	c.broker(meta).connected(c, took, err, c.ownDoing(err))
}

// OnBrokerDisconnect counts a connection that was closed, by whomever.
func (c *clientStatistics) OnBrokerDisconnect(meta kgo.BrokerMetadata, _ net.Conn) {
	c.broker(meta).disconnected()
}

// OnBrokerWrite counts a request.
func (c *clientStatistics) OnBrokerWrite(meta kgo.BrokerMetadata, key int16, n int, wait, took time.Duration, err error) {
	c.broker(meta).wrote(c, key, n, wait, took, err)
}

// OnBrokerE2E counts the answer to a request, or its absence.
func (c *clientStatistics) OnBrokerE2E(meta kgo.BrokerMetadata, key int16, e2e kgo.BrokerE2E) {
	b, took := c.broker(meta), e2e.DurationE2E()
	switch err := e2e.Err(); {
	case err != nil:
		b.ended(c, key, took, e2e.WriteErr == nil, c.ownDoing(err), isTimeout(err))
	case kmsg.Key(key) == kmsg.Produce && e2e.BytesRead == 0:
		b.unconfirmed(c, key, took) // acks 0
	default:
		b.answered(c, key, e2e.BytesRead, took)
	}
}

// OnBrokerThrottle notes for how long a broker slows the client down.
func (c *clientStatistics) OnBrokerThrottle(meta kgo.BrokerMetadata, interval time.Duration, _ bool) {
	b := c.broker(meta)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.throttle.add(time.Now(), interval)
}

// OnProduceBatchWritten counts the records of a batch that was stored.
func (c *clientStatistics) OnProduceBatchWritten(meta kgo.BrokerMetadata, topic string, partition int32, m kgo.ProduceBatchMetrics) {
	b := c.broker(meta)
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.partition(topic, partition)
	p.broker = b
	p.txRecords += int64(m.NumRecords)
	p.txBytes += int64(m.UncompressedBytes)
	p.txBatches++
}

// OnFetchBatchRead counts the records of a batch that was fetched.
func (c *clientStatistics) OnFetchBatchRead(meta kgo.BrokerMetadata, topic string, partition int32, m kgo.FetchBatchMetrics) {
	b := c.broker(meta)
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.partition(topic, partition)
	p.broker = b
	p.rxRecords += int64(m.NumRecords)
	p.rxBytes += int64(m.UncompressedBytes)
	p.rxBatches++
}

// OnClientClosed drops what the client had on its way.
func (c *clientStatistics) OnClientClosed(*kgo.Client) {
	c.mu.Lock()
	all := c.each()
	c.mu.Unlock()
	for _, b := range all {
		b.forget(c)
	}
}

// ownDoing reports whether a failure is none of the broker's: the caller gave
// up, or the client closed.
func (c *clientStatistics) ownDoing(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, kgo.ErrClientClosed) || c.probes && err != nil && ownEnd(err)
}

func isTimeout(err error) bool {
	if errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	e, ok := errors.AsType[net.Error](err)
	return ok && e.Timeout()
}
