package kafkalib

import (
	"context"
	"maps"
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

// giveSeeksBack notes seeks again that were taken and could not be done, but those
// after which the script sought anew. Called with the lock.
func (c *consumer) giveSeeksBack(taken map[TopicPartition]seek) {
	for tp, s := range taken {
		if !c.soughtIn(tp) {
			c.seeks[tp] = s
		}
	}
}

// seekOf is the seek for a partition. Called with the lock.
func (c *consumer) seekOf(tp TopicPartition) (seek, bool) {
	own, hasOwn := c.seeks[tp]
	all, hasAll := c.seeks[TopicPartition{tp.Topic, wholeTopic}]
	if hasAll && (!hasOwn || all.order > own.order) {
		return all, true
	}
	return own, hasOwn
}

// takeSeek takes the seek for a partition that is assigned just now. One for
// the whole topic stays for its other partitions. Called with the lock.
func (c *consumer) takeSeek(tp TopicPartition) (seek, bool) {
	s, ok := c.seekOf(tp)
	delete(c.seeks, tp)
	return s, ok
}

// takeSeeks takes those of the seeks that count still, and says for which
// partitions: the script may have sought anew since, or a partition was taken
// away, whose seek waits for it, or assigned anew, where the seek said. Called
// with the lock.
func (c *consumer) takeSeeks(sought map[TopicPartition]seek) map[TopicPartition]bool {
	taken, waiting := make(map[TopicPartition]bool), make(map[TopicPartition]seek)
	for tp, s := range sought {
		if now, ok := c.seekOf(tp); !ok || now.order != s.order {
			continue
		}
		if c.owned[tp] {
			taken[tp] = true
		} else {
			waiting[tp] = s
		}
	}
	for tp := range taken {
		delete(c.seeks, tp)
	}
	for tp, s := range sought {
		whole := TopicPartition{tp.Topic, wholeTopic}
		if all, ok := c.seeks[whole]; ok && all.order <= s.order {
			delete(c.seeks, whole)
		}
	}
	maps.Copy(c.seeks, waiting)
	return taken
}

// hasSeeks reports whether a seek waits in a partition that is read now, which
// the next poll does.
func (c *consumer) hasSeeks() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.seeks) == 0 {
		return false
	}
	for tp := range c.owned {
		if c.soughtIn(tp) {
			return true
		}
	}
	return false
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
// read now. Nothing that was fetched before is returned: while a poll of the
// client runs that may bring such records the seeks wait, and hold them back.
// Seeks of others wait until they are assigned.
func (c *consumer) doSeeks(ctx context.Context, side, client *kgo.Client) error {
	c.mu.Lock()
	if len(c.seeks) == 0 || c.running != nil {
		c.mu.Unlock()
		return nil
	}
	sought := make(map[TopicPartition]seek)
	forms := make(map[TopicPartition]offsetForm)
	for tp := range c.owned {
		if s, ok := c.seekOf(tp); ok {
			sought[tp], forms[tp] = s, s.form
		}
	}
	member := c.member()
	c.mu.Unlock()
	offsets, err := resolveOffsets(ctx, side, c.committed, forms)
	if err != nil && (ctx.Err() != nil || c.h.curable(err)) {
		return err // brokers are away: the next poll tries again
	}
	c.mu.Lock()
	done := c.takeSeeks(sought)
	if err != nil {
		c.mu.Unlock()
		return err
	}
	maps.DeleteFunc(offsets, func(tp TopicPartition, _ int64) bool { return !done[tp] })
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
