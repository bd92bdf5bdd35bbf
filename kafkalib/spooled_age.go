package kafkalib

import (
	"time"

	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// ageSlots end the records that the client has when they become too old: each
// belongs to the slot of the time at which it was accepted.
type ageSlots struct {
	max     time.Duration // 0: none
	forever *timeSlot
	slots   map[int64]*timeSlot
	// upTo is the sequence number up to which all records that were too old
	// are dropped.
	upTo   uint64
	looked time.Time
}

func newAgeSlots(limit time.Duration) ageSlots {
	return ageSlots{max: limit, forever: newTimeSlot(time.Time{}), slots: make(map[int64]*timeSlot)}
}

// width is the time whose records share a slot.
func (a *ageSlots) width() time.Duration {
	return min(max(a.max/20, 50*time.Millisecond), time.Second)
}

// slot returns the slot of records that were accepted at t.
func (a *ageSlots) slot(t time.Time) *timeSlot {
	if a.max == 0 {
		return a.forever
	}
	i := t.UnixNano() / int64(a.width())
	s := a.slots[i]
	if s == nil {
		s = newTimeSlot(t)
		a.slots[i] = s
	}
	return s
}

// expire ends the slots of which all records are too old.
func (a *ageSlots) expire(now time.Time) {
	end := now.Add(-a.max).UnixNano() / int64(a.width())
	for i, s := range a.slots {
		if i < end {
			close(s.over)
			delete(a.slots, i)
		}
	}
}

// expired reports whether a record that was accepted at t is too old.
func (s *spooled) expired(t, now time.Time) bool {
	return s.ages.max > 0 && now.Sub(t) > s.ages.max
}

// dropOld drops the records at the beginning of the spool that are too old,
// whether their turn comes or not.
func (s *spooled) dropOld(now time.Time) {
	a := &s.ages
	if a.max == 0 || now.Sub(a.looked) < min(max(a.max/10, 50*time.Millisecond), tickInterval) {
		return
	}
	a.looked = now
	a.expire(now)
	if oldest := s.spool.Stats().Oldest; oldest.IsZero() || !s.expired(oldest, now) {
		return
	}
	r := s.spool.NewReader()
	defer r.Close()
	for range feedSteps {
		record, ok, err := r.TryNext()
		if !ok || err != nil || !s.expired(record.Time, now) || record.Sequence > s.main.upTo() {
			break
		}
		if record.Sequence > a.upTo && !s.window.has(record.Sequence) {
			s.drop(record.Sequence, spoolRecordInfo(&record))
		}
		a.upTo = max(a.upTo, record.Sequence)
	}
	if s.catchUp == nil {
		s.window.forget()
	}
	s.checkDrained(now)
	s.broadcast()
}

// agedOut drops a record that is too old, and reports whether it is dropped.
func (s *spooled) agedOut(r *spool.Record, now time.Time) bool {
	if r.Sequence <= s.ages.upTo {
		return true
	}
	if !s.expired(r.Time, now) {
		return false
	}
	s.drop(r.Sequence, spoolRecordInfo(r))
	s.checkDrained(now)
	s.broadcast()
	return true
}

// drop ends a record that is too old.
func (s *spooled) drop(seq uint64, info *RecordInfo) {
	if err := s.spool.Drop(seq); err != nil {
		s.unwritable(err)
		return
	}
	s.episode.delivered++
	info.Persisted = "no"
	info.Code, info.Message = "", ""
	s.h.emit(Event{Code: "RECORD_DROPPED", Topic: info.Topic, Count: new(int64(1)), Record: info})
	s.p.queue.noteDropped()
}

// spoolRecordInfo is a record of the spool as events show it.
func spoolRecordInfo(r *spool.Record) *RecordInfo {
	info := &RecordInfo{Topic: r.Topic, Partition: r.Partition, Offset: -1, Timestamp: r.Timestamp.UnixMilli(), Key: r.Key, Value: r.Value}
	if r.Timestamp.IsZero() {
		info.Timestamp = r.Time.UnixMilli()
	}
	for _, h := range r.Headers {
		info.Headers = append(info.Headers, RecordHeader{h.Key, h.Value})
	}
	return info
}
