package kafkalib

import (
	"context"

	"github.com/bpl-lang/bpl/interp"
)

var helpAssignment = interp.Help{
	Signature: `(kafka-assignment kid)`,
	Summary:   "lists the partitions that a consumer reads",
	Result:    `a list of ("topic" "partition"); () before the assignment`,
	Args:      []interp.HelpArg{{Name: "kid", Type: "string", Meaning: "a consumer"}},
	Errors:    []string{"INVALID_HANDLE: the handle is not an open consumer"},
	Related:   []string{"kafka-assign", "kafka-subscribe", "kafka-position"},
	Examples: []interp.HelpExample{{
		Expression: `(do (set c (kafka-create "consumer" "embedded")) (kafka-assignment c))`, Result: `()`}},
}

// kafkaAssignment is (kafka-assignment kid).
func kafkaAssignment(c *interp.Call) (interp.Value, error) {
	_, h, err := handleArguments(c, 1, Consumer)
	if err != nil {
		return interp.Null(), err
	}
	return partitionList(h.consumer.assignedPartitions()), nil
}

var helpPosition = interp.Help{
	Signature: `(kafka-position kid)`,
	Summary:   "tells the next offset that a consumer will return in each partition",
	Result:    `a list of ("topic" "partition" "offset"); offset null where it is not known yet`,
	Args:      []interp.HelpArg{{Name: "kid", Type: "string", Meaning: "a consumer"}},
	Errors:    []string{"INVALID_HANDLE: the handle is not an open consumer"},
	Related:   []string{"kafka-seek", "kafka-committed", "kafka-lag"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "positioned")
  (kafka-send (kafka-create "producer" "embedded") "positioned" ("a" "b"))
  (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest"))
  (kafka-poll c "positioned" 5000 "max-records" => 1)
  (kafka-position c))`, Result: `(("topic" => "positioned" "partition" => 0 "offset" => 1))`}},
}

var offsetShape = interp.NewShape("topic", "partition", "offset")

// offsetList is a list of ("topic" "partition" "offset"); a missing offset is
// null.
func offsetList(partitions []TopicPartition, offset func(TopicPartition) (int64, bool)) interp.Value {
	b := interp.NewListBuilder(offsetShape, len(partitions), 0)
	out := interp.NewList(len(partitions))
	for i, tp := range partitions {
		b.Value(interp.String(tp.Topic))
		b.Int(tp.Partition)
		if o, ok := offset(tp); ok {
			b.Value(number(o))
		} else {
			b.Null()
		}
		out.SetAt(i, interp.FromList(b.List()))
	}
	return interp.FromList(out)
}

// kafkaPosition is (kafka-position kid).
func kafkaPosition(c *interp.Call) (interp.Value, error) {
	_, h, err := handleArguments(c, 1, Consumer)
	if err != nil {
		return interp.Null(), err
	}
	positions := h.consumer.positions()
	return offsetList(h.consumer.assignedPartitions(), func(tp TopicPartition) (int64, bool) {
		o, ok := positions[tp]
		return o, ok
	}), nil
}

// positions are the next offsets to be returned, as far as they are known.
// Seeks that are not done yet count where they name a number.
func (c *consumer) positions() map[TopicPartition]int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make(map[TopicPartition]int64)
	for tp, o := range c.want.offsets {
		out[tp] = o
	}
	for tp, o := range c.marks.position {
		out[tp] = o
	}
	for tp := range c.seeks {
		if tp.Partition != wholeTopic {
			c.placeSeek(out, tp)
		}
	}
	for tp := range out {
		if _, ok := c.seeks[TopicPartition{tp.Topic, wholeTopic}]; ok {
			c.placeSeek(out, tp)
		}
	}
	return out
}

// placeSeek puts the offset of a seek into positions, or takes a position out
// that will not hold. Called with the lock.
func (c *consumer) placeSeek(positions map[TopicPartition]int64, tp TopicPartition) {
	s, own := c.seeks[tp]
	if all, ok := c.seeks[TopicPartition{tp.Topic, wholeTopic}]; ok && (!own || all.order > s.order) {
		s = all
	}
	if s.form.kind == atOffset {
		positions[tp] = s.form.n
	} else {
		delete(positions, tp)
	}
}

var helpCommitted = interp.Help{
	Signature: `(kafka-committed kid "timeout-ms" => n)`,
	Summary:   "asks the broker for the group's commits in the partitions that a consumer reads",
	Result:    `a list of ("topic" "partition" "offset"); offset null where there is no commit`,
	Args:      []interp.HelpArg{{Name: "kid", Type: "string", Meaning: "a consumer"}, argTimeout},
	Errors:    []string{"GROUP_AUTHORIZATION_FAILED: the user may not read the group", "TIMED_OUT: the group's coordinator did not answer", "INVALID_HANDLE: the handle is not an open consumer"},
	Related:   []string{"kafka-commit", "kafka-position", "kafka-lag"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "done")
  (kafka-send (kafka-create "producer" "embedded") "done" ("a" "b"))
  (set c (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest"))
  (kafka-poll c "done" 10000)
  (kafka-commit c)
  (kafka-committed c))`, Result: `(("topic" => "done" "partition" => 0 "offset" => 2))`}},
}

// committed is (kafka-committed kid).
func committed(call *interp.Call) (interp.Value, error) {
	var commits map[TopicPartition]int64
	partitions, err := askOfPartitions(call, "the commits", func(ctx context.Context, c *consumer, partitions []TopicPartition) error {
		if c.group == "" {
			return nil
		}
		side, err := c.requests()
		if err == nil {
			commits, err = fetchCommits(ctx, side, c.group, partitions)
		}
		return err
	})
	if err != nil {
		return interp.Null(), err
	}
	return offsetList(partitions, func(tp TopicPartition) (int64, bool) {
		o, ok := commits[tp]
		return o, ok
	}), nil
}

// askOfPartitions runs a question about the partitions that a consumer reads,
// the only argument of a call.
func askOfPartitions(call *interp.Call, waitedFor string, ask func(ctx context.Context, c *consumer, partitions []TopicPartition) error) ([]TopicPartition, error) {
	a, err := readArguments(call, 1)
	if err != nil {
		return nil, err
	}
	h, err := a.handle(0, Consumer)
	if err != nil {
		return nil, err
	}
	times, err := a.times(h, "default-api-timeout-ms")
	if err != nil {
		return nil, err
	}
	if err := a.done(waitingOptions("default-api-timeout-ms")...); err != nil {
		return nil, err
	}
	partitions := h.consumer.assignedPartitions()
	if len(partitions) == 0 {
		return nil, nil
	}
	return partitions, unlocked(call, func(ctx context.Context) error {
		waiting, cancel := h.waiting(ctx, times.total)
		defer cancel()
		err := h.repeat(waiting, func(ctx context.Context) error { return ask(ctx, h.consumer, partitions) })
		if err != nil && waiting.Err() != nil {
			return h.over(ctx, waiting, waitedFor)
		}
		return errorOrNil(err)
	})
}

var helpLag = interp.Help{
	Signature: `(kafka-lag kid "timeout-ms" => n)`,
	Summary:   "tells how far a consumer is behind in each partition",
	Result:    `a list of ("topic" "partition" "position" "end-offset" "lag"); the end is the last stable offset under read_committed; lag null before the first position`,
	Args:      []interp.HelpArg{{Name: "kid", Type: "string", Meaning: "a consumer"}, argTimeout},
	Errors:    []string{"TIMED_OUT: the leaders of the partitions did not answer", "INVALID_HANDLE: the handle is not an open consumer"},
	Related:   []string{"kafka-position", "kafka-committed"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "behind")
  (kafka-send (kafka-create "producer" "embedded") "behind" ("a" "b" "c"))
  (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest"))
  (kafka-poll c "behind" 5000 "max-records" => 1)
  (kafka-lag c))`, Result: `(("topic" => "behind" "partition" => 0 "position" => 1 "end-offset" => 3 "lag" => 2))`}},
}

var lagShape = interp.NewShape("topic", "partition", "position", "end-offset", "lag")

// lag is (kafka-lag kid).
func lag(call *interp.Call) (interp.Value, error) {
	var ends, positions map[TopicPartition]int64
	partitions, err := askOfPartitions(call, "the ends of the partitions", func(ctx context.Context, c *consumer, partitions []TopicPartition) error {
		side, err := c.requests()
		if err != nil {
			return err
		}
		ask := make(map[TopicPartition]int64)
		for _, tp := range partitions {
			ask[tp] = latestTimestamp
		}
		positions = c.positions()
		ends, err = listAll(ctx, side, c.committed, ask)
		return err
	})
	if err != nil {
		return interp.Null(), err
	}
	b := interp.NewListBuilder(lagShape, len(partitions), 0)
	out := interp.NewList(len(partitions))
	for i, tp := range partitions {
		b.Value(interp.String(tp.Topic))
		b.Int(tp.Partition)
		position, known := positions[tp]
		if known {
			b.Value(number(position))
		} else {
			b.Null()
		}
		b.Value(number(ends[tp]))
		if known {
			b.Value(number(ends[tp] - position))
		} else {
			b.Null()
		}
		out.SetAt(i, interp.FromList(b.List()))
	}
	return interp.FromList(out), nil
}
