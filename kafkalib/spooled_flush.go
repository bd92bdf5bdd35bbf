package kafkalib

import (
	"context"
	"time"
)

// flush waits until all records accepted so far are delivered or have left the
// spool another way, at most timeout. It returns how many have not, and what
// was rejected since the last flush where delivery is async.
func (s *spooled) flush(ctx context.Context, timeout time.Duration) (left int64, failures []*entry, unkept int64, err error) {
	return s.flushUnless(ctx, timeout, nil)
}

// flushUnless is flush that ends, too, when hopeless says so.
func (s *spooled) flushUnless(ctx context.Context, timeout time.Duration, hopeless func() bool) (left int64, failures []*entry, unkept int64, err error) {
	end := time.Now().Add(timeout)
	s.mu.Lock()
	upTo := s.highest
	s.mu.Unlock()
	s.queue.setUrgent(1)
	defer s.queue.setUrgent(-1)
	left = s.await(ctx, end, upTo, hopeless)
	if s.limits.whenNeeded {
		// What was in memory is with the client, or was written since.
		failures, unkept, err = s.flushMemory(ctx, end, hopeless)
		inMemory := int64(s.queue.inMemory())
		s.mu.Lock()
		upTo = max(upTo, s.spilledTo)
		s.mu.Unlock()
		left = s.await(ctx, end, upTo, hopeless) + inMemory
	}
	if err == nil {
		err = context.Cause(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	failures = append(failures, s.failures...)
	unkept += s.unkept
	s.failures, s.unkept = nil, 0
	return left, failures, unkept, err
}

// flushMemory waits until the client has settled all that it has, unless
// hopeless says so.
func (s *spooled) flushMemory(ctx context.Context, end time.Time, hopeless func() bool) (failures []*entry, unkept int64, err error) {
	for {
		wait := max(time.Until(end), 0)
		if hopeless != nil {
			wait = min(wait, tickInterval/10)
			if hopeless() {
				wait = 0
			}
		}
		left, failed, lost, err := s.queue.flush(ctx, wait)
		failures, unkept = append(failures, failed...), unkept+lost
		if err != nil || left == 0 || wait == 0 || hopeless == nil {
			return failures, unkept, err
		}
	}
}

// await waits until the spool holds no record up to a number, and returns how
// many it holds.
func (s *spooled) await(ctx context.Context, end time.Time, upTo uint64, hopeless func() bool) int64 {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		s.mu.Lock()
		if s.changed == nil {
			s.changed = make(chan struct{})
		}
		changed := s.changed
		s.mu.Unlock()
		left := s.spool.Waiting(upTo)
		wait := time.Until(end)
		if left == 0 || wait <= 0 || hopeless != nil && hopeless() {
			return left
		}
		if hopeless != nil {
			wait = min(wait, tickInterval/10)
		}
		timer.Reset(wait)
		select {
		case <-changed:
		case <-timer.C:
		case <-ctx.Done():
			return left
		}
	}
}
