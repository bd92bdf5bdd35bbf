package kafkalib

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

// noteFetched looks at what the client brought of each partition: whether its
// offsets go on where the consumer was, and whether they reach the end.
func (c *consumer) noteFetched(fetches kgo.Fetches) {
	var events []Event
	c.mu.Lock()
	for _, f := range fetches.Errors() {
		if lost, ok := errors.AsType[*kgo.ErrDataLoss](f.Err); ok { // tells itself
			c.marks.ahead[TopicPartition{lost.Topic, lost.Partition}] = lost.ResetTo
		}
	}
	fetches.EachPartition(func(p kgo.FetchTopicPartition) {
		tp := TopicPartition{p.Topic, p.Partition}
		if len(p.Records) == 0 || !c.owned[tp] {
			return
		}
		first, last := p.Records[0].Offset, p.Records[len(p.Records)-1].Offset
		// The client resets a position outside of the partition without a word.
		if was, known := c.marks.next(tp); known && (first < was || was < p.LogStartOffset && p.LogStartOffset <= first) {
			events = append(events, resetPosition{tp, was, first}.event())
		}
		c.marks.ahead[tp] = last + 1
		if c.ends == nil {
			return
		}
		end := p.HighWatermark
		if c.committed {
			end = p.LastStableOffset
		}
		if delete(c.ends, tp); last+1 >= end {
			c.ends[tp] = &partitionEnd{offset: last + 1}
		}
	})
	c.mu.Unlock()
	for _, e := range events {
		c.h.emit(e)
	}
}

// A resetPosition is a position that was outside of its partition, and the
// offset at which the consumer has gone on.
type resetPosition struct {
	place   TopicPartition
	was, is int64
}

func (r resetPosition) event() Event {
	e := *brokerErrorCode(kerr.OffsetOutOfRange.Code, nil)
	e.Message = fmt.Sprintf("the position %d was outside of the partition; the consumer goes on at %d", r.was, r.is)
	e.Topic, e.Partition, e.Offset = r.place.Topic, new(r.place.Partition), new(r.was)
	return Event{Code: "OFFSET_RESET", Topic: r.place.Topic, Partition: new(r.place.Partition), Offset: new(r.is), Error: &e}
}

// A partitionEnd is the end of a partition, as far as it is known.
type partitionEnd struct {
	offset int64
	raised bool      // PARTITION_EOF, until records come
	behind time.Time // since when it is ahead of the position while nothing comes
}

// endQuiet is how long nothing must come from a partition whose end is ahead
// of the position until that counts as reached: what is in between are markers
// of transactions, or records that were aborted or compacted away.
const endQuiet = 500 * time.Millisecond

// raiseEnds raises PARTITION_EOF of the partitions of which the script has all
// records.
func (c *consumer) raiseEnds() {
	if c.ends == nil {
		return
	}
	var events []Event
	c.mu.Lock()
	for tp, end := range c.ends {
		if !c.owned[tp] {
			delete(c.ends, tp)
			continue
		}
		position, known := c.marks.position[tp]
		reached := known && position >= end.offset || !end.behind.IsZero() && time.Since(end.behind) >= endQuiet
		if reached && !end.raised {
			end.raised = true
			events = append(events, Event{Code: "PARTITION_EOF", Topic: tp.Topic, Partition: new(tp.Partition), Offset: new(end.offset)})
		}
	}
	c.mu.Unlock()
	for _, e := range events {
		c.h.emit(e)
	}
}

// askEnds asks for the ends of the partitions of which nothing came, after a
// poll that brought nothing. What it cannot learn now it asks for later.
func (c *consumer) askEnds(ctx context.Context) {
	if c.ends == nil {
		return
	}
	ask := make(map[TopicPartition]int64)
	c.mu.Lock()
	for tp := range c.owned {
		_, begun := c.marks.position[tp]
		if end := c.ends[tp]; begun && !c.paused.has(tp) && (end == nil || !end.raised) {
			ask[tp] = latestTimestamp
		}
	}
	c.mu.Unlock()
	if len(ask) > 0 {
		ctx, cancel := context.WithTimeout(ctx, hintTime)
		defer cancel()
		side, err := c.requests()
		if err != nil {
			return
		}
		ends, err := listAll(ctx, side, c.committed, ask)
		if err != nil {
			return
		}
		c.mu.Lock()
		for tp, offset := range ends {
			end := c.ends[tp]
			if end == nil || end.offset != offset {
				end = &partitionEnd{offset: offset}
				c.ends[tp] = end
			}
			if end.behind.IsZero() && c.marks.position[tp] < offset {
				end.behind = time.Now()
			}
		}
		c.mu.Unlock()
	}
	c.raiseEnds()
}
