package kafkalib

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// A polled is what a poll found: records in partition order, or a call of
// on-rebalance to make before going on.
type polled struct {
	records   []*kgo.Record
	rebalance *rebalanceCall
}

// errorPause is the pause after an answer that holds errors only, so that a
// partition that fails again and again does not spin.
const errorPause = 100 * time.Millisecond

// acquire waits for the poll before, which another executor makes.
func (c *consumer) acquire(ctx, waiting context.Context) error {
	select {
	case c.slot <- struct{}{}:
		return nil
	case <-waiting.Done():
		return c.h.over(ctx, waiting, "another poll of the handle")
	}
}

func (c *consumer) release() { <-c.slot }

// poll waits until the deadline for the first records and returns what has
// arrived, at most so many. The slot is held.
func (c *consumer) poll(ctx context.Context, most int, deadline time.Time) (polled, error) {
	c.mu.Lock()
	c.marks.advance() // the script has gone on
	c.stopOverdue()
	if err := c.pending; err != nil {
		c.pending = nil
		c.mu.Unlock()
		return polled{}, err
	}
	if n := min(most, len(c.buffer)); n > 0 {
		records := c.buffer[:n:n]
		c.buffer = c.buffer[n:]
		c.startOverdue()
		c.mu.Unlock()
		return polled{records: records}, nil
	}
	c.mu.Unlock()
	client, err := c.ready(ctx, deadline)
	if err != nil || client == nil {
		return polled{}, err
	}
	for {
		client.AllowRebalance()
		if time.Now().Before(deadline) {
			c.lookForMissing(ctx, client)
		}
		if call := c.nextRebalance(); call != nil {
			return polled{rebalance: call}, nil
		}
		fetches := c.fetch(ctx, client, most, deadline)
		records := inPartitionOrder(fetches)
		failed := c.note(ctx, client, fetches)
		switch {
		case len(records) > 0:
			c.mu.Lock()
			c.pending = failed
			c.startOverdue()
			c.mu.Unlock()
			return polled{records: records}, nil
		case failed != nil:
			client.AllowRebalance()
			return polled{}, failed
		case ctx.Err() != nil:
			client.AllowRebalance()
			return polled{}, context.Cause(ctx)
		case c.h.ended.Err() != nil || c.isClosed():
			return polled{}, clientError("CLOSED", "handle "+quote(c.h.id)+" was closed while the call waited for records", nil)
		}
		if c.hasRebalance() {
			continue
		}
		if !time.Now().Before(deadline) {
			client.AllowRebalance()
			return polled{}, nil
		}
		if len(fetches.Errors()) > 0 {
			sleep(ctx, min(errorPause, time.Until(deadline)))
		}
	}
}

// fetch is one poll of the client, which a rebalance, the end of the handle
// and the deadline end.
func (c *consumer) fetch(ctx context.Context, client *kgo.Client, most int, deadline time.Time) kgo.Fetches {
	if !time.Now().Before(deadline) {
		//lint:ignore SA1012 nil is how the client is asked for what is there
		return client.PollRecords(nil, most)
	}
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	c.mu.Lock()
	if c.closed || len(c.rebalance) > 0 {
		cancel()
	}
	c.interrupt = cancel
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		c.interrupt = nil
		c.mu.Unlock()
	}()
	return client.PollRecords(ctx, most)
}

func (c *consumer) isClosed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.closed
}

func (c *consumer) hasRebalance() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.rebalance) > 0
}

func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(max(d, 0))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// inPartitionOrder is what fetches hold, by topic and partition.
func inPartitionOrder(fetches kgo.Fetches) []*kgo.Record {
	var parts [][]*kgo.Record
	n := 0
	fetches.EachPartition(func(p kgo.FetchTopicPartition) {
		if len(p.Records) > 0 {
			parts = append(parts, p.Records)
			n += len(p.Records)
		}
	})
	if len(parts) == 1 {
		return parts[0]
	}
	slices.SortStableFunc(parts, func(a, b []*kgo.Record) int {
		return compareTopicPartitions(TopicPartition{a[0].Topic, a[0].Partition}, TopicPartition{b[0].Topic, b[0].Partition})
	})
	records := make([]*kgo.Record, 0, n)
	for _, p := range parts {
		records = append(records, p...)
	}
	return records
}

// ready returns a client that has reached the cluster, and sees at the first
// poll whether the topics exist. Nil means that there is nothing to read.
func (c *consumer) ready(ctx context.Context, deadline time.Time) (*kgo.Client, error) {
	client, err := c.ensureClient()
	if err != nil || client == nil {
		return nil, err
	}
	within := max(time.Until(deadline), firstContact)
	waiting, cancel := c.h.waiting(ctx, within)
	defer cancel()
	if err := c.h.conns.contact(waiting, client); err != nil {
		if waiting.Err() != nil {
			return nil, c.h.over(ctx, waiting, "a first answer of the servers")
		}
		return nil, err
	}
	return client, c.checkTopics(waiting, client)
}

// firstContact is the least time that the first poll gives to reach the
// cluster, whatever the script said: before that a poll would say nothing.
const firstContact = time.Second

// startOverdue limits how long the script may work on a poll's records.
// Called with the lock.
func (c *consumer) startOverdue() {
	if c.group == "" || c.want.kind == assignment {
		return
	}
	c.stopOverdue()
	limit := c.h.config.millis("max-poll-interval-ms")
	c.overdue = time.AfterFunc(limit, func() {
		c.h.emit(Event{Code: "GROUP_ERROR", Duration: new(limit),
			Error: clientError("TIMED_OUT", "no poll within max-poll-interval-ms; the consumer left its group, the next poll joins again", nil)})
		c.leave(c.h.ended)
	})
}

// stopOverdue ends that limit. Called with the lock.
func (c *consumer) stopOverdue() {
	if c.overdue != nil {
		c.overdue.Stop()
		c.overdue = nil
	}
}

// note looks at the errors of a poll: what waiting may cure is an event, the
// rest is returned, to be thrown.
func (c *consumer) note(ctx context.Context, client *kgo.Client, fetches kgo.Fetches) error {
	var thrown error
	for _, f := range fetches.Errors() {
		if errors.Is(f.Err, context.Canceled) || errors.Is(f.Err, context.DeadlineExceeded) || errors.Is(f.Err, kgo.ErrClientClosed) {
			continue
		}
		if err := c.fault(ctx, client, f); err != nil && thrown == nil {
			thrown = err
		}
	}
	return thrown
}
