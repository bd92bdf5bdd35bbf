package kafkalib

import (
	"sync"
	"sync/atomic"

	"github.com/twmb/franz-go/pkg/kgo"
)

// partitionCounts is a partitioner that notes how many partitions the client
// sees of each topic. It is safe for concurrent use.
type partitionCounts struct {
	inner kgo.Partitioner

	version atomic.Int64 // grows with each change
	mu      sync.Mutex
	counts  map[string]int32
}

func newPartitionCounts(inner kgo.Partitioner) *partitionCounts {
	return &partitionCounts{inner: inner, counts: make(map[string]int32)}
}

// of returns the number of a topic's partitions, 0 where it is not known.
func (p *partitionCounts) of(topic string) int32 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.counts[topic]
}

// changed reports whether a number has changed since the version of the last
// call.
func (p *partitionCounts) changed(seen *int64) bool {
	now := p.version.Load()
	changed := now != *seen
	*seen = now
	return changed
}

// forget makes the number of a topic's partitions unknown.
func (p *partitionCounts) forget(topic string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.counts, topic)
	p.version.Add(1)
}

func (p *partitionCounts) note(topic string, n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.counts[topic] != int32(n) {
		p.counts[topic] = int32(n)
		p.version.Add(1)
	}
}

// ForTopic is called by the client once for each topic.
func (p *partitionCounts) ForTopic(topic string) kgo.TopicPartitioner {
	return &countingTopic{inner: p.inner.ForTopic(topic), counts: p, topic: topic}
}

// countingTopic is called with a lock of the client's held.
type countingTopic struct {
	inner  kgo.TopicPartitioner
	counts *partitionCounts
	topic  string
	last   int
}

// RequiresConsistency makes the client offer all partitions, not only the
// writable ones: to the first record, so that their number is noted.
func (c *countingTopic) RequiresConsistency(r *kgo.Record) bool {
	return c.last == 0 || c.inner.RequiresConsistency(r)
}

func (c *countingTopic) note(r *kgo.Record, n int) {
	if n != c.last && (c.last == 0 || c.inner.RequiresConsistency(r)) {
		c.last = n
		c.counts.note(c.topic, n)
	}
}

func (c *countingTopic) Partition(r *kgo.Record, n int) int {
	c.note(r, n)
	return c.inner.Partition(r, n)
}

func (c *countingTopic) PartitionByBackup(r *kgo.Record, n int, backup kgo.TopicBackupIter) int {
	c.note(r, n)
	if inner, ok := c.inner.(kgo.TopicBackupPartitioner); ok {
		return inner.PartitionByBackup(r, n, backup)
	}
	return c.inner.Partition(r, n)
}
