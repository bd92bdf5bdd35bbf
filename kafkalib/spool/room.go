package spool

import (
	"errors"
	"fmt"
)

// makeRoom makes the open segment be one that takes so many frames of so many
// bytes, or returns ErrFull or ErrNoSpace.
func (s *Spool) makeRoom(frames int, bytes int64) error {
	if limit := s.options.MaxBytes; limit > 0 && s.disk()+s.wanted(frames, bytes) > limit {
		if err := s.reclaim(s.wanted(frames, bytes)); err != nil {
			return s.spaceError(err)
		}
		if used, more := s.disk(), s.wanted(frames, bytes); used+more > limit {
			return fmt.Errorf("%w: %d bytes are used of %d, and %d more are wanted", ErrFull, used, limit, more)
		}
	}
	for {
		for s.rolling {
			s.settled.Wait()
		}
		if err := s.repair(); err != nil {
			return err
		}
		if s.openTakes(frames, bytes) {
			return nil
		}
		if err := s.roll(); err != nil {
			return s.spaceError(err)
		}
	}
}

// openTakes reports whether there is an open segment that takes so many frames of
// so many bytes.
func (s *Spool) openTakes(frames int, bytes int64) bool {
	g := s.main.open()
	if g == nil {
		return false
	}
	size, slots := g.size+int64(len(s.unwritten)), g.next-g.first+s.unwrittenCount
	return (size == headerSize || size+bytes <= s.options.SegmentBytes) && slots+uint64(frames) <= maxSlots
}

// wanted is what frames add to the bytes on disk: with the header of the segment
// that they begin, if they do.
func (s *Spool) wanted(frames int, bytes int64) int64 {
	if s.openTakes(frames, bytes) {
		return bytes
	}
	return bytes + headerSize
}

// emptyOpen begins a new segment where the file system is full and nothing of
// the open one waits any more, so that its file gives its room back. It tells
// whether there is a new one.
func (s *Spool) emptyOpen() bool {
	g := s.main.open()
	if g == nil || g.live > 0 || g.unsettled > 0 || g.accepted == g.first || g.accepted != g.next || s.main.suspect {
		return false
	}
	return s.roll() == nil
}

// spaceError makes an error of the file system be ErrNoSpace if it is full.
func (s *Spool) spaceError(err error) error {
	if isNoSpace(err) && !errors.Is(err, ErrNoSpace) {
		return fmt.Errorf("%w: %w", ErrNoSpace, err)
	}
	return err
}

// disk returns the bytes of all segments.
func (s *Spool) disk() int64 {
	n := s.main.disk() + int64(len(s.unwritten))
	if s.rejected != nil {
		n += s.rejected.disk()
	}
	return n
}

// roll closes the open segment and begins a new one.
func (s *Spool) roll() error {
	if err := s.closeOpen(); err != nil || s.main.open() != nil {
		return err // the lock was given up: there may be a new one already
	}
	return s.main.createNext()
}

// closeOpen closes the open segment after all of it has been synced, unless
// records never are. Meanwhile nothing is written to it.
func (s *Spool) closeOpen() error {
	for s.rolling {
		s.settled.Wait()
	}
	s.rolling = true
	defer func() {
		s.rolling = false
		s.settled.Broadcast()
	}()
	s.awaitIdle()
	g := s.main.open()
	if g == nil {
		return nil
	}
	for s.options.Fsync != FsyncNever && (s.dirty || len(s.unwritten) > 0) {
		s.syncOpen()
		s.awaitIdle()
		if s.main.suspect {
			return s.syncError()
		}
	}
	err := s.main.close()
	s.syncer.kick()
	return err
}

// reclaim frees space when the spool is full: it removes segments that are
// wholly acknowledged and writes those anew of which at least half is, until
// there is room or nothing is left to do.
func (s *Spool) reclaim(want int64) error {
	g := s.main.open()
	if g != nil && g.live < int64(g.accepted-g.first) {
		if err := s.roll(); err != nil {
			return err
		}
	}
	if err := s.syncRejected(); err != nil {
		return err
	}
	if err := s.main.removeFinished(); err != nil {
		return err
	}
	for _, g := range s.main.list {
		if s.disk()+want <= s.options.MaxBytes {
			return nil
		}
		if g.closed && g.liveBytes() <= (g.size-headerSize)/2 {
			if err := s.main.rewrite(g); err != nil {
				return err
			}
		}
	}
	return nil
}
