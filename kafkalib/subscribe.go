package kafkalib

import (
	"context"
	"regexp"
	"slices"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// subscribe is (kafka-subscribe kid topics ["pattern" => true]).
func subscribe(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 2)
	if err != nil {
		return interp.Null(), err
	}
	h, err := a.handle(0, Consumer)
	if err != nil {
		return interp.Null(), err
	}
	pattern, err := a.truthOption("pattern")
	if err != nil {
		return interp.Null(), err
	}
	times, err := a.times(h, "default-api-timeout-ms")
	if err != nil {
		return interp.Null(), err
	}
	if err := a.done(slices.Concat([]string{"pattern"}, waitingOptions("default-api-timeout-ms"))...); err != nil {
		return interp.Null(), err
	}
	if pattern {
		text, err := a.text(1, "topics")
		if err != nil {
			return interp.Null(), err
		}
		if _, err := regexp.Compile(wholePattern(text)); err != nil {
			return interp.Null(), a.wrong("topics", a.at(1), "a regular expression; "+err.Error())
		}
		if err := h.consumer.resubscribe(call, subscription{kind: patternSubscription, pattern: text}, times.total); err != nil {
			return interp.Null(), err
		}
		return textList([]string{text}), nil
	}
	topics, err := a.topicNames("topics", a.at(1))
	if err != nil {
		return interp.Null(), err
	}
	if err := h.consumer.subscribeTopics(call, topics, times.total); err != nil {
		return interp.Null(), err
	}
	return textList(h.consumer.topics()), nil
}

// subscribeTopics subscribes to topics, compared as sets; none unsubscribes.
func (c *consumer) subscribeTopics(call *interp.Call, topics []string, limit time.Duration) error {
	want := subscription{kind: topicSubscription, topics: slices.Compact(slices.Sorted(slices.Values(topics)))}
	if len(topics) == 0 {
		want = subscription{}
	}
	return c.resubscribe(call, want, limit)
}

// resubscribe changes what is read. It may wait, at most limit for another
// call that reads: the old group is left.
func (c *consumer) resubscribe(call *interp.Call, want subscription, limit time.Duration) error {
	if err := c.h.state.lib.permit.topics(Read, want.topics...); err != nil {
		return err
	}
	if err := c.acquireFor(call, limit); err != nil {
		return err
	}
	defer c.release()
	if c.willLeave(want) {
		if err := c.giveUpPartitions(call); err != nil {
			return err
		}
	}
	return unlocked(call, func(ctx context.Context) error {
		c.subscribe(ctx, want)
		return nil
	})
}
