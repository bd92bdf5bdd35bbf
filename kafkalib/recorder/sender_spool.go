package recorder

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// A copyState says what became of an item that is with the client and was copied
// to the spool.
type copyState uint8

const (
	ahead    copyState = iota // the reader has not come to it
	passed                    // the reader has passed it over
	resolved                  // it has its outcome, and the reader has not come to it
)

// mustSpool reports whether all new events go through the spool, and enters that
// mode where something asks for it.
func (s *sender) mustSpool() bool {
	r := s.r
	if r.options.Spool == nil {
		return false
	}
	if s.spooling {
		return true
	}
	r.ledger.mu.Lock()
	rewind := r.rewind
	r.ledger.mu.Unlock()
	gaveUp := len(s.carry) > 0 && s.carry[0].err != nil
	if rewind || gaveUp || r.pressure.Load() && r.room.crowded() {
		return s.enterSpool(nil)
	}
	return false
}

// enterSpool writes everything that is in memory to the spool, in order, also
// what the client has: so what is accepted from now on stands behind it, also for
// a later process. It reports whether the spool took it.
func (s *sender) enterSpool(cause error) bool {
	r := s.r
	r.ledger.mu.Lock()
	batch := make([]*item, 0, r.open.Len())
	for it := range r.open.All() {
		if it.sequence == 0 {
			it.kept = true // the client may settle it meanwhile
			batch = append(batch, it)
		}
	}
	r.ledger.mu.Unlock()
	s.carry = nil
	batch = s.prepare(batch)
	all := int64(len(batch))
	for len(batch) > 0 {
		n := min(len(batch), batchSize)
		rest, err := s.storeSome(batch[:n])
		if err != nil {
			s.keep(append(rest, batch[n:]...))
			s.noteSpoolFull(err)
			s.refuseStored()
			return false
		}
		batch = batch[n:]
	}
	s.noteSpoolTook()
	if !s.spooling {
		s.spooling = true
		s.enterFallback("spool", cause)
		s.fellBack += all
	}
	return true
}

// keep makes items that are not with the client the next ones again.
func (s *sender) keep(batch []*item) {
	s.r.ledger.mu.Lock()
	mine := batch[:0:0]
	for _, it := range batch {
		if it.place == inQueue && it.sequence == 0 {
			it.err = nil // the client may try again
			mine = append(mine, it)
		}
	}
	s.r.ledger.mu.Unlock()
	s.putBack(mine)
}

// store appends encoded items to the spool and returns how many of them, from the
// first, it took.
func (s *sender) store(batch []*item) (int, error) {
	r := s.r
	records := make([]spool.Record, len(batch))
	for i, it := range batch {
		rec := &it.record
		records[i] = spool.Record{Topic: rec.Topic, Partition: it.partition(), Key: rec.Key, Value: rec.Value, Timestamp: it.event.End}
		for _, h := range rec.Headers {
			records[i].Headers = append(records[i].Headers, spool.Header{Key: h.Key, Value: h.Value})
		}
	}
	err := r.options.Spool.Append(records)
	if err != nil {
		taken := slices.IndexFunc(records, func(rec spool.Record) bool { return rec.Sequence == 0 })
		if taken >= 0 {
			batch = batch[:taken]
		}
	}
	if len(batch) > 0 && s.undrained.IsZero() {
		s.undrained = time.Now()
	}
	var done []uint64
	r.ledger.mu.Lock()
	for i, it := range batch {
		sequence := records[i].Sequence
		if it.place == settled { // the client was quicker
			done = append(done, sequence)
			continue
		}
		it.sequence = sequence
		withClient := it.place == inClient
		r.settle(it, &r.ledger.totals.Spooled)
		if withClient { // it is not settled after all: the client tells
			it.place = inClient
			r.copies[sequence] = ahead
		}
	}
	r.ledger.mu.Unlock()
	if len(done) > 0 {
		_ = r.options.Spool.Ack(done...)
	}
	return len(batch), err
}

// partition is what the event asked for, -1 for none. The client overwrites the
// record's.
func (it *item) partition() int32 {
	if it.event.Partition != nil {
		return *it.event.Partition
	}
	return -1
}

// spoolStep moves new events to the spool and, while Kafka answers, spooled ones
// to the client.
func (s *sender) spoolStep() bool {
	r := s.r
	moved := false
	if batch := s.prepare(s.take(batchSize)); len(batch) > 0 {
		rest, err := s.storeSome(batch)
		moved = len(rest) < len(batch)
		if err != nil {
			s.noteSpoolFull(err)
			if !r.health.up() || r.hurry.Load() {
				before := len(rest)
				rest = s.offer(rest, s.afterSpool())
				moved = moved || len(rest) < before
			}
			s.refuseStored()
			s.putBack(rest)
		} else {
			s.noteSpoolTook()
			if !r.health.up() {
				s.enterFallback("spool", r.health.lastError())
			}
			s.fellBack += int64(len(batch))
		}
	}
	if r.hurry.Load() || !r.health.up() {
		return moved
	}
	if s.replay() {
		return true
	}
	if !moved && len(s.carry) == 0 && len(r.queue) == 0 && s.caughtUp() && r.options.SpoolMode != Always {
		s.spooling = false
		r.pressure.Store(false)
		s.leaveFallback()
	}
	return moved
}

// storeSome stores as many of the items as there is room for. Those that no
// spool takes, because of their size, have failed.
func (s *sender) storeSome(batch []*item) (rest []*item, err error) {
	n := len(batch)
	for len(batch) > 0 {
		stored, err := s.store(batch[:min(n, len(batch))])
		batch = batch[stored:]
		switch {
		case err == nil:
		case errors.Is(err, spool.ErrTooLarge) || errors.Is(err, spool.ErrInvalid):
			if n == 1 {
				s.r.fail(batch[0], err)
				batch = batch[1:]
			}
			n = 1
		case errors.Is(err, spool.ErrFull) && n > 1:
			n = 1
		default:
			return batch, err
		}
	}
	return nil, nil
}

// retryPause is how long replaying waits after the client gave spooled events
// back.
const retryPause = 100 * time.Millisecond

// replay hands spooled records to the client and reports whether there were any.
func (s *sender) replay() bool {
	r := s.r
	if !s.reread() {
		return false
	}
	moved := false
	room := min(s.clientRoom(), batchSize)
	for range room {
		rec, ok, err := s.reader.TryNext()
		if err != nil {
			s.retryAfter = time.Now().Add(time.Second)
		}
		if err != nil || !ok {
			break
		}
		moved = true
		r.ledger.mu.Lock()
		state, isCopy := r.copies[rec.Sequence]
		if isCopy {
			if state == resolved {
				delete(r.copies, rec.Sequence)
			} else {
				r.copies[rec.Sequence] = passed
			}
		}
		r.ledger.mu.Unlock()
		if isCopy {
			continue
		}
		if age := r.options.SpoolMaxAge; age > 0 && time.Since(rec.Time) > age {
			s.dropOld(rec)
			continue
		}
		s.replayed++
		s.produce([]*item{s.spooled(rec)})
	}
	return moved
}

// spooled makes an item of a record of the spool.
func (s *sender) spooled(rec spool.Record) *item {
	it := s.r.stock.get()
	it.sequence, it.recovered, it.encoded = rec.Sequence, rec.Sequence <= s.earlier, true
	it.size = int64(eventSize + len(rec.Key) + len(rec.Value))
	r := &it.record
	r.Topic, r.Key, r.Value, r.Partition, r.Timestamp = rec.Topic, rec.Key, rec.Value, rec.Partition, rec.Timestamp
	if r.Timestamp.IsZero() {
		r.Timestamp = rec.Time
	}
	for _, h := range rec.Headers {
		r.Headers = append(r.Headers, header(Header(h)))
	}
	if s.r.options.SpoolHeaders {
		r.Headers = append(r.Headers, header(Header{"spool-id", []byte(s.r.options.Spool.ID())}),
			header(Header{"spool-seq", strconv.AppendUint(nil, rec.Sequence, 10)}))
	}
	return it
}

// reread lets the reader begin anew where the client gave spooled records back,
// when it has none left: so they keep their order. It reports whether replaying
// may go on.
func (s *sender) reread() bool {
	r := s.r
	r.ledger.mu.Lock()
	rewind, left := r.rewind, r.inClient
	if rewind && left == 0 {
		r.rewind = false
		clear(r.copies)
	}
	r.ledger.mu.Unlock()
	if rewind {
		if left > 0 {
			return false
		}
		s.reader = r.options.Spool.NewReader()
		s.retryAfter = time.Now().Add(retryPause)
	}
	return time.Now().After(s.retryAfter)
}

// caughtUp reports whether the client has everything that is in the spool.
func (s *sender) caughtUp() bool {
	s.r.ledger.mu.Lock()
	rewind := s.r.rewind
	s.r.ledger.mu.Unlock()
	return !rewind && s.clientRoom() > 0 && time.Now().After(s.retryAfter)
}

// dropOld drops a record that is too old.
func (s *sender) dropOld(rec spool.Record) {
	r := s.r
	r.ledger.mu.Lock()
	if r.ended {
		r.ledger.mu.Unlock()
		return
	}
	r.telling.Add(1)
	if rec.Sequence <= s.earlier {
		r.ledger.totals.RecoveredDropped++
	} else {
		r.ledger.totals.Spooled--
		r.ledger.totals.Dropped++
	}
	r.ledger.mu.Unlock()
	_ = r.options.Spool.Drop(rec.Sequence)
	r.telling.Done()
	r.options.Notify(Notice{Code: "RECORD_DROPPED", Topic: rec.Topic, Key: rec.Key, Count: 1,
		Err: errors.New("the spooled event is older than the greatest age")})
}

// finishedSpooled notes the outcome of an item that is in the spool, and returns
// what is to be done without the lock. Called with it.
func (r *Recorder) finishedSpooled(it *item, err error) func() {
	it.place = settled
	sequence := it.sequence
	if err != nil && !refused(err) {
		r.rewind = true
		return nil
	}
	if state, ok := r.copies[sequence]; ok {
		if state == passed {
			delete(r.copies, sequence)
		} else {
			r.copies[sequence] = resolved
		}
	}
	t := &r.ledger.totals
	switch {
	case it.recovered && err == nil:
		t.RecoveredDelivered++
	case it.recovered:
		t.RecoveredFailed++
	case err == nil:
		t.Spooled--
		t.Delivered++
	default:
		t.Spooled--
		t.Failed++
	}
	r.telling.Add(1)
	if err == nil {
		if r.options.Unconfirmed {
			t.Unconfirmed++
		}
		return func() {
			_ = r.options.Spool.Ack(sequence)
			r.telling.Done()
		}
	}
	notice := deliveryFailed(it, err)
	notice.Code, notice.Key = "SPOOL_REJECTED", it.record.Key
	return func() {
		_ = r.options.Spool.Reject(sequence, errorCode(err), err.Error())
		r.telling.Done()
		r.options.Notify(notice)
	}
}

// noteSpoolFull tells once that the spool takes nothing.
func (s *sender) noteSpoolFull(err error) {
	if !s.r.spoolFull.Swap(true) {
		s.r.options.Notify(Notice{Code: "SPOOL_FULL", Err: err})
	}
}

// refuseStored answers the callers of mode Always, who wait for the disk: their
// events are rejected.
func (s *sender) refuseStored() {
	r := s.r
	if r.options.SpoolMode != Always {
		return
	}
	r.ledger.mu.Lock()
	defer r.ledger.mu.Unlock()
	for it := range r.open.All() {
		if it.stored != nil && it.place == inQueue {
			r.refuse(it)
		}
	}
}

func (s *sender) noteSpoolTook() { s.r.spoolFull.Store(false) }

// tellDrained tells once that the spool is empty again.
func (s *sender) tellDrained() {
	r := s.r
	if s.replayed > 0 {
		r.options.Notify(Notice{Code: "SPOOL_REPLAYED", Count: s.replayed})
		s.replayed = 0
	}
	if s.undrained.IsZero() {
		return
	}
	stats := r.options.Spool.Stats()
	if stats.Records > 0 {
		return
	}
	r.options.Notify(Notice{Code: "SPOOL_DRAINED", Count: int64(stats.LastSequence), Duration: time.Since(s.undrained)})
	s.undrained = time.Time{}
}
