package kafkalib

import (
	"slices"
	"time"

	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// liveRecords are records that were appended last and are not fed yet, by
// call, ascending.
type liveRecords struct {
	calls   []liveCall
	records int // of all calls, and of those that the feeder has taken last
	bytes   int64
	room    chan struct{} // closed when there is room and nothing is read from disk; nil while nobody waits
}

// An appendCall is a call of the spool that has not returned. What it appends
// has numbers above floor.
type appendCall struct{ number, floor uint64 }

// settledAppend reports whether all records up to a number are known: no call
// is under way that could still add a smaller one. Called with the lock.
func (s *spooled) settledAppend(seq uint64) bool {
	return len(s.appends) == 0 || seq <= s.appends[0].floor
}

// beginAppend notes that a call is about to append. Called with the lock.
func (s *spooled) beginAppend() (number uint64) {
	s.calls++
	s.appends = append(s.appends, appendCall{s.calls, s.highest})
	return s.calls
}

// endAppend keeps appended records in memory, if the feeder keeps up and there
// is room for them; otherwise it will read them from disk. Called with the
// lock.
func (s *spooled) endAppend(number uint64, records []spool.Record) {
	if n := len(records); n > 0 {
		s.highest = max(s.highest, records[n-1].Sequence)
		if !s.lagging {
			s.keepLive(liveCall{records: records})
		} else {
			clear(records)
			s.slabs.listsServeAgain([][]spool.Record{records})
		}
	}
	i := 0
	for s.appends[i].number != number {
		i++
	}
	s.appends = append(s.appends[:i], s.appends[i+1:]...)
}

// keepLive is called with the lock.
func (s *spooled) keepLive(call liveCall) {
	l, n := &s.live, len(call.records)
	size := spoolBytes(call.records)
	if l.records+n > s.limits.buffered || l.bytes+size > s.limits.bytes || call.last()-call.first() != uint64(n-1) {
		// Of what is in memory, only that is complete that no call can add to.
		s.lagging = true
		whole := 0
		for whole < len(l.calls) && s.settledAppend(l.calls[whole].first()) {
			whole++
		}
		for _, call := range l.calls[whole:] {
			l.records -= len(call.records)
			l.bytes -= spoolBytes(call.records)
		}
		clear(l.calls[whole:])
		l.calls = l.calls[:whole]
		return
	}
	l.records += n
	l.bytes += size
	at := len(l.calls)
	for at > 0 && l.calls[at-1].first() > call.first() {
		at--
	}
	if at == 0 || !l.calls[at-1].extend(call) {
		l.calls = slices.Insert(l.calls, at, call)
	}
}

// leastTaken is how many records the feeder takes at least, where there are so many.
const leastTaken = 512

// takeLive gives the feeder calls that no other can add to: a part of all, so
// that room becomes free bit by bit, and who waits for it need not wait until all
// is fed. What it took before is fed by now. Called with the lock.
func (s *spooled) takeLive() {
	l, m := &s.live, &s.main
	l.records -= m.takenRecords
	l.bytes -= m.takenBytes
	m.takenRecords, m.takenBytes = 0, 0
	s.slabs.serveAgain(m.slabs)
	s.slabs.listsServeAgain(m.lists)
	m.slabs, m.lists = m.slabs[:0], m.lists[:0]
	if l.room != nil && !s.lagging {
		close(l.room)
		l.room = nil
	}
	n, enough := 0, max(leastTaken, l.records/16)
	for n < len(l.calls) && m.takenRecords < enough && s.settledAppend(l.calls[n].last()) {
		m.takenRecords += len(l.calls[n].records)
		m.takenBytes += spoolBytes(l.calls[n].records)
		n++
	}
	if n == len(l.calls) {
		m.calls, l.calls = l.calls, m.spare[:0]
	} else {
		m.calls = append(m.spare[:0], l.calls[:n]...)
		l.calls = slices.Delete(l.calls, 0, n)
	}
	m.spare = m.calls
}

// hasRoom reports whether so many more records need not wait for the feeder.
func (l *liveRecords) hasRoom(n int, limits *spoolLimits) bool {
	return l.records == 0 || l.records+n <= limits.buffered && l.bytes <= limits.bytes/2
}

// liveWait is how long kafka-send waits for the feeder, while Kafka takes
// records, before it leaves what memory has no room for to be read from disk.
const liveWait = 50 * time.Millisecond

// awaitLive waits a moment while Kafka takes records, for room in memory or for
// a feeder that is not far behind: to read records from disk again costs more.
// It is called with the lock and returns with it.
func (s *spooled) awaitLive(n int) {
	var timer *time.Timer
	for {
		l := &s.live
		room := l.hasRoom(n, &s.limits)
		if s.lagging {
			room = s.highest-min(s.fedUpTo.Load(), s.highest) > 2*uint64(s.limits.buffered)
		}
		if room || s.closed || s.inMemory || time.Since(time.Unix(0, s.lastProgress.Load())) > liveWait {
			return
		}
		if l.room == nil {
			l.room = make(chan struct{})
		}
		freed := l.room
		s.mu.Unlock()
		if timer == nil {
			timer = time.NewTimer(liveWait)
			defer timer.Stop()
		}
		over := false
		select {
		case <-freed:
		case <-timer.C:
			over = true
		}
		s.mu.Lock()
		if over {
			return
		}
	}
}

// spoolBytes is what records count for buffer-memory.
func spoolBytes(records []spool.Record) int64 {
	size := int64(0)
	for i := range records {
		size += spoolRecordSize(&records[i])
	}
	return size
}
