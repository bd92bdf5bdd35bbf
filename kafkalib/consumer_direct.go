package kafkalib

import (
	"context"
	"regexp"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// startDirect builds the client of a consumer that is no member of a group:
// with all partitions of its topics, or with its assignment, from offsets that
// are resolved before. Nil means that no partition is there.
func (c *consumer) startDirect(ctx context.Context, side *kgo.Client) (*kgo.Client, error) {
	c.mu.Lock()
	want := c.want
	c.mu.Unlock()
	offsets := want.offsets
	if want.kind != assignment {
		partitions, err := c.directPartitions(ctx, side)
		if err != nil || len(partitions) == 0 {
			return nil, err
		}
		if offsets, err = c.startOffsets(ctx, side, partitions); err != nil {
			return nil, err
		}
	}
	if len(offsets) == 0 {
		return nil, nil
	}
	c.mu.Lock()
	for tp, o := range offsets {
		c.owned[tp] = true
		c.marks.begin(tp, o)
	}
	c.looked = time.Now()
	c.mu.Unlock()
	return c.build(append(c.fetchOptions(), kgo.ConsumePartitions(directOffsets(offsets))))
}

func directOffsets(offsets map[TopicPartition]int64) map[string]map[int32]kgo.Offset {
	out := make(map[string]map[int32]kgo.Offset)
	for tp, o := range offsets {
		if out[tp.Topic] == nil {
			out[tp.Topic] = make(map[int32]kgo.Offset)
		}
		out[tp.Topic][tp.Partition] = kgo.NewOffset().At(o)
	}
	return out
}

// directPartitions are all partitions of the topics of the subscription, as
// far as they exist.
func (c *consumer) directPartitions(ctx context.Context, side *kgo.Client) ([]TopicPartition, error) {
	infos, err := c.subscribedTopics(ctx, side)
	if err != nil {
		return nil, errorFrom(err)
	}
	var out []TopicPartition
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, info := range infos {
		if info.err != nil {
			continue
		}
		c.ids[name] = info.id
		out = append(out, c.wanted(info)...)
	}
	return out, nil
}

// subscribedTopics asks for the topics of the subscription.
func (c *consumer) subscribedTopics(ctx context.Context, side *kgo.Client) (map[string]*topicInfo, error) {
	c.mu.Lock()
	want := c.want
	c.mu.Unlock()
	if want.kind != patternSubscription {
		if len(want.topics) == 0 {
			return nil, nil
		}
		return fetchTopics(ctx, side, c.h.config.truth("allow-auto-create-topics"), want.topics...)
	}
	all, err := fetchTopics(ctx, side, false)
	if err != nil {
		return nil, err
	}
	pattern := regexp.MustCompile(wholePattern(want.pattern)) // kafka-subscribe has compiled it
	for name, info := range all {
		if info.internal || !pattern.MatchString(name) {
			delete(all, name)
		}
	}
	return all, nil
}

// startOffsets are where partitions begin that have no position: at the
// group's commit, else where auto-offset-reset says.
func (c *consumer) startOffsets(ctx context.Context, side *kgo.Client, partitions []TopicPartition) (map[TopicPartition]int64, error) {
	committed := make(map[TopicPartition]int64)
	if c.group != "" {
		var err error
		if committed, err = fetchCommits(ctx, side, c.group, partitions); err != nil {
			return nil, err
		}
	}
	form, ok := offsetReset(c.h.config.value("auto-offset-reset")).form()
	forms := make(map[TopicPartition]offsetForm)
	for _, tp := range partitions {
		if o, has := committed[tp]; has {
			forms[tp] = offsetForm{atOffset, o}
			continue
		}
		if !ok {
			e := c.noOffset(nil)
			e.Topic, e.Partition = tp.Topic, new(tp.Partition)
			return nil, e
		}
		forms[tp] = form
	}
	return resolveOffsets(ctx, side, c.committed, forms)
}

// refreshDirect adds partitions that are new since the last look. They are
// read from their beginning: nothing was there before.
func (c *consumer) refreshDirect(ctx context.Context, side, client *kgo.Client) {
	partitions, err := c.directPartitions(ctx, side)
	if err != nil {
		return
	}
	c.mu.Lock()
	fresh := slices.DeleteFunc(partitions, func(tp TopicPartition) bool { return c.owned[tp] })
	c.mu.Unlock()
	if len(fresh) == 0 {
		return
	}
	forms := make(map[TopicPartition]offsetForm)
	for _, tp := range fresh {
		forms[tp] = offsetForm{kind: atBeginning}
	}
	offsets, err := resolveOffsets(ctx, side, c.committed, forms)
	if err != nil {
		return
	}
	c.addDirect(client, offsets)
}

// addDirect reads further partitions.
func (c *consumer) addDirect(client *kgo.Client, offsets map[TopicPartition]int64) {
	c.mu.Lock()
	for tp, o := range offsets {
		c.owned[tp] = true
		c.marks.begin(tp, o)
	}
	c.paused.applyAll(client, c.owned)
	c.mu.Unlock()
	client.AddConsumePartitions(directOffsets(offsets))
}
