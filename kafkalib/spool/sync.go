package spool

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// A ticket is of a call of Append that waits until its records, which are
// written, have been synced.
type ticket struct {
	last uint64 // sequence number
	done bool
	err  error
	// wake gets true when the ticket is done, and false when its call has to sync.
	// There is room for both.
	wake chan bool
}

// awaitSync waits until the record of a sequence number, which is written, is
// accepted because it has been synced. Of the calls that wait one leads: it
// syncs for all. Those that write meanwhile share the next sync. It tells
// whether it holds the lock when it returns: most calls need not have it again.
func (s *Spool) awaitSync(last uint64) (locked bool, err error) {
	t := &ticket{last: last, wake: make(chan bool, 2)}
	s.tickets = append(s.tickets, t)
	for !t.done {
		if !s.leading && !s.syncing {
			s.lead(t)
			continue
		}
		s.mu.Unlock()
		if done := <-t.wake; done {
			return false, t.err
		}
		s.mu.Lock()
	}
	return true, t.err
}

// leadRounds is how many syncs a call does while others wait. That it does some
// keeps the disk busy: to wake another call takes longer.
const leadRounds = 4

// lead syncs for the calls that wait, and then lets another one do so.
func (s *Spool) lead(t *ticket) {
	s.leading = true
	for rounds := 0; len(s.tickets) > 0 && (rounds < leadRounds || !t.done); rounds++ {
		s.syncOpen()
	}
	s.leading = false
	s.handOver()
}

// handOver wakes a call that waits if nobody syncs for it.
func (s *Spool) handOver() {
	if n := len(s.tickets); n > 0 && !s.leading && !s.syncing {
		if t := s.tickets[n-1]; len(t.wake) == 0 {
			t.wake <- false
		}
	}
}

// settleTickets ends the waiting for all records below a sequence number.
func (s *Spool) settleTickets(below uint64, err error) {
	s.tickets = slices.DeleteFunc(s.tickets, func(t *ticket) bool {
		if t.last < below {
			t.done, t.err = true, err
			t.wake <- true
		}
		return t.done
	})
}

// syncOpen syncs the open segment, with the lock given up meanwhile.
func (s *Spool) syncOpen() {
	if err := s.flushForSync(); err != nil {
		s.fail(err)
		s.settled.Broadcast()
		return
	}
	g := s.main.open()
	next, size := g.next, g.size
	f := s.main.file
	s.syncing = true
	s.dirty = false
	s.mu.Unlock()
	err := f.Sync()
	s.mu.Lock()
	s.syncing = false
	if err != nil {
		s.syncFailed(err)
	} else if g.accepted < next {
		s.accept(next, size)
	}
	s.settled.Broadcast()
	s.handOver()
}

// flushForSync writes the frames that wait, to a file that is trusted.
func (s *Spool) flushForSync() error {
	switch {
	case s.main.open() == nil:
		return ErrClosed
	case s.main.suspect:
		return s.syncError()
	case len(s.unwritten) == 0:
		return nil
	}
	return s.flush()
}

// fail ends the waiting of all calls with an error.
func (s *Spool) fail(err error) {
	s.unwritten, s.unwrittenCount = nil, 0
	s.settleTickets(math.MaxUint64, err)
}

// syncFailed deals with a sync of the open segment that failed: the system may
// have dropped what it could not write, and a later sync may succeed without
// it. So the file is never trusted again; what it has is written to a new one.
// Only if that fails, too, records that wait to be accepted are not.
func (s *Spool) syncFailed(err error) {
	g := s.main.open()
	s.notify(SyncFailed{File: s.main.path(g.first, segmentSuffix), Err: err})
	s.main.suspect = true
	s.syncCause = err
	written := g.next
	rerr := s.rewriteOpen(g)
	if rerr == nil {
		s.main.suspect = false
		if g.accepted < g.next {
			s.accept(g.next, g.size)
		}
	} else {
		s.syncCause = errors.Join(err, rerr)
		g.revert()
	}
	s.main.next = g.next
	if g.next < written || rerr != nil { // frames in memory continue what is not there
		s.fail(s.syncError())
	}
}

func (s *Spool) syncError() error {
	if isNoSpace(s.syncCause) {
		return fmt.Errorf("%w: %w: %w", ErrSync, ErrNoSpace, s.syncCause)
	}
	return fmt.Errorf("%w: %w", ErrSync, s.syncCause)
}

// repair writes the open segment anew after its file got suspect.
func (s *Spool) repair() error {
	if !s.main.suspect {
		return nil
	}
	s.awaitIdle()
	g := s.main.open()
	if g == nil || !s.main.suspect {
		s.main.suspect = false
		return nil
	}
	if err := s.rewriteOpen(g); err != nil {
		s.syncCause = err
		s.fail(s.syncError())
		return s.syncError()
	}
	s.main.suspect = false
	return nil
}

// rewriteOpen writes the open segment anew.
func (s *Spool) rewriteOpen(g *segment) error {
	if err := s.syncRejected(); err != nil {
		return err
	}
	return s.main.rewrite(g)
}

// awaitIdle waits until no goroutine syncs the open segment.
func (s *Spool) awaitIdle() {
	for s.syncing {
		s.settled.Wait()
	}
}
