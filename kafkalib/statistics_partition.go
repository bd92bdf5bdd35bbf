package kafkalib

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// partitionFigures count the records of one partition. Guarded by the lock of
// the statistics.
type partitionFigures struct {
	broker                        *brokerFigures // of the last batch
	txRecords, txBytes, txBatches int64
	rxRecords, rxBytes, rxBatches int64
	low, high, stable             int64 // offsets as last heard of; -1: never
	leader                        int32 // -1: none, or not known
	replicas, inSync              int   // 0: not known
	topic                         string
	number                        int32
	begun                         time.Time
}

// partition is what is counted of a partition. Called with the lock.
func (s *statistics) partition(topic string, number int32) *partitionFigures {
	p := s.partitions[TopicPartition{topic, number}]
	if p == nil {
		p = &partitionFigures{low: -1, high: -1, stable: -1, leader: -1, topic: topic, number: number, begun: time.Now()}
		s.partitions[TopicPartition{topic, number}] = p
	}
	return p
}

// fetched notes the ends of partitions that a fetch told.
func (s *statistics) fetched(fetches kgo.Fetches) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fetches.EachPartition(func(f kgo.FetchTopicPartition) {
		if f.Err != nil || f.HighWatermark < 0 {
			return
		}
		p := s.partition(f.Topic, f.Partition)
		p.high = f.HighWatermark
		if f.LogStartOffset >= 0 {
			p.low = f.LogStartOffset
		}
		if f.LastStableOffset >= 0 {
			p.stable = f.LastStableOffset
		}
	})
}

// delivered notes how long a record took from its acceptance to its outcome,
// and how much of that was before its request.
func (s *statistics) delivered(r *kgo.Record, took time.Duration) {
	now := time.Now()
	s.mu.Lock()
	s.latency.add(now, took)
	var b *brokerFigures
	if p := s.partitions[TopicPartition{r.Topic, r.Partition}]; p != nil {
		b = p.broker
	}
	s.mu.Unlock()
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.intLatency.add(now, max(took-b.produceTime, 0))
}

// A place in a partition as a consumer has it.
type partitionReading struct {
	position, committed int64 // -1: not known
	fetched             int64 // records that no poll has returned yet
}

// underReplicated reports whether a partition is known to have fewer replicas
// in sync than it should.
func (p *partitionFigures) underReplicated() bool { return p.replicas > 0 && p.inSync < p.replicas }

// end is the end of the partition for a consumer: the last stable offset
// where it reads what is committed only, else the high watermark.
func (p *partitionFigures) end(committed bool) int64 {
	if committed && p.stable >= 0 {
		return p.stable
	}
	return p.high
}

// notePartitions begins to count the partitions in use that nothing was heard
// of yet.
func (h *handle) notePartitions() {
	var used []TopicPartition
	switch {
	case h.producer != nil:
		used = slices.Collect(maps.Keys(h.producer.queue.inPartitions()))
	case h.consumer != nil:
		used = h.consumer.partitions()
	}
	h.stats.mu.Lock()
	defer h.stats.mu.Unlock()
	for _, tp := range used {
		h.stats.partition(tp.Topic, tp.Partition)
	}
}

// topicFigures describe the partitions by topic.
func (h *handle) topicFigures(now time.Time) Figure {
	queued := map[TopicPartition]queuedRecords{}
	reading := map[TopicPartition]partitionReading{}
	committed := false
	if h.producer != nil {
		queued = h.producer.queue.inPartitions()
	}
	if h.consumer != nil {
		reading, committed = h.consumer.reading(), h.consumer.committed
	}
	h.stats.mu.Lock()
	defer h.stats.mu.Unlock()
	all := slices.SortedFunc(maps.Keys(h.stats.partitions), compareTopicPartitions)
	var topics []Figure
	for len(all) > 0 {
		topic := all[0].Topic
		var partitions []Figure
		var begun time.Time
		for len(all) > 0 && all[0].Topic == topic {
			tp := all[0]
			p := h.stats.partitions[tp]
			if begun.IsZero() || p.begun.Before(begun) {
				begun = p.begun
			}
			r, reads := reading[tp]
			partitions = append(partitions, p.figure(queued[tp], r, reads, committed))
			all = all[1:]
		}
		topics = append(topics, Group(topic, Text("topic", topic), age("age", now, begun), Group("partitions", partitions...)))
	}
	return Group("topics", topics...)
}

// figure describes the partition. Called with the lock.
func (p *partitionFigures) figure(q queuedRecords, r partitionReading, reads, committed bool) Figure {
	broker := Unknown("broker")
	if p.broker != nil && p.broker.id >= 0 {
		broker = Count("broker", int64(p.broker.id))
	}
	inSync, replicas, under := Unknown("in-sync-replicas"), Unknown("replicas"), Unknown("under-replicated")
	if p.replicas > 0 {
		inSync, replicas = Count("in-sync-replicas", int64(p.inSync)), Count("replicas", int64(p.replicas))
		under = Count("under-replicated", oneIf(p.underReplicated()))
	}
	lag := Unknown("consumer-lag")
	if end := p.end(committed); reads && r.position >= 0 && end >= 0 {
		lag = Count("consumer-lag", max(end-r.position, 0))
	}
	if !reads {
		r.position, r.committed = -1, -1
	}
	return Group(strconv.Itoa(int(p.number)),
		Count("partition", int64(p.number)),
		broker,
		known("leader", int64(p.leader)),
		replicas, inSync, under,
		Count("msgq-cnt", q.records),
		Count("msgq-bytes", q.bytes),
		Count("fetchq-cnt", r.fetched),
		Count("txmsgs", p.txRecords), Count("txbytes", p.txBytes), Count("txbatches", p.txBatches),
		Count("rxmsgs", p.rxRecords), Count("rxbytes", p.rxBytes), Count("rxbatches", p.rxBatches),
		known("app-offset", r.position),
		known("committed-offset", r.committed),
		known("lo-offset", p.low),
		known("hi-offset", p.high),
		known("ls-offset", p.stable),
		lag,
	)
}

// known is a number that is unknown where it is negative.
func known(name string, n int64) Figure {
	if n < 0 {
		return Unknown(name)
	}
	return Count(name, n)
}

func oneIf(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// reading is where the consumer is in its partitions.
func (c *consumer) reading() map[TopicPartition]partitionReading {
	positions := c.positions()
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make(map[TopicPartition]partitionReading, len(c.owned))
	for tp := range c.owned {
		r := partitionReading{position: -1, committed: -1}
		if at, ok := positions[tp]; ok {
			r.position = at
		}
		if at, ok := c.marks.committed[tp]; ok {
			r.committed = at.Offset
		}
		out[tp] = r
	}
	for _, rec := range c.buffer {
		tp := TopicPartition{rec.Topic, rec.Partition}
		if r, ok := out[tp]; ok {
			r.fetched++
			out[tp] = r
		}
	}
	return out
}
