package kafkalib

import (
	"context"
	"fmt"
	"slices"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kgo"
)

// commit is (kafka-commit kid [offsets] option…).
func commit(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 2)
	if err != nil {
		return interp.Null(), err
	}
	h, err := a.handle(0, Consumer)
	if err != nil {
		return interp.Null(), err
	}
	c := h.consumer
	if c.group == "" {
		return interp.Null(), invalidConfig(call.Name() + `: the consumer has no group, it cannot commit: create it with "group-id"`)
	}
	async, err := a.truthOption("async")
	if err != nil {
		return interp.Null(), err
	}
	times, err := a.times(h, "default-api-timeout-ms")
	if err != nil {
		return interp.Null(), err
	}
	offsets, metadata, err := c.commitArguments(a)
	if err != nil {
		return interp.Null(), err
	}
	if err := a.done(slices.Concat([]string{"records", "async"}, waitingOptions("default-api-timeout-ms"))...); err != nil {
		return interp.Null(), err
	}
	run := func(ctx context.Context) error {
		waiting, cancel := h.waiting(ctx, times.total)
		defer cancel()
		err := h.repeat(waiting, func(ctx context.Context) error { return c.commit(ctx, offsets, metadata) })
		if err != nil && waiting.Err() != nil {
			return h.over(ctx, waiting, "the commit")
		}
		return errorOrNil(err)
	}
	if len(offsets) == 0 {
		return interp.Bool(true), nil
	}
	if async {
		c.commitInBackground(run)
		return interp.Bool(true), nil
	}
	if err := unlocked(call, run); err != nil {
		return interp.Null(), err
	}
	return interp.Bool(true), nil
}

// errorOrNil keeps a typed nil from becoming an error.
func errorOrNil(err error) error {
	if err == nil {
		return nil
	}
	return errorFrom(err)
}

// commitInBackground runs a commit whose failure is an event.
func (c *consumer) commitInBackground(run func(context.Context) error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ending {
		return
	}
	c.done.Go(func() {
		if err := run(c.background); err != nil {
			c.commitFailed(errorFrom(err))
		}
	})
}

// commitArguments are the offsets to commit: those named, those behind given
// records, or all that the polls have returned so far.
func (c *consumer) commitArguments(a *arguments) (map[TopicPartition]kgo.EpochOffset, map[TopicPartition]string, error) {
	offsets, metadata := make(map[TopicPartition]kgo.EpochOffset), make(map[TopicPartition]string)
	if records, ok := a.option("records"); ok {
		err := a.eachPlace("records", records, func(tp TopicPartition, l *interp.List) error {
			o, err := a.whole("records: offset", element(interp.FromList(l), "offset"), 0)
			if err == nil && o+1 > offsets[tp].Offset {
				offsets[tp] = kgo.EpochOffset{Epoch: -1, Offset: o + 1}
			}
			return err
		})
		return offsets, metadata, err
	}
	if v := a.at(1); !v.IsNull() {
		err := a.eachPlace("offsets", v, func(tp TopicPartition, l *interp.List) error {
			o, err := a.whole("offsets: offset", element(interp.FromList(l), "offset"), 0)
			if err != nil {
				return err
			}
			offsets[tp] = kgo.EpochOffset{Epoch: -1, Offset: o}
			if m := element(interp.FromList(l), "metadata"); !m.IsNull() {
				text, ok := m.AsString()
				if !ok {
					return a.wrong("offsets: metadata", m, "a string")
				}
				metadata[tp] = text
			}
			return nil
		})
		return offsets, metadata, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.marks.advance()
	return c.marks.open(nil), metadata, nil
}

// eachPlace calls f for each element of a list of ("topic" "partition" …).
func (a *arguments) eachPlace(what string, v interp.Value, f func(tp TopicPartition, l *interp.List) error) error {
	list, ok := v.AsList()
	if !ok {
		return a.wrong(what, v, `a list of ("topic" => t "partition" => p …)`)
	}
	for i := range list.Len() {
		l, ok := list.At(i).AsList()
		if !ok {
			return a.wrong(fmt.Sprintf("%s: element %d", what, i), list.At(i), `("topic" => t "partition" => p …)`)
		}
		topic, ok := element(list.At(i), "topic").AsString()
		if !ok {
			return a.wrong(fmt.Sprintf("%s: element %d: topic", what, i), element(list.At(i), "topic"), "a string")
		}
		if err := checkTopic(topic); err != nil {
			return err
		}
		p, err := a.partition(element(list.At(i), "partition"))
		if err != nil {
			return err
		}
		if err := f(TopicPartition{topic, p}, l); err != nil {
			return err
		}
	}
	return nil
}
