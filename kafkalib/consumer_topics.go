package kafkalib

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

// missingPause is the time between looks for topics that do not exist.
const missingPause = 500 * time.Millisecond

// lookAtTopics looks the topics of a subscription up: the client waits for an
// unknown topic without a word. Each unknown one is thrown once, and then
// ignored until it exists. New partitions are found with metadata-max-age-ms.
func (c *consumer) lookAtTopics(ctx context.Context, side *kgo.Client) error {
	c.mu.Lock()
	checked, kind, member, client := c.checked, c.want.kind, c.member(), c.client
	missing, since := len(c.missing), time.Since(c.looked)
	c.mu.Unlock()
	if err := c.lookAtUnsure(ctx, side); err != nil {
		return err
	}
	switch {
	case kind == assignment && missing == 0:
		return nil // looked up by kafka-assign
	case !checked && kind == topicSubscription:
		return c.checkTopics(ctx, side)
	case missing > 0 && since >= missingPause:
		c.lookForMissing(ctx, side)
	case !member && since >= c.h.config.millis("metadata-max-age-ms"), !member && client == nil && since >= missingPause:
		c.mu.Lock()
		c.looked = time.Now()
		c.mu.Unlock()
		if client != nil {
			c.refreshDirect(ctx, side, client)
		}
	}
	return nil
}

// checkTopics looks up all topics of a new subscription.
func (c *consumer) checkTopics(ctx context.Context, side *kgo.Client) error {
	c.mu.Lock()
	topics := slices.Clone(c.want.topics)
	c.mu.Unlock()
	create := c.h.config.truth("allow-auto-create-topics")
	infos, err := fetchKnown(ctx, side, create, topics...)
	if err != nil {
		if ctx.Err() != nil || c.h.curable(err) {
			return nil // brokers are away: the next poll looks again
		}
		return errorFrom(err)
	}
	unknown, refused := c.sortOut(topics, infos)
	c.mu.Lock()
	c.checked = true
	c.looked = time.Now()
	for _, t := range unknown {
		c.missing[t] = true
	}
	c.mu.Unlock()
	if refused != nil {
		return refused
	}
	if len(unknown) > 0 {
		return unknownTopicError(ctx, side, unknown[0])
	}
	return nil
}

// sortOut returns which topics do not exist, and the first refusal that
// waiting does not cure.
func (c *consumer) sortOut(topics []string, infos map[string]*topicInfo) (unknown []string, refused *Error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, t := range topics {
		info := infos[t]
		switch {
		case unknownIn(infos, t):
			unknown = append(unknown, t)
		case info.err == nil:
			c.ids[t] = info.id
		case fatal(info.err) && refused == nil:
			copied := *info.err
			copied.Topic = t
			refused = &copied
		}
	}
	return unknown, refused
}

func unknownTopicError(ctx context.Context, client *kgo.Client, topic string) *Error {
	e := brokerErrorCode(kerr.UnknownTopicOrPartition.Code, nil)
	e.Topic = topic
	e.Message = "topic " + quote(topic) + " does not exist" + topicHint(ctx, client, topic)
	return e
}

// lookForMissing reads topics that exist now: by itself the client would ask
// for them again with metadata-max-age-ms only.
func (c *consumer) lookForMissing(ctx context.Context, side *kgo.Client) {
	c.mu.Lock()
	c.looked = time.Now()
	names := slices.Sorted(maps.Keys(c.missing))
	c.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, hintTime)
	defer cancel()
	infos, err := fetchTopics(ctx, side, false, names...)
	if err != nil {
		return
	}
	var found []string
	c.mu.Lock()
	for _, n := range names {
		if info := infos[n]; info != nil && info.err == nil && len(info.partitions) > 0 {
			found = append(found, n)
			delete(c.missing, n)
			if old, known := c.ids[n]; known && old != info.id {
				c.renewed[n] = true
			}
			c.ids[n] = info.id
		}
	}
	member, client := c.member(), c.client
	c.mu.Unlock()
	switch {
	case len(found) == 0 || client == nil:
	case member:
		client.PurgeTopicsFromConsuming(found...)
		client.AddConsumeTopics(found...)
	default:
		c.refreshDirect(ctx, side, client)
	}
}

// topicFault is called when a broker does not know a topic that is read, or
// knows another one of its name. A topic that is gone is thrown once; one that
// was created again is read from where auto-offset-reset says.
func (c *consumer) topicFault(ctx context.Context, topic string, e *Error) error {
	side, err := c.requests()
	if err != nil {
		return nil
	}
	c.mu.Lock()
	old, known := c.ids[topic]
	gone := c.missing[topic]
	c.mu.Unlock()
	if gone {
		return nil
	}
	waiting, cancel := context.WithTimeout(ctx, hintTime)
	defer cancel()
	infos, err := fetchTopics(waiting, side, false, topic)
	if err != nil {
		return nil // away: the next answer tells
	}
	info := infos[topic]
	switch {
	case unknownIn(infos, topic):
		c.topicGone(topic)
		return unknownTopicError(waiting, side, topic)
	case info.err != nil:
		return nil
	case known && info.id != old || e.Code == kerr.UnknownTopicID.Message && !known:
		c.topicRenewed(waiting, side, info)
		return nil
	}
	c.h.emit(Event{Code: "FETCH_FAILED", Topic: topic, Partition: e.Partition, Error: e})
	return nil
}

// topicGone stops reading a topic that does not exist any more, until it
// exists again: the client would fail as fast as it can ask.
func (c *consumer) topicGone(topic string) {
	c.mu.Lock()
	client, id := c.client, c.ids[topic]
	c.dropTopics([]string{topic})
	c.missing[topic] = true
	c.ids[topic] = id // to tell a new one by
	c.looked = time.Now()
	c.mu.Unlock()
	if client != nil {
		client.PurgeTopicsFromConsuming(topic)
	}
}

// topicRenewed goes on with a topic that was deleted and created again. What
// was marked and committed belongs to the old one.
func (c *consumer) topicRenewed(ctx context.Context, side *kgo.Client, info *topicInfo) {
	c.mu.Lock()
	client, member := c.client, c.member()
	c.dropTopics([]string{info.name})
	c.ids[info.name] = info.id
	c.renewed[info.name] = true
	c.mu.Unlock()
	c.h.emit(Event{Code: "TOPIC_RECREATED", Topic: info.name})
	if client == nil {
		return
	}
	client.PurgeTopicsFromConsuming(info.name)
	if member {
		client.AddConsumeTopics(info.name)
		return
	}
	c.mu.Lock()
	partitions := c.wanted(info)
	c.mu.Unlock()
	offsets, err := c.resetOffsets(ctx, side, partitions)
	if err != nil {
		c.topicGone(info.name) // found again by lookForMissing
		return
	}
	c.addDirect(client, offsets)
}

// resetOffsets are where auto-offset-reset has partitions begin.
func (c *consumer) resetOffsets(ctx context.Context, side *kgo.Client, partitions []TopicPartition) (map[TopicPartition]int64, error) {
	form, ok := offsetReset(c.h.config.value("auto-offset-reset")).form()
	if !ok {
		form = offsetForm{kind: atBeginning}
	}
	forms := make(map[TopicPartition]offsetForm)
	for _, tp := range partitions {
		forms[tp] = form
	}
	return resolveOffsets(ctx, side, c.committed, forms)
}

// topicDeleted is called when the session has deleted a topic. The next poll
// sees whether it exists again.
func (c *consumer) topicDeleted(topic string) {
	c.mu.Lock()
	id, known := c.ids[topic]
	client := c.client
	if !known {
		c.mu.Unlock()
		return
	}
	c.dropTopics([]string{topic})
	c.ids[topic] = id // to tell a new one by
	c.unsure[topic] = true
	c.mu.Unlock()
	if client != nil {
		client.PurgeTopicsFromConsuming(topic)
	}
}

// lookAtUnsure looks up topics that the session deleted: one that exists again
// is another topic, one that does not is thrown.
func (c *consumer) lookAtUnsure(ctx context.Context, side *kgo.Client) error {
	c.mu.Lock()
	names := slices.Sorted(maps.Keys(c.unsure))
	c.mu.Unlock()
	if len(names) == 0 {
		return nil
	}
	infos, err := fetchTopics(ctx, side, false, names...)
	if err != nil {
		return nil // brokers are away: the next poll looks again
	}
	var gone []string
	for _, n := range names {
		info := infos[n]
		if info != nil && info.err == nil && len(info.partitions) > 0 {
			c.topicRenewed(ctx, side, info)
		} else {
			c.topicGone(n)
			gone = append(gone, n)
		}
		c.mu.Lock()
		delete(c.unsure, n)
		c.mu.Unlock()
	}
	if len(gone) > 0 {
		return unknownTopicError(ctx, side, gone[0])
	}
	return nil
}

// wanted are those of a topic's partitions that an assignment names, or all.
// Called with the lock.
func (c *consumer) wanted(info *topicInfo) []TopicPartition {
	var out []TopicPartition
	for _, p := range info.partitions {
		tp := TopicPartition{info.name, p.number}
		if _, named := c.want.offsets[tp]; named || c.want.kind != assignment {
			out = append(out, tp)
		}
	}
	return out
}
