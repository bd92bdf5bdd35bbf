package kafkalib

import (
	"context"
	"strconv"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib/spool"
	"github.com/twmb/franz-go/pkg/kgo"
)

// send is kafka-send with a spool. It returns when the records are in the
// spool, whatever "delivery" says; in mode "when-needed" while records go to
// memory, as without a spool.
func (s *spooled) send(c *interp.Call, messages []message, o sendCall, inside bool) (interp.Value, error) {
	if err := s.checkSizes(messages); err != nil {
		return interp.Null(), err
	}
	if entries, done := s.sendNow(messages, inside); done {
		return s.result(messages, entries, o), nil
	}
	var outcomes []entry // of records in memory
	var failed error
	err := c.Unlocked(func(ctx context.Context) error {
		outcomes, failed = s.accept(ctx, messages, o, inside)
		return nil
	})
	if err == nil {
		err = failed
	}
	if err != nil {
		return interp.Null(), err
	}
	return s.result(messages, outcomes, o), nil
}

// result is that of a call; entries are its records where they went to memory.
func (s *spooled) result(messages []message, entries []entry, o sendCall) interp.Value {
	switch {
	case !o.report:
		return interp.Null()
	case entries != nil:
		return s.p.report(entries, s.async)
	}
	return s.report(messages)
}

// accept writes records to the spool, or sends them through memory.
func (s *spooled) accept(ctx context.Context, messages []message, o sendCall, inside bool) ([]entry, error) {
	if calls := s.h.calls.Load(); calls != nil && !inside && !calls.hasRoom() {
		waiting, cancel := s.h.waiting(ctx, o.timeout)
		defer cancel()
		if calls.room(waiting) != nil {
			return nil, s.h.over(ctx, waiting, "room in the callback queue")
		}
	}
	s.mu.Lock()
	s.awaitLive(len(messages))
	if s.closed {
		s.mu.Unlock()
		return nil, clientError("CLOSED", "the producer was closed", nil)
	}
	if s.inMemory {
		var call *sending
		if !s.async {
			call = newSending(len(messages))
		}
		entries := make([]entry, len(messages))
		fillEntries(entries, messages, call)
		if s.queue.acceptNow(entries) {
			s.mu.Unlock()
			return entries, s.awaitMemory(ctx, entries, call, o)
		}
		if err := s.spill(); err != nil { // with the lock: nothing overtakes what is written
			s.mu.Unlock()
			return nil, s.appendError(err, messages, 0)
		}
	}
	a := s.beginAppend()
	records := s.slabs.list(len(messages))
	s.mu.Unlock()
	fillRecords(records, messages)
	err := s.spool.Append(records)
	s.mu.Lock()
	accepted := acceptedOf(records)
	clear(records[accepted:]) // the room of all of them may serve again
	s.endAppend(a, records[:accepted])
	s.mu.Unlock()
	s.poke()
	if err != nil {
		return nil, s.appendError(err, messages, accepted)
	}
	s.noteAccepted()
	return nil, nil
}

// awaitMemory waits for the outcomes of records that went to memory, in a sync
// call.
func (s *spooled) awaitMemory(ctx context.Context, entries []entry, call *sending, o sendCall) error {
	if call == nil {
		return nil
	}
	waiting, cancel := s.h.waiting(ctx, o.timeout)
	defer cancel()
	if err := s.p.awaitOutcomes(ctx, waiting, entries, call, o); err != nil {
		return err
	}
	return s.p.outcome(ctx, waiting, entries, len(entries), nil)
}

// acceptedOf is how many records, from the first, the spool has accepted.
func acceptedOf(records []spool.Record) int {
	n := len(records)
	for n > 0 && records[n-1].Sequence == 0 {
		n--
	}
	return n
}

// fillRecords makes messages records as the spool takes them.
func fillRecords(records []spool.Record, messages []message) {
	for i := range messages {
		m, r := &messages[i], &records[i]
		r.Topic, r.Partition, r.Key, r.Value, r.Timestamp = m.topic, m.partition, m.key, m.value, m.timestamp
		r.Headers = spoolHeaders(m.headers)
	}
}

func spoolHeaders(headers []kgo.RecordHeader) []spool.Header {
	if len(headers) == 0 {
		return nil
	}
	out := make([]spool.Header, len(headers))
	for i, h := range headers {
		out[i] = spool.Header{Key: h.Key, Value: h.Value}
	}
	return out
}

// checkSizes refuses what memory can never hold, before anything is written.
func (s *spooled) checkSizes(messages []message) error {
	for i := range messages {
		m := &messages[i]
		n := int64(len(m.key) + len(m.value))
		for _, h := range m.headers {
			n += int64(len(h.Key) + len(h.Value))
		}
		if n > s.limits.bytes {
			return clientError("MESSAGE_TOO_LARGE", "the record has "+strconv.FormatInt(n, 10)+" bytes, more than buffer-memory ("+strconv.FormatInt(s.limits.bytes, 10)+")", nil)
		}
	}
	return nil
}

var spooledShape = interp.NewShape("topic", "partition", "offset", "timestamp", "outcome")

// report is the report of records that are in the spool: where they go is not
// known yet.
func (s *spooled) report(messages []message) interp.Value {
	b := interp.NewListBuilder(spooledShape, len(messages), 0)
	out := interp.NewList(len(messages))
	outcome := interp.String("spooled")
	for i := range messages {
		b.Value(interp.String(messages[i].topic))
		b.Null()
		b.Null()
		if t := messages[i].timestamp; t.IsZero() {
			b.Null()
		} else {
			b.Long(t.UnixMilli())
		}
		b.Value(outcome)
		out.SetAt(i, interp.FromList(b.List()))
	}
	return interp.FromList(out)
}

// idHeaders adds the headers by which a reader recognises repeats.
type idHeaders struct{ id []byte }

// with returns the headers of a record, with its number in the spool; a nil
// idHeaders adds nothing.
func (h *idHeaders) with(r *spool.Record) []kgo.RecordHeader {
	n := len(r.Headers)
	if h != nil {
		n += 2
	}
	if n == 0 {
		return nil
	}
	headers := make([]kgo.RecordHeader, 0, n)
	for _, own := range r.Headers {
		headers = append(headers, kgo.RecordHeader{Key: own.Key, Value: own.Value})
	}
	if h != nil {
		headers = append(headers,
			kgo.RecordHeader{Key: "spool-id", Value: h.id},
			kgo.RecordHeader{Key: "spool-seq", Value: strconv.AppendUint(nil, r.Sequence, 10)})
	}
	return headers
}
