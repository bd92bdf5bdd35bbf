package kafkalib

import (
	"context"
	"slices"

	"github.com/twmb/franz-go/pkg/kgo"
)

// wholeTopic stands for all partitions of a topic.
const wholeTopic = int32(-1)

// A seek is an offset that the script asked for, not yet done. Of two for the
// same partition the later one counts, also where one is for the whole topic.
type seek struct {
	form  offsetForm
	order int
}

// remember notes a seek for the next poll.
func (c *consumer) remember(tp TopicPartition, form offsetForm) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seekOrder++
	if tp.Partition == wholeTopic {
		for other := range c.seeks {
			if other.Topic == tp.Topic {
				delete(c.seeks, other)
			}
		}
	}
	c.seeks[tp] = seek{form, c.seekOrder}
}

// takeSeek takes the seek for a partition that is assigned just now. One for
// the whole topic stays for its other partitions. Called with the lock.
func (c *consumer) takeSeek(tp TopicPartition) (offsetForm, bool) {
	own, hasOwn := c.seeks[tp]
	all, hasAll := c.seeks[TopicPartition{tp.Topic, wholeTopic}]
	delete(c.seeks, tp)
	switch {
	case hasOwn && (!hasAll || own.order > all.order):
		return own.form, true
	case hasAll:
		return all.form, true
	}
	return offsetForm{}, false
}

// soughtIn reports whether a seek for a partition waits to be done. Called with
// the lock.
func (c *consumer) soughtIn(tp TopicPartition) bool {
	if len(c.seeks) == 0 {
		return false
	}
	_, own := c.seeks[tp]
	_, all := c.seeks[TopicPartition{tp.Topic, wholeTopic}]
	return own || all
}

// doSeeks moves to where the script asked to go on, in partitions that are
// read now. Nothing that was fetched before is returned. Seeks of others wait
// until they are assigned.
func (c *consumer) doSeeks(ctx context.Context, side, client *kgo.Client) error {
	c.mu.Lock()
	if len(c.seeks) == 0 {
		c.mu.Unlock()
		return nil
	}
	forms := make(map[TopicPartition]offsetForm)
	topics := make(map[string]bool)
	for tp := range c.owned {
		if form, ok := c.takeSeek(tp); ok {
			forms[tp] = form
			topics[tp.Topic] = true
		}
	}
	for t := range topics {
		delete(c.seeks, TopicPartition{t, wholeTopic})
	}
	member := c.member()
	c.mu.Unlock()
	offsets, err := resolveOffsets(ctx, side, c.committed, forms)
	if err != nil {
		if ctx.Err() != nil || c.h.curable(err) { // brokers are away: the next poll tries again
			for tp, f := range forms {
				c.remember(tp, f)
			}
		}
		return err
	}
	c.mu.Lock()
	for tp, o := range offsets {
		delete(c.marks.working, tp)
		delete(c.marks.done, tp)
		c.marks.begin(tp, o)
	}
	c.buffer = slices.DeleteFunc(c.buffer, func(r *kgo.Record) bool {
		_, ok := offsets[TopicPartition{r.Topic, r.Partition}]
		return ok
	})
	c.mu.Unlock()
	moveClient(client, member, offsets)
	return nil
}

// moveClient has the client go on at other offsets.
func moveClient(client *kgo.Client, member bool, offsets map[TopicPartition]int64) {
	if len(offsets) == 0 {
		return
	}
	if !member { // also of partitions that the client has not begun with
		remove := make(map[string][]int32)
		for tp := range offsets {
			remove[tp.Topic] = append(remove[tp.Topic], tp.Partition)
		}
		client.RemoveConsumePartitions(remove)
		client.AddConsumePartitions(directOffsets(offsets))
		return
	}
	set := make(map[string]map[int32]kgo.EpochOffset)
	for tp, o := range offsets {
		if set[tp.Topic] == nil {
			set[tp.Topic] = make(map[int32]kgo.EpochOffset)
		}
		set[tp.Topic][tp.Partition] = kgo.EpochOffset{Epoch: -1, Offset: o}
	}
	client.SetOffsets(set)
}
