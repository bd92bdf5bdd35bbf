package kafkalib

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// A clientPoll is one poll of the client. It may outlast the script's poll
// that began it: while a rebalance goes on the client lets no poll end,
// whatever the poll's context says, and the rebalance may wait for the script
// to call on-rebalance.
type clientPoll struct {
	client    *kgo.Client
	cancel    context.CancelFunc
	done      chan struct{}
	abandoned atomic.Bool
	fetches   kgo.Fetches // once done is closed
}

// abandon ends a poll whose records nobody will work on. From then on it holds
// no rebalance up, and so the client may be closed: one that leaves its group
// waits for what polls have brought until AllowRebalance is called.
func (p *clientPoll) abandon() {
	p.abandoned.Store(true)
	p.cancel()
	p.client.AllowRebalance() // for what it brought before
}

// endGrace is how long a script's poll whose time is over waits for the
// client's, which ends at once but for a rebalance.
const endGrace = 20 * time.Millisecond

// fetch polls the client until the deadline, or until there is something else
// to do: an on-rebalance call, or the end of the handle. Where the client's
// poll has not ended it is kept for the next call, and kept reports that what
// it brought was begun by an earlier one.
func (c *consumer) fetch(ctx context.Context, client *kgo.Client, most int, deadline time.Time) (fetches kgo.Fetches, kept bool) {
	c.mu.Lock()
	if c.ending || len(c.rebalance) > 0 {
		c.mu.Unlock()
		return nil, false
	}
	p := c.running
	if kept = p != nil && p.client == client; !kept {
		p = startPoll(c.h.ended, client, most, deadline)
		c.running = p
	}
	wake := make(chan struct{}, 1)
	c.interrupt = func() {
		select {
		case wake <- struct{}{}:
		default:
		}
	}
	if kept && len(c.seeks) > 0 {
		p.cancel() // what it finds is not wanted any more
	}
	c.mu.Unlock()
	ended := p.wait(ctx, wake, deadline)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.interrupt = nil
	if !ended {
		return nil, false
	}
	if c.running != p { // the consumer has left its group
		return nil, false
	}
	c.running = nil
	return p.fetches, kept
}

// startPoll begins a poll of the client. With the time over it takes what is
// there.
func startPoll(ctx context.Context, client *kgo.Client, most int, deadline time.Time) *clientPoll {
	ctx, cancel := context.WithCancel(ctx)
	p := &clientPoll{client: client, cancel: cancel, done: make(chan struct{})}
	if !time.Now().Before(deadline) {
		ctx = nil // how the client is asked for what is there
	}
	go func() {
		defer close(p.done)
		defer cancel()
		p.fetches = client.PollRecords(ctx, most)
		if p.fetches.NumRecords() == 0 || p.abandoned.Load() {
			client.AllowRebalance()
		}
	}()
	return p
}

// wait reports whether the poll has ended.
func (p *clientPoll) wait(ctx context.Context, wake chan struct{}, deadline time.Time) bool {
	timer := time.NewTimer(time.Until(deadline))
	defer timer.Stop()
	select {
	case <-p.done:
		return true
	case <-wake:
		return false
	case <-ctx.Done():
	case <-timer.C:
	}
	p.cancel()
	timer.Reset(endGrace)
	select {
	case <-p.done:
		return true
	case <-wake:
	case <-timer.C:
	}
	return false
}

// fetchDirect is fetch for a consumer that is no member of a group: its client
// knows no rebalances.
func (c *consumer) fetchDirect(ctx context.Context, client *kgo.Client, most int, deadline time.Time) kgo.Fetches {
	if !time.Now().Before(deadline) {
		//lint:ignore SA1012 nil is how the client is asked for what is there
		return client.PollRecords(nil, most)
	}
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	c.mu.Lock()
	if c.ending {
		cancel()
	}
	c.interrupt = cancel
	c.mu.Unlock()
	fetches := client.PollRecords(ctx, most)
	c.mu.Lock()
	c.interrupt = nil
	c.mu.Unlock()
	return fetches
}

// endRunning ends the client's poll of an earlier call where the script sought
// since: what it brings is buffered, for doSeeks to drop what is not wanted any
// more. One that goes on, as during a rebalance, is not waited for: it may need
// a call of on-rebalance, which only a poll makes.
func (c *consumer) endRunning(ctx context.Context) error {
	c.mu.Lock()
	p := c.running
	if p == nil || len(c.seeks) == 0 {
		c.mu.Unlock()
		return nil
	}
	select {
	case <-p.done:
		c.running = nil
	default:
		p.cancel()
		c.mu.Unlock()
		return nil
	}
	c.mu.Unlock()
	return c.keepFetches(ctx, p.fetches)
}

// keepFetches is keep of all that such a poll brought.
func (c *consumer) keepFetches(ctx context.Context, fetches kgo.Fetches) error {
	c.h.stats.fetched(fetches)
	return c.keep(inPartitionOrder(fetches), c.note(ctx, fetches))
}

// keep buffers what a poll brought that an earlier call began: partitions may
// have been paused, sought or taken away since.
func (c *consumer) keep(records []*kgo.Record, failed error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	before := len(c.buffer)
	for _, r := range records {
		if c.owned[TopicPartition{r.Topic, r.Partition}] {
			c.buffer = append(c.buffer, r)
		}
	}
	if len(c.buffer) == before {
		return failed
	}
	c.pending = failed
	return nil
}
