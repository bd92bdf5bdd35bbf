package recorder

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

func header(h Header) kgo.RecordHeader { return kgo.RecordHeader{Key: h.Key, Value: h.Value} }

// toClient hands events to the Kafka client, as many as it may hold.
func (s *sender) toClient() bool {
	if s.generation.Err() != nil {
		s.generation, s.giveBack = context.WithCancel(context.Background())
	}
	room := s.clientRoom()
	if room <= 0 {
		return false
	}
	batch := s.take(min(room, batchSize))
	got := len(batch)
	s.produce(s.prepare(batch))
	return got > 0
}

// clientRoom is how many records more the client may hold.
func (s *sender) clientRoom() int {
	s.r.ledger.mu.Lock()
	defer s.r.ledger.mu.Unlock()
	if s.r.inClientBytes >= s.r.options.MaxBytes {
		return 0
	}
	return s.r.options.MaxInFlight - s.r.inClient
}

// produce hands encoded items to the client.
func (s *sender) produce(batch []*item) {
	if len(batch) == 0 {
		return
	}
	r := s.r
	r.ledger.mu.Lock()
	if r.inClient == 0 {
		r.health.handed()
	}
	live := batch[:0]
	for _, it := range batch {
		if it.place == settled {
			continue // abandoned by Close
		}
		it.place = inClient
		r.inClient++
		r.inClientBytes += it.size
		live = append(live, it)
	}
	r.ledger.mu.Unlock()
	end := s.deadline()
	for _, it := range live {
		r.client.TryProduce(end, &it.record, r.promise)
	}
}

// A timeSlot is the common end of the records that the client was given at about
// the same time. The client's own limit would count from a record's timestamp,
// which may be any.
type timeSlot struct {
	end    context.Context
	cancel context.CancelFunc
	opened time.Time
}

// slotPart is the part of DeliveryTimeout for which records share an end.
const slotPart = 20

// deadline is the context by which the client gives up the records that it is
// given now. With a spool none is given up.
func (s *sender) deadline() context.Context {
	o := &s.r.options
	if o.Spool != nil {
		return s.generation
	}
	now := time.Now()
	if s.slot.end == nil || s.slot.end.Err() != nil || now.Sub(s.slot.opened) > o.DeliveryTimeout/slotPart {
		s.slot.opened = now
		s.slot.end, s.slot.cancel = context.WithDeadlineCause(s.generation, now.Add(o.DeliveryTimeout), errTimedOut)
	}
	return s.slot.end
}

var errTimedOut = errors.New("not delivered in time")

// A TimeoutError says that the client did not deliver an event in time.
type TimeoutError struct {
	After time.Duration
	Last  error // of the connection, or nil
}

// Error gives the time and the last error of the connection.
func (e *TimeoutError) Error() string {
	text := fmt.Sprintf("not delivered within %v", e.After)
	if e.Last != nil {
		text += "; last connection error: " + e.Last.Error()
	}
	return text
}

// Unwrap returns the connection's error.
func (e *TimeoutError) Unwrap() error { return e.Last }

// timeout is the error of a record whose time is over.
func (r *Recorder) timeout(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return &TimeoutError{r.options.DeliveryTimeout, r.health.lastError()}
	}
	return err
}

// Every sampledEvent-th delivered event, and each that leaves nothing behind it, is
// told to Options.Delivered: so a busy recorder does not spend its time on that, and
// one with few events tells of each.
const sampledEvent = 64

// finished is the client's promise, called once for each record, in order per
// partition.
func (r *Recorder) finished(rec *kgo.Record, err error) {
	it := itemOf(rec)
	r.health.progress()
	var tell func()
	sampled := false
	r.ledger.mu.Lock()
	r.inClient--
	r.inClientBytes -= it.size
	switch {
	case it.place != inClient || r.ended: // taken away, or for the next recorder to find in the spool
	case it.sequence != 0:
		tell = r.finishedSpooled(it, err)
	case err == nil:
		r.settle(it, &r.ledger.totals.Delivered)
		sampled = r.options.Delivered != nil && (it.number%sampledEvent == 0 || r.open.Len() == 0)
		if r.options.Unconfirmed {
			r.ledger.totals.Unconfirmed++
		}
	case errors.Is(err, kgo.ErrClientClosed): // by Close, which drops what is left
	case r.comesBack(err):
		it.place, it.err = returned, err
		r.returned = append(r.returned, it)
	default:
		r.settle(it, &r.ledger.totals.Failed)
		notice := deliveryFailed(it, r.timeout(err))
		tell = func() { r.options.Notify(notice) }
	}
	recyclable := it.place == settled && !it.kept && !r.room.closed()
	r.ledger.mu.Unlock()
	if tell != nil {
		tell()
	}
	if sampled {
		r.options.Delivered(rec, time.Since(it.accepted))
	}
	if recyclable {
		it.recycle()
	}
	r.poke()
}

// settle gives an item that is in memory its outcome. Called with the lock.
func (r *Recorder) settle(it *item, outcome *int64) {
	*outcome++
	if it.stored != nil { // in mode Always the outcome is the acceptance too
		r.ledger.totals.Accepted++
		it.stored <- true
	}
	r.leave(it)
}

// refuse settles an item whose caller still waits: the event is rejected. Called
// with the lock.
func (r *Recorder) refuse(it *item) {
	r.ledger.totals.Rejected++
	it.stored <- false
	r.leave(it)
}

// leave takes a settled item out of memory. Called with the lock.
func (r *Recorder) leave(it *item) {
	it.inOpen.Leave()
	it.place = settled
	r.release(1, it.size)
}

// fail settles an item that the sender has.
func (r *Recorder) fail(it *item, err error) {
	r.ledger.mu.Lock()
	if it.place == settled {
		r.ledger.mu.Unlock()
		return
	}
	notice := deliveryFailed(it, err)
	if it.stored != nil {
		r.refuse(it)
	} else {
		r.settle(it, &r.ledger.totals.Failed)
	}
	r.ledger.mu.Unlock()
	r.options.Notify(notice)
}

func deliveryFailed(it *item, err error) Notice {
	return Notice{Code: "DELIVERY_FAILED", Err: err, Topic: it.topic(), Partition: it.event.Partition, Key: slices.Clone(it.event.Key), Value: it.record.Value}
}

func (it *item) topic() string {
	if it.record.Topic != "" {
		return it.record.Topic
	}
	return it.event.Topic
}

// comesBack reports whether an event that the client gave up gets another way:
// where there is one, and Kafka itself has not refused it.
func (r *Recorder) comesBack(err error) bool {
	if errors.Is(err, context.Canceled) || errors.Is(err, kgo.ErrMaxBuffered) {
		return true
	}
	if refused(err) {
		return false
	}
	return r.options.Spool != nil || len(r.options.Fallbacks) > 0 && !r.health.up()
}

// refused reports whether Kafka, or the client for it, has refused a record for
// good, so that sending it again would end the same way.
func refused(err error) bool {
	if errors.Is(err, kerr.UnknownTopicOrPartition) {
		return true
	}
	if e, ok := errors.AsType[*kerr.Error](err); ok {
		switch e {
		case kerr.OutOfOrderSequenceNumber, kerr.UnknownProducerID, kerr.InvalidProducerEpoch, kerr.InvalidProducerIDMapping,
			kerr.ProducerFenced, kerr.SaslAuthenticationFailed, kerr.UnknownTopicID:
			return false // about the producer or the connection, not about the record
		}
		return !e.Retriable
	}
	switch {
	case errors.Is(err, kgo.ErrRecordTimeout), errors.Is(err, kgo.ErrRecordRetries), errors.Is(err, kgo.ErrAborting),
		errors.Is(err, kgo.ErrClientClosed), errors.Is(err, kgo.ErrMaxBuffered), errors.Is(err, context.Canceled),
		errors.Is(err, context.DeadlineExceeded):
		return false
	}
	return isPartitioning(err)
}

// reclaim makes what the client gave back the next items, in order.
func (s *sender) reclaim() {
	r := s.r
	r.ledger.mu.Lock()
	back := r.returned
	r.returned = nil
	live := back[:0]
	for _, it := range back {
		if it.place == returned {
			it.place, it.record.Context = inQueue, nil
			live = append(live, it)
		}
	}
	r.ledger.mu.Unlock()
	if len(live) == 0 {
		return
	}
	s.carry = append(live, s.carry...)
	slices.SortFunc(s.carry, func(a, b *item) int {
		if a.number < b.number {
			return -1
		}
		return 1
	})
}

// yank takes from the client what it has, when closing: what is still without
// outcome shall go somewhere else, though it may be delivered as well.
func (s *sender) yank() {
	r := s.r
	s.giveBack()
	s.patience = time.Now()
	if r.options.Spool != nil {
		return // the spool copies it
	}
	r.ledger.mu.Lock()
	var taken []*item
	for it := range r.open.All() {
		if it.place == inClient {
			it.place, it.kept = inQueue, true
			taken = append(taken, it)
		}
	}
	r.ledger.mu.Unlock()
	s.putBack(taken)
}
