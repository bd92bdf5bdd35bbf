package kafkalib

import (
	"context"
	"errors"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// A turn says which executor has the consumer to itself. Guarded by the
// consumer's lock; 0 is none.
type turn struct {
	polling     int // polls, or changes what is read: holds the slot
	rebalancing int // runs on-rebalance
}

// holder is how a turn names the executor of a call.
func holder(call *interp.Call) int { return call.Executor() + 1 }

// errSlotBusy says that the time of a wait for the slot is over.
var errSlotBusy = errors.New("another executor has the consumer")

// acquire waits, without the session's lock, until no other executor polls or
// changes what is read; errSlotBusy is the end of the time. The body of
// kafka-for-each and on-rebalance cannot have the slot: it is theirs already.
func (c *consumer) acquire(call *interp.Call, within time.Duration) error {
	executor := holder(call)
	c.mu.Lock()
	inside := c.turn.polling == executor || c.turn.rebalancing == executor
	c.mu.Unlock()
	if inside {
		return invalidArgument(call.Name() + ": the call stands inside kafka-for-each or on-rebalance of the same consumer")
	}
	return unlocked(call, func(ctx context.Context) error {
		waiting, cancel := c.h.waiting(ctx, within)
		defer cancel()
		select {
		case c.slot <- struct{}{}:
		default:
			select {
			case c.slot <- struct{}{}:
			case <-waiting.Done():
				if ctx.Err() == nil && c.h.ended.Err() == nil {
					return errSlotBusy
				}
				return c.h.over(ctx, waiting, "another poll of the handle")
			}
		}
		c.mu.Lock()
		c.turn.polling = executor
		c.mu.Unlock()
		return nil
	})
}

// acquireFor is acquire for a call whose end of time is an exception.
func (c *consumer) acquireFor(call *interp.Call, within time.Duration) error {
	err := c.acquire(call, within)
	if errors.Is(err, errSlotBusy) {
		return clientError("TIMED_OUT", "timed out waiting for another poll of the handle", nil)
	}
	return err
}

// release gives the slot back that acquire has taken.
func (c *consumer) release() {
	c.mu.Lock()
	c.turn.polling = 0
	c.mu.Unlock()
	<-c.slot
}

// inRebalance reports whether the call stands inside on-rebalance.
func (c *consumer) inRebalance(call *interp.Call) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.turn.rebalancing == holder(call)
}

// giveUpPartitions tells on-rebalance, in the executor that destroys the
// consumer or has it read something else, that the group's partitions are
// revoked: then no poll will. The handle is still open, so that the function
// can commit.
func (c *consumer) giveUpPartitions(call *interp.Call) error {
	if _, ok := c.h.config.value("on-rebalance").(callable); !ok {
		return nil
	}
	c.mu.Lock()
	idle := c.client == nil || !c.member() || c.ending || c.leaving || c.told || len(c.owned) == 0
	c.told = c.told || !idle
	c.mu.Unlock()
	if idle {
		return nil
	}
	return c.runRebalance(call, &rebalanceCall{"revoked", c.partitions(), make(chan struct{})})
}

// willLeave reports whether reading want means to leave the group.
func (c *consumer) willLeave(want subscription) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.client != nil && c.member() && !c.want.equal(want) && !c.changesTopics(want)
}
