package kafkalib

import (
	"context"
	"math"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// fetchOptions are the client library's options of every consumer.
func (c *consumer) fetchOptions() []kgo.Opt {
	config := c.h.config
	opts := []kgo.Opt{
		kgo.FetchMinBytes(int32(config.number("fetch-min-bytes"))),
		kgo.FetchMaxWait(max(config.millis("fetch-max-wait-ms"), 10*time.Millisecond)),
		kgo.FetchMaxBytes(int32(config.number("fetch-max-bytes"))),
		kgo.FetchMaxPartitionBytes(int32(config.number("max-partition-fetch-bytes"))),
		kgo.BrokerMaxReadBytes(int32(min(max(2*config.number("fetch-max-bytes"), clientWriteLimit), maxBatch))),
		kgo.ConsumeResetOffset(config.resetOffset()),
	}
	if c.committed {
		opts = append(opts, kgo.FetchIsolationLevel(kgo.ReadCommitted()))
	}
	if config.truth("allow-auto-create-topics") {
		opts = append(opts, kgo.AllowAutoTopicCreation())
	}
	return opts
}

// wholePattern is the pattern that matches whole names only.
func wholePattern(pattern string) string { return "^(?:" + pattern + ")$" }

// groupOptions are the options of a member of a group. Called with the lock.
func (c *consumer) groupOptions() []kgo.Opt {
	config := c.h.config
	opts := []kgo.Opt{
		kgo.ConsumerGroup(c.group),
		kgo.ConsumeTopics(c.want.topics...),
		// Where a partition begins without a commit is found in fetched,
		// which has to tell that from a commit.
		kgo.ConsumeStartOffset(kgo.NewOffset().AtEnd()),
		kgo.RebalanceTimeout(wireTime(config.millis("max-poll-interval-ms"))),
		kgo.DisableAutoCommit(), // commits are the consumer's own: see marks
		kgo.BlockRebalanceOnPoll(),
		kgo.OnPartitionsAssigned(func(ctx context.Context, _ *kgo.Client, p map[string][]int32) { c.assigned(ctx, p) }),
		kgo.OnPartitionsRevoked(func(ctx context.Context, _ *kgo.Client, p map[string][]int32) { c.revoked(ctx, p) }),
		kgo.OnPartitionsLost(func(ctx context.Context, _ *kgo.Client, p map[string][]int32) { c.lost(ctx, p) }),
		kgo.AdjustFetchOffsetsFn(c.fetched),
		kgo.Balancers(config.balancers()...),
	}
	if c.want.kind == patternSubscription {
		opts = append(opts, kgo.ConsumeRegex(), kgo.ConsumeTopics(wholePattern(c.want.pattern)))
	}
	if id := config.text("group-instance-id"); id != "" {
		opts = append(opts, kgo.InstanceID(id))
	}
	if config.text("client-rack") != "" {
		opts = append(opts, kgo.BalanceRacks())
	}
	if config.text("group-protocol") == "consumer" {
		return append(opts, kgo.ServerSideBalancer(), kgo.WithHooks(classicWatch{c}))
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

// resetOffset is where a partition goes on whose position is outside of it.
func (c *Config) resetOffset() kgo.Offset {
	switch s := offsetReset(c.value("auto-offset-reset")); s.at {
	case "earliest":
		return kgo.NewOffset().AtStart()
	case "timestamp":
		return kgo.NewOffset().AfterMilli(s.millis)
	case "none":
		return kgo.NoResetOffset()
	}
	return kgo.NewOffset().AtEnd()
}
