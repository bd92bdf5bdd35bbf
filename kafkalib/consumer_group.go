package kafkalib

import (
	"context"
	"slices"

	"github.com/twmb/franz-go/pkg/kgo"
)

// The client calls these while no poll's records are being worked on.

func (c *consumer) assigned(ctx context.Context, partitions map[string][]int32) {
	list := sortedPartitions(partitions)
	if len(list) == 0 {
		return
	}
	c.h.emit(Event{Code: "PARTITIONS_ASSIGNED", Partitions: list})
	c.callRebalance(ctx, "assigned", list)
}

// revoked commits what the script is done with, before another member reads
// the partitions.
func (c *consumer) revoked(ctx context.Context, partitions map[string][]int32) {
	list := sortedPartitions(partitions)
	if len(list) == 0 {
		return
	}
	c.commitDone(ctx, nil)
	c.h.emit(Event{Code: "PARTITIONS_REVOKED", Partitions: list})
	c.callRebalance(ctx, "revoked", list)
	c.forget(list)
}

func (c *consumer) lost(ctx context.Context, partitions map[string][]int32) {
	list := sortedPartitions(partitions)
	if len(list) == 0 {
		return
	}
	c.h.emit(Event{Code: "PARTITIONS_LOST", Partitions: list})
	c.callRebalance(ctx, "lost", list)
	c.forget(list)
}

// forget drops what is known of partitions that another member has now.
func (c *consumer) forget(list []TopicPartition) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, tp := range list {
		c.marks.drop(tp)
	}
	c.buffer = slices.DeleteFunc(c.buffer, func(r *kgo.Record) bool {
		return slices.Contains(list, TopicPartition{r.Topic, r.Partition})
	})
}

func sortedPartitions(partitions map[string][]int32) []TopicPartition {
	var list []TopicPartition
	for topic, numbers := range partitions {
		for _, n := range numbers {
			list = append(list, TopicPartition{topic, n})
		}
	}
	slices.SortFunc(list, compareTopicPartitions)
	return list
}

func compareTopicPartitions(a, b TopicPartition) int {
	switch {
	case a.Topic < b.Topic:
		return -1
	case a.Topic > b.Topic:
		return 1
	}
	return int(a.Partition) - int(b.Partition)
}

// A rebalanceCall is a call of on-rebalance, which a poll makes, as in Java:
// only the executor that polls runs it.
type rebalanceCall struct {
	event      string
	partitions []TopicPartition
	done       chan struct{} // closed when it was made, or never will be
}

// callRebalance has the next poll, or the one that waits, call on-rebalance,
// and waits for that.
func (c *consumer) callRebalance(ctx context.Context, event string, partitions []TopicPartition) {
	if _, ok := c.h.config.value("on-rebalance").(callable); !ok {
		return
	}
	call := &rebalanceCall{event, partitions, make(chan struct{})}
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return
	}
	c.rebalance = append(c.rebalance, call)
	if c.interrupt != nil {
		c.interrupt()
	}
	c.mu.Unlock()
	select {
	case <-call.done:
	case <-ctx.Done():
	case <-c.h.ended.Done():
	}
}

// nextRebalance takes a call that waits.
func (c *consumer) nextRebalance() *rebalanceCall {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.rebalance) == 0 {
		return nil
	}
	call := c.rebalance[0]
	c.rebalance = c.rebalance[1:]
	return call
}
