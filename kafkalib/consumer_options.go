package kafkalib

import (
	"context"
	"math"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// options are the client library's options for what is read. Called with the
// lock.
func (c *consumer) options() []kgo.Opt {
	config := c.h.config
	opts := []kgo.Opt{
		kgo.FetchMinBytes(int32(config.number("fetch-min-bytes"))),
		kgo.FetchMaxWait(max(config.millis("fetch-max-wait-ms"), 10*time.Millisecond)),
		kgo.FetchMaxBytes(int32(config.number("fetch-max-bytes"))),
		kgo.FetchMaxPartitionBytes(int32(config.number("max-partition-fetch-bytes"))),
		kgo.BrokerMaxReadBytes(int32(min(max(2*config.number("fetch-max-bytes"), clientWriteLimit), maxBatch))),
		kgo.ConsumeStartOffset(config.startOffset()),
		kgo.ConsumeResetOffset(config.resetOffset()),
	}
	if config.text("isolation-level") == "read_committed" {
		opts = append(opts, kgo.FetchIsolationLevel(kgo.ReadCommitted()))
	}
	if config.truth("allow-auto-create-topics") {
		opts = append(opts, kgo.AllowAutoTopicCreation())
	}
	switch c.want.kind {
	case topicSubscription:
		opts = append(opts, kgo.ConsumeTopics(c.want.topics...))
	case patternSubscription:
		opts = append(opts, kgo.ConsumeRegex(), kgo.ConsumeTopics(wholePattern(c.want.pattern)))
	case assignment:
		partitions := make(map[string]map[int32]kgo.Offset)
		for tp, offset := range c.want.offsets {
			if partitions[tp.Topic] == nil {
				partitions[tp.Topic] = make(map[int32]kgo.Offset)
			}
			partitions[tp.Topic][tp.Partition] = offset
		}
		return append(opts, kgo.ConsumePartitions(partitions))
	}
	if c.group != "" {
		opts = append(opts, c.groupOptions()...)
	}
	return opts
}

// wholePattern is the pattern that matches whole names only.
func wholePattern(pattern string) string { return "^(?:" + pattern + ")$" }

// groupOptions are the options of a member of a group.
func (c *consumer) groupOptions() []kgo.Opt {
	config := c.h.config
	opts := []kgo.Opt{
		kgo.ConsumerGroup(c.group),
		kgo.RebalanceTimeout(wireTime(config.millis("max-poll-interval-ms"))),
		kgo.DisableAutoCommit(), // commits are the consumer's own: see marks
		kgo.BlockRebalanceOnPoll(),
		kgo.OnPartitionsAssigned(func(ctx context.Context, _ *kgo.Client, p map[string][]int32) { c.assigned(ctx, p) }),
		kgo.OnPartitionsRevoked(func(ctx context.Context, _ *kgo.Client, p map[string][]int32) { c.revoked(ctx, p) }),
		kgo.OnPartitionsLost(func(ctx context.Context, _ *kgo.Client, p map[string][]int32) { c.lost(ctx, p) }),
		kgo.Balancers(config.balancers()...),
	}
	if id := config.text("group-instance-id"); id != "" {
		opts = append(opts, kgo.InstanceID(id))
	}
	if config.text("client-rack") != "" {
		opts = append(opts, kgo.BalanceRacks())
	}
	if config.text("group-protocol") == "consumer" {
		return append(opts, kgo.ServerSideBalancer())
	}
	return append(opts,
		kgo.SessionTimeout(config.millis("session-timeout-ms")),
		kgo.HeartbeatInterval(config.millis("heartbeat-interval-ms")))
}

// wireTime bounds a time to what the protocol carries: milliseconds of 32
// bits, and at least the client library's own minimum.
func wireTime(d time.Duration) time.Duration {
	return min(max(d, 100*time.Millisecond), math.MaxInt32*time.Millisecond)
}

// balancers are the assignors by their names. The protocol "consumer" wants
// one that says what the broker is to do.
func (c *Config) balancers() []kgo.GroupBalancer {
	if c.text("group-protocol") == "consumer" {
		return []kgo.GroupBalancer{kgo.StickyBalancer()}
	}
	names, _ := c.value("partition-assignment-strategy").([]string)
	var out []kgo.GroupBalancer
	for _, n := range names {
		switch n {
		case "cooperative-sticky":
			out = append(out, kgo.CooperativeStickyBalancer())
		case "sticky":
			out = append(out, kgo.StickyBalancer())
		case "range":
			out = append(out, kgo.RangeBalancer())
		case "round-robin":
			out = append(out, kgo.RoundRobinBalancer())
		}
	}
	return out
}

// startOffset is where a partition without commit starts.
func (c *Config) startOffset() kgo.Offset {
	switch s := offsetReset(c.value("auto-offset-reset")); s.at {
	case "earliest":
		return kgo.NewOffset().AtStart()
	case "timestamp":
		return kgo.NewOffset().AfterMilli(s.millis)
	case "none":
		return kgo.NewOffset().AtCommitted()
	}
	return kgo.NewOffset().AtEnd()
}

// resetOffset is where a partition goes on whose position is outside of it.
func (c *Config) resetOffset() kgo.Offset {
	if offsetReset(c.value("auto-offset-reset")).at == "none" {
		return kgo.NoResetOffset()
	}
	return c.startOffset()
}
