package kafkalib

import (
	"cmp"
	"context"
	"slices"

	"github.com/twmb/franz-go/pkg/kgo"
)

// The client calls assigned, fetched, revoked and lost while no poll's records
// are being worked on.

// assigned notes partitions that the group has given to the consumer.
func (c *consumer) assigned(ctx context.Context, partitions map[string][]int32) {
	list := sortedPartitions(partitions)
	c.mu.Lock()
	c.outOfGroup = ""
	c.mu.Unlock()
	if len(list) == 0 {
		return
	}
	c.mu.Lock()
	for _, tp := range list {
		c.owned[tp] = true
	}
	if c.client != nil {
		c.paused.applyAll(c.client, c.owned)
	}
	c.mu.Unlock()
	c.h.emit(Event{Code: "PARTITIONS_ASSIGNED", Partitions: list})
	c.callRebalance(ctx, "assigned", list)
}

// fetched is given where the partitions begin that were assigned: at commits,
// or at a negative offset where there is none. It puts the offset in that
// auto-offset-reset means, or a seek of the script; so the position is known
// from the beginning, and "latest" means the end at this moment.
func (c *consumer) fetched(ctx context.Context, offsets map[string]map[int32]kgo.Offset) (map[string]map[int32]kgo.Offset, error) {
	side, err := c.requests()
	if err != nil {
		return nil, err
	}
	reset, has := offsetReset(c.h.config.value("auto-offset-reset")).form()
	forms := make(map[TopicPartition]offsetForm)
	taken := make(map[TopicPartition]seek)
	c.mu.Lock()
	for topic, partitions := range offsets {
		for p, o := range partitions {
			tp := TopicPartition{topic, p}
			at := o.EpochOffset().Offset
			switch s, sought := c.takeSeek(tp); {
			case sought:
				taken[tp], forms[tp] = s, s.form
			case at >= 0 && !c.renewed[topic]:
				c.marks.begin(tp, at)
				c.marks.committed[tp] = kgo.EpochOffset{Epoch: -1, Offset: at}
			case has:
				forms[tp] = reset
			default:
				partitions[p] = kgo.NewOffset().AtCommitted() // none: the client says that there is none
			}
		}
		delete(c.seeks, TopicPartition{topic, wholeTopic})
	}
	c.mu.Unlock()
	resolved, err := resolveOffsets(ctx, side, c.committed, forms)
	if err != nil {
		if ctx.Err() != nil || c.h.curable(err) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.giveSeeksBack(taken)
		}
		return nil, err // the client fetches the offsets again
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for tp, at := range resolved {
		offsets[tp.Topic][tp.Partition] = kgo.NewOffset().At(at)
		c.marks.begin(tp, at)
	}
	return offsets, nil
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

// lost drops partitions that other members may have already: a commit would be
// refused.
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
		delete(c.owned, tp)
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
	return cmp.Or(cmp.Compare(a.Topic, b.Topic), cmp.Compare(a.Partition, b.Partition))
}

// A rebalanceCall is a call of on-rebalance, which a poll makes, as in Java:
// only the executor that polls runs it.
type rebalanceCall struct {
	event      string
	partitions []TopicPartition
	done       chan struct{} // closed when it was made, or never will be
}

// callRebalance has the next poll, or the one that waits, call on-rebalance,
// and waits for that. While the consumer leaves its group no poll comes.
func (c *consumer) callRebalance(ctx context.Context, event string, partitions []TopicPartition) {
	if _, ok := c.h.config.value("on-rebalance").(callable); !ok {
		return
	}
	call := &rebalanceCall{event, partitions, make(chan struct{})}
	c.mu.Lock()
	if c.ending || c.leaving || c.told {
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
