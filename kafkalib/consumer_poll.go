package kafkalib

import (
	"context"
	"errors"
	"fmt"
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

// poll waits until the deadline for the first records and returns what has
// arrived, at most so many. The slot is held. Records whose schemas the
// registry has not told by then, or could not tell, are kept for the next
// poll: they are not lost, and there is nothing wrong with them.
func (c *consumer) poll(ctx context.Context, most int, deadline time.Time) (polled, error) {
	got, err := c.pollRecords(ctx, most, deadline)
	if err != nil || len(got.records) == 0 {
		return got, err
	}
	err = c.fetchSchemas(ctx, got.records, deadline)
	if err == nil {
		return got, nil
	}
	c.giveBack(got.records)
	if errors.Is(err, errPending) {
		err = nil
	}
	return polled{}, err
}

// pollRecords is poll without the schemas of the records.
func (c *consumer) pollRecords(ctx context.Context, most int, deadline time.Time) (polled, error) {
	if records, err := c.fromBefore(most); records != nil || err != nil {
		return polled{records: records}, err
	}
	for {
		if err := c.endRunning(ctx); err != nil {
			return polled{}, err
		}
		client, err := c.ready(ctx, deadline)
		if err != nil {
			return polled{}, err
		}
		if records := c.buffered(most); records != nil { // of other partitions than those that were sought
			return polled{records: records}, nil
		}
		if client == nil {
			sleep(ctx, min(missingPause, time.Until(deadline)))
		} else if got, err := c.pollClient(ctx, client, most, c.sliceEnd(deadline)); err != nil || got.records != nil || got.rebalance != nil {
			return got, err
		} else if c.fellBack(ctx) {
			return polled{}, noConsumerProtocol()
		}
		switch {
		case ctx.Err() != nil:
			return polled{}, context.Cause(ctx)
		case c.h.ended.Err() != nil || c.isEnding():
			return polled{}, clientError("CLOSED", "handle "+quote(c.h.id)+" was closed while the call waited for records", nil)
		case c.hasRebalance():
		case c.hasBuffered():
		case !time.Now().Before(deadline):
			c.askEnds(ctx)
			c.mu.Lock()
			c.startOverdue() // the next poll has to come all the same
			c.mu.Unlock()
			return polled{}, nil
		}
	}
}

// fromBefore is what a poll begins with: the script has gone on; what an
// earlier poll left to throw is thrown, what it left over is returned.
func (c *consumer) fromBefore(most int) ([]*kgo.Record, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.marks.advance()
	c.stopOverdue()
	if c.want.kind == noSubscription {
		return nil, invalidArgument("the consumer reads nothing: poll with topics, or call kafka-subscribe or kafka-assign")
	}
	if err := c.pending; err != nil {
		c.pending = nil
		return nil, err
	}
	if len(c.seeks) > 0 {
		return nil, nil
	}
	records := c.takeBuffered(most)
	if records == nil && c.later != nil {
		err := c.later
		c.later = nil
		return nil, err
	}
	return records, nil
}

func (c *consumer) buffered(most int) []*kgo.Record {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.takeBuffered(most)
}

// takeBuffered takes records that were fetched before, but those that are held
// back. Called with the lock.
func (c *consumer) takeBuffered(most int) []*kgo.Record {
	n := min(most, len(c.buffer))
	if c.paused.empty() && len(c.seeks) == 0 || !slices.ContainsFunc(c.buffer[:n], c.holdsBack) {
		if n == 0 {
			c.buffer = nil // lets the last fetch go
			return nil
		}
		taken := c.buffer[:n:n]
		c.buffer = c.buffer[n:]
		c.startOverdue()
		return taken
	}
	var taken []*kgo.Record
	var kept []*kgo.Record // of its own: the array of the last fetch can go
	for i, r := range c.buffer {
		if len(taken) == most {
			kept = append(kept, c.buffer[i:]...)
			break
		}
		if c.holdsBack(r) {
			kept = append(kept, r)
		} else {
			taken = append(taken, r)
		}
	}
	if taken != nil {
		c.buffer = kept
		c.startOverdue()
	}
	return taken
}

// holdsBack reports whether a record that was fetched before may not be returned:
// its partition is paused, or a seek in it is not done yet, for want of a broker
// or of time. Called with the lock.
func (c *consumer) holdsBack(r *kgo.Record) bool {
	tp := TopicPartition{r.Topic, r.Partition}
	return c.paused.has(tp) || c.soughtIn(tp)
}

// sliceEnd is when a wait has to end for another look at topics.
func (c *consumer) sliceEnd(deadline time.Time) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	slice := c.h.config.millis("metadata-max-age-ms")
	switch {
	case len(c.missing) > 0:
		slice = missingPause
	case c.member():
		return deadline // the client looks itself
	}
	if end := time.Now().Add(slice); end.Before(deadline) {
		return end
	}
	return deadline
}

// pollClient polls the client once. Neither records nor an error means that
// there was nothing.
func (c *consumer) pollClient(ctx context.Context, client *kgo.Client, most int, deadline time.Time) (polled, error) {
	c.mu.Lock()
	member, running := c.member(), c.running != nil
	ask := most
	if !member && len(c.buffer) == 0 {
		// All that one fetch brought, so that the client makes the next one
		// meanwhile. A member asks for what it returns: while records are
		// kept here, no rebalance could begin.
		ask = -1
	}
	c.mu.Unlock()
	var fetches kgo.Fetches
	if member {
		if !running { // else what it has found is not in the script's hands yet
			client.AllowRebalance()
		}
		if call := c.nextRebalance(); call != nil {
			return polled{rebalance: call}, nil
		}
		var kept bool
		if fetches, kept = c.fetch(ctx, client, most, deadline); kept {
			return polled{}, c.keepFetches(ctx, fetches)
		}
	} else {
		fetches = c.fetchDirect(ctx, client, ask, deadline)
	}
	c.h.stats.fetched(fetches)
	c.noteFetched(fetches)
	records := inPartitionOrder(fetches)
	failed := c.note(ctx, fetches)
	if len(records) > 0 {
		c.mu.Lock()
		if len(records) > most {
			c.buffer = records[most:]
			records = records[:most:most]
			c.later = failed
		} else if c.pending == nil {
			c.pending = failed
		}
		c.startOverdue()
		c.mu.Unlock()
		return polled{records: records}, nil
	}
	if failed == nil && onlyFaults(fetches) {
		sleep(ctx, min(errorPause, time.Until(deadline)))
	}
	return polled{}, failed
}

// onlyFaults reports whether an answer came that holds errors of brokers.
func onlyFaults(fetches kgo.Fetches) bool {
	for _, f := range fetches.Errors() {
		if !errors.Is(f.Err, context.Canceled) && !errors.Is(f.Err, context.DeadlineExceeded) {
			return true
		}
	}
	return false
}

func (c *consumer) isEnding() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ending
}

// hasBuffered reports whether records wait that may be returned.
func (c *consumer) hasBuffered() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.ContainsFunc(c.buffer, func(r *kgo.Record) bool { return !c.holdsBack(r) })
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

// startOverdue limits how long the script may work on a poll's records.
// Called with the lock.
func (c *consumer) startOverdue() {
	if !c.member() {
		return
	}
	c.stopOverdue()
	limit := c.h.config.millis("max-poll-interval-ms")
	c.overdue = time.AfterFunc(limit, c.leaveOverdue)
}

// leaveOverdue leaves the group because the script has not polled in time. The
// next poll says so to on-rebalance, and joins again.
func (c *consumer) leaveOverdue() {
	limit := c.h.config.millis("max-poll-interval-ms")
	c.h.emit(Event{Code: "GROUP_ERROR", Duration: new(limit),
		Error: clientError("TIMED_OUT", fmt.Sprintf("no poll within max-poll-interval-ms (%d): the consumer left its group; the next poll joins again", limit.Milliseconds()), nil)})
	lost := c.partitions()
	c.leave(c.h.ended)
	if _, ok := c.h.config.value("on-rebalance").(callable); ok && len(lost) > 0 {
		c.mu.Lock()
		c.rebalance = append(c.rebalance, &rebalanceCall{"lost", lost, make(chan struct{})})
		c.mu.Unlock()
	}
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
func (c *consumer) note(ctx context.Context, fetches kgo.Fetches) error {
	var thrown error
	for _, f := range fetches.Errors() {
		if errors.Is(f.Err, context.Canceled) || errors.Is(f.Err, context.DeadlineExceeded) || errors.Is(f.Err, kgo.ErrClientClosed) {
			continue
		}
		if err := c.fault(ctx, f); err != nil && thrown == nil {
			thrown = err
		}
	}
	return thrown
}
