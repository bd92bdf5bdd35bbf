package kafkalib

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

var helpAssign = interp.Help{
	Signature: `(kafka-assign kid partitions "timeout-ms" => n)`,
	Summary:   "chooses the partitions that a consumer reads, and where it begins; it is no member of its group then",
	Result:    `the partitions, a list of ("topic" "partition")`,
	Args: []interp.HelpArg{
		{Name: "kid", Type: "string", Meaning: "a consumer"},
		{Name: "partitions", Type: "list", Meaning: `a list of ("topic" "partition") with optional "offset": ` + offsetFormText + `; without it the group's commit, else auto-offset-reset. () ends the assignment`},
		argTimeout,
	},
	Errors:  []string{"UNKNOWN_TOPIC_OR_PARTITION: there is no such topic or partition", "INVALID_ARGUMENT, INVALID_HANDLE, INVALID_TOPIC_EXCEPTION"},
	Related: []string{"kafka-subscribe", "kafka-seek", "kafka-assignment"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "assigned")
  (kafka-send (kafka-create "producer" "embedded") "assigned" ("a" "b" "c"))
  (set c (kafka-create "consumer" "embedded"))
  (kafka-assign c (list ("topic" => "assigned" "partition" => 0 "offset" => -2)))
  (kafka-poll c 5000 "shape" => "values"))`, Result: `("b" "c")`}},
}

// assign is (kafka-assign kid partitions).
func assign(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 2)
	if err != nil {
		return interp.Null(), err
	}
	h, err := a.handle(0, Consumer)
	if err != nil {
		return interp.Null(), err
	}
	forms := make(map[TopicPartition]offsetForm)
	var open []TopicPartition // without an offset of their own
	topics := make(map[string]bool)
	err = a.eachPlace("partitions", a.at(1), func(tp TopicPartition, l *interp.List) error {
		topics[tp.Topic] = true
		v := element(interp.FromList(l), "offset")
		if v.IsNull() {
			open = append(open, tp)
			return nil
		}
		form, err := a.offsetForm("partitions: offset", v, false)
		forms[tp] = form
		return err
	})
	if err != nil {
		return interp.Null(), err
	}
	times, err := a.times(h, "default-api-timeout-ms")
	if err != nil {
		return interp.Null(), err
	}
	if err := a.done(waitingOptions("default-api-timeout-ms")...); err != nil {
		return interp.Null(), err
	}
	names := slices.Sorted(maps.Keys(topics))
	if err := h.state.lib.permit.topics(Read, names...); err != nil {
		return interp.Null(), err
	}
	c := h.consumer
	start := time.Now()
	if err := c.acquireFor(call, times.total); err != nil {
		return interp.Null(), err
	}
	defer c.release()
	if c.willLeave(subscription{kind: assignment}) {
		if err := c.giveUpPartitions(call); err != nil {
			return interp.Null(), err
		}
	}
	err = unlocked(call, func(ctx context.Context) error {
		waiting, cancel := h.waiting(ctx, times.total-time.Since(start))
		defer cancel()
		err := h.repeat(waiting, func(ctx context.Context) error { return c.assign(ctx, names, forms, open) })
		if err != nil && waiting.Err() != nil {
			return h.over(ctx, waiting, "the offsets of the assignment")
		}
		return err
	})
	if err != nil {
		return interp.Null(), err
	}
	return partitionList(c.assignedPartitions()), nil
}

// assign makes partitions what is read; those without an offset begin at the
// group's commit, or where auto-offset-reset says.
func (c *consumer) assign(ctx context.Context, topics []string, forms map[TopicPartition]offsetForm, open []TopicPartition) error {
	if len(topics) == 0 {
		c.subscribe(ctx, subscription{})
		return nil
	}
	side, err := c.requests()
	if err != nil {
		return err
	}
	if err := c.h.conns.contact(ctx, side); err != nil {
		return err
	}
	ids, err := c.needTopics(ctx, topics, forms, open)
	if err != nil {
		return err
	}
	offsets, err := resolveOffsets(ctx, side, c.committed, forms)
	if err != nil {
		return errorFrom(err)
	}
	started, err := c.startOffsets(ctx, side, open)
	if err != nil {
		return errorFrom(err)
	}
	maps.Copy(offsets, started)
	c.subscribe(ctx, subscription{kind: assignment, topics: topics, offsets: offsets})
	c.mu.Lock()
	c.ids = ids
	c.mu.Unlock()
	return nil
}

// needTopics sees that all partitions exist: the client would wait for them
// without a word.
func (c *consumer) needTopics(ctx context.Context, topics []string, forms map[TopicPartition]offsetForm, open []TopicPartition) (map[string][16]byte, error) {
	side, err := c.requests()
	if err != nil {
		return nil, err
	}
	infos, err := fetchTopics(ctx, side, c.h.config.truth("allow-auto-create-topics"), topics...)
	if err != nil {
		return nil, errorFrom(err)
	}
	ids := make(map[string][16]byte)
	for _, t := range topics {
		info := infos[t]
		switch {
		case info == nil || info.err != nil && isUnknownTopic(info.err):
			return nil, unknownTopicError(ctx, side, t)
		case info.err != nil:
			e := *info.err
			e.Topic = t
			return nil, &e
		}
		ids[t] = info.id
	}
	for _, tp := range append(slices.Collect(maps.Keys(forms)), open...) {
		if n := len(infos[tp.Topic].partitions); int(tp.Partition) >= n {
			return nil, beyondPartitions(tp, n)
		}
	}
	return ids, nil
}

// assignedPartitions are the partitions of the assignment, or those that are
// read.
func (c *consumer) assignedPartitions() []TopicPartition {
	c.mu.Lock()
	want := c.want
	c.mu.Unlock()
	if want.kind == assignment {
		return slices.SortedFunc(maps.Keys(want.offsets), compareTopicPartitions)
	}
	return c.partitions()
}
