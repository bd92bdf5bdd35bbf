package kafkalib

import (
	"context"
	"fmt"
	"time"
)

// accept queues the entries of one call in order and returns how many it
// queued. A full queue does as when-full says: it waits for room, at most
// max-block-ms, or throws, or drops. What a drop policy dropped counts as
// queued; its outcome tells. On an error nothing is queued from the returned
// number on.
func (q *queue) accept(ctx context.Context, entries []entry) (int, error) {
	now := time.Now()
	var since time.Time // of waiting for room
	for next := 0; next < len(entries); {
		q.mu.Lock()
		if q.closed {
			q.mu.Unlock()
			return next, clientError("CLOSED", "the producer was closed", nil)
		}
		n := q.fitting(entries[next:])
		if n > 0 {
			q.take(entries[next:next+n], now)
			next += n
			continue
		}
		if e := &entries[next]; e.size > q.limits.bytes {
			q.mu.Unlock()
			return next, clientError("MESSAGE_TOO_LARGE", fmt.Sprintf("the record has %d bytes, more than buffer-memory (%d)", e.size, q.limits.bytes), nil)
		}
		q.noteFull(now)
		switch q.limits.whenFull {
		case "throw":
			err := q.fullError("")
			q.mu.Unlock()
			return next, err
		case "drop-oldest":
			if e := q.waiting.Take(); e != nil {
				q.drop(e, true, "dropped for a newer record, the queue is full")
				q.mu.Unlock()
				continue
			}
			fallthrough // all are with the client, which gives none back
		case "drop-newest":
			q.drop(&entries[next], false, "dropped, the queue is full")
			q.mu.Unlock()
			next++
			continue
		}
		if since.IsZero() {
			since = now
		}
		if err := q.awaitRoom(ctx, since); err != nil {
			return next, err
		}
		now = time.Now()
	}
	return len(entries), nil
}

// acceptNow queues all entries, or none where that would mean to wait.
func (q *queue) acceptNow(entries []entry) bool {
	q.mu.Lock()
	if q.closed || q.fitting(entries) < len(entries) {
		q.mu.Unlock()
		return false
	}
	q.take(entries, time.Now())
	return true
}

// fitting is how many of the entries there is room for.
func (q *queue) fitting(entries []entry) int {
	records, bytes := q.limits.records-q.records, q.limits.bytes-q.bytes
	for i := range entries {
		records--
		bytes -= entries[i].size
		if records < 0 || bytes < 0 {
			return i
		}
	}
	return len(entries)
}

// take queues entries for which there is room, and hands over what it can.
// It is called with the lock and returns without.
func (q *queue) take(entries []entry, now time.Time) {
	age := now.Sub(q.start)
	slot := q.currentSlot(now)
	for i := range entries {
		e := &entries[i]
		q.accepted++
		e.number, e.accepted, e.where = q.accepted, age, inQueue
		e.slot.Store(slot)
		e.record.Context, e.record.Partition = e, e.partition
		if e.record.Timestamp.IsZero() {
			e.record.Timestamp = now
		}
		e.timestamp = e.record.Timestamp
		if e.record.Topic != q.topic {
			q.topic = e.record.Topic
			q.topics[q.topic] = true
		}
		q.bytes += e.size
		q.open.Add(e, &e.inOpen)
	}
	q.records += int64(len(entries))
	q.counters.accepted += int64(len(entries))
	direct := 0
	if !q.turn && len(q.renewing) == 0 && q.waiting.Len() == 0 && q.again.Len() == 0 {
		direct = min(len(entries), q.limits.inFlight-q.held)
	}
	for i := direct; i < len(entries); i++ {
		q.waiting.Add(&entries[i], &entries[i].inLine)
	}
	if direct <= 0 {
		q.mu.Unlock()
		q.poke()
		return
	}
	q.turn = true
	q.held += direct
	for i := range entries[:direct] {
		entries[i].where, entries[i].handed = inClient, max(age, 1)
	}
	q.mu.Unlock()
	for i := range entries[:direct] {
		q.client.Produce(context.Background(), &entries[i].record, q.promise)
	}
	q.mu.Lock()
	q.turn = false
	more := q.waiting.Len() > 0 || q.again.Len() > 0 || q.urgent > 0
	q.mu.Unlock()
	if more {
		q.poke()
	}
}

// awaitRoom waits until there may be room. It is called with the lock and
// returns without.
func (q *queue) awaitRoom(ctx context.Context, since time.Time) error {
	left := q.limits.maxBlock - time.Since(since)
	if left <= 0 {
		err := q.fullError(fmt.Sprintf(", waited max-block-ms (%d ms)", q.limits.maxBlock.Milliseconds()))
		q.mu.Unlock()
		return err
	}
	if q.room == nil {
		q.room = make(chan struct{})
	}
	room := q.room
	q.blocked++
	q.mu.Unlock()
	q.poke() // the pump makes the client send what lingers
	timer := time.NewTimer(left)
	defer timer.Stop()
	var err error
	select {
	case <-room:
	case <-timer.C:
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	q.mu.Lock()
	q.blocked--
	q.mu.Unlock()
	return err
}

func (q *queue) fullError(waited string) *Error {
	return clientError("QUEUE_FULL", fmt.Sprintf("the queue is full: %d records, %d bytes (max-buffered-records %d, buffer-memory %d)%s",
		q.records, q.bytes, q.limits.records, q.limits.bytes, waited), nil)
}

// noteFull raises QUEUE_FULL once, until the queue has drained.
func (q *queue) noteFull(now time.Time) {
	if q.full.IsZero() {
		q.full = now
		q.hooks.event(Event{Code: "QUEUE_FULL", Count: new(q.records)})
	}
}

// freed tells waiting senders that there is room, and raises QUEUE_DRAINED
// when half of the queue is free again. Called with the lock.
func (q *queue) freed() {
	if q.records == 0 && q.empty != nil {
		close(q.empty)
		q.empty = nil
	}
	if q.room != nil {
		close(q.room)
		q.room = nil
	}
	if !q.full.IsZero() && q.records <= q.limits.records/2 && q.bytes <= q.limits.bytes/2 {
		q.hooks.event(Event{Code: "QUEUE_DRAINED", Count: new(q.records), Duration: new(time.Since(q.full))})
		q.full = time.Time{}
	}
}
