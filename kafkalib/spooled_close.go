package kafkalib

import (
	"context"
	"time"
)

// quietBeforeClose is how long nothing must have been delivered, with Kafka
// down, before closing does not wait for it.
const quietBeforeClose = time.Second

// close flushes within timeout, or until Kafka turns out to be down, and ends
// the producer. What is not delivered stays on disk.
func (s *spooled) close(ctx context.Context, timeout time.Duration) error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	began := time.Now()
	if !s.early.has() { // the handle was never shown to anybody
		timeout = 0
	}
	_, failures, unkept, _ := s.flushUnless(ctx, timeout, func() bool {
		since := max(s.lastProgress.Load(), began.UnixNano())
		return s.kafkaDown() && time.Since(time.Unix(0, since)) > quietBeforeClose
	})
	close(s.quit)
	s.done.Wait()
	s.mu.Lock()
	spilled := error(nil)
	if s.inMemory && s.queue.oldestInMemory() > 0 {
		spilled = s.spill()
	}
	s.mu.Unlock()
	abandoned, _ := s.queue.close(ctx, 0) // no outcome is missing when it returns
	s.settle(time.Now())
	if spilled != nil {
		for _, e := range abandoned {
			if e.spooled == nil {
				failures = append(failures, e)
			}
		}
	}
	s.main.close()
	if s.catchUp != nil {
		s.catchUp.reader.Close()
	}
	err := s.p.undelivered(failures, unkept, "the producer was closed")
	if failed := s.spool.Close(); failed != nil && err == nil {
		return spoolError(s.h.spoolDir, failed)
	}
	return err
}

// spooledAlways reports whether kafka-send waits for nothing but the spool.
func (p *producer) spooledAlways() bool { return p.spooled != nil && !p.spooled.limits.whenNeeded }
