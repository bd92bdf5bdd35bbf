package kafkalib

import (
	"context"
	"time"
)

// A queue in front of which there is a spool gives no record up: the spool
// decides what becomes of one that the client has failed.

// noDeadline is the delivery time of records that are tried for ever.
const noDeadline = time.Duration(1) << 62

// hand queues records of the spool. It does not look at the limits: the spool
// hands over no more than they allow.
func (q *queue) hand(batch []*entry) {
	if len(batch) == 0 {
		return
	}
	age := max(q.now(), 1)
	q.mu.Lock()
	for _, e := range batch {
		q.accepted++
		e.number, e.where = q.accepted, inQueue
		e.accepted = e.spooled.time.Sub(q.start) // before, where it is of an earlier process
		e.record.Context, e.record.Partition = e, e.partition
		e.timestamp = e.record.Timestamp
		if e.record.Topic != q.topic {
			q.topic = e.record.Topic
			q.topics[q.topic] = true
		}
		q.bytes += e.size
		q.open.Add(e, &e.inOpen)
	}
	q.records += int64(len(batch))
	q.counters.accepted += int64(len(batch))
	if q.turn || len(q.renewing) > 0 || q.waiting.Len()+q.again.Len() > 0 || q.held+len(batch) > q.limits.inFlight {
		for _, e := range batch {
			q.waiting.Add(e, &e.inLine)
		}
		q.mu.Unlock()
		q.poke()
		return
	}
	q.turn = true
	q.held += len(batch)
	for _, e := range batch {
		e.where, e.handed = inClient, age
	}
	q.mu.Unlock()
	for _, e := range batch {
		q.client.Produce(context.Background(), &e.record, q.promise)
	}
	q.mu.Lock()
	q.turn = false
	more := q.waiting.Len()+q.again.Len() > 0 || q.urgent > 0
	q.mu.Unlock()
	if more {
		q.poke()
	}
}

// settleSpooled passes the outcome of a record of the spool on. One that was
// not delivered is no longer the queue's: it comes again, or it does not.
// Called with the lock.
func (q *queue) settleSpooled(e *entry) {
	if e.err == nil {
		q.counters.delivered++
		q.sample(e)
		q.noteRenewed(&e.record)
		if q.hooks.delivered != nil {
			q.hooks.delivered(e)
		}
	} else {
		q.counters.accepted--
	}
	q.hooks.spooled(e)
	q.checkFlushes()
	q.freed()
}

// spill returns the records without outcome that are in memory only, in the
// order of their acceptance. Until adopt is called their entries serve no other
// records, also those that get their outcome meanwhile.
func (q *queue) spill() []*entry {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.spilling = true
	return q.onlyInMemory()
}

// inMemory is how many records without outcome are in memory only.
func (q *queue) inMemory() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.onlyInMemory())
}

// onlyInMemory is called with the lock.
func (q *queue) onlyInMemory() []*entry {
	var all []*entry
	for e := range q.open.All() {
		if e.spooled == nil {
			all = append(all, e)
		}
	}
	return all
}

// oldestInMemory is the age of the oldest record that is in memory only; 0
// where there is none.
func (q *queue) oldestInMemory() time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	for e := range q.open.All() {
		if e.spooled == nil {
			return q.now() - e.accepted
		}
	}
	return 0
}

// adopt makes records that spill returned, and that have been written since,
// records of the spool; none where they could not be. Those that the client holds go on and are
// returned; those that wait leave the queue, and are read from the spool when
// their turn comes. Of what has got its outcome meanwhile, which was told, it
// returns the numbers. Calls that wait for records end: they are in the spool.
func (q *queue) adopt(records []*spooledRecord) (withClient []*spooledRecord, settled []uint64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.spilling = false
	for _, r := range records {
		e := r.entry
		if e.where == finished || e.where == dropped {
			settled = append(settled, r.seq)
			continue
		}
		e.spooled = r
		if e.call != nil {
			e.call.one()
		}
		if e.where == inClient {
			withClient = append(withClient, r)
			continue
		}
		e.inLine.Leave()
		e.inOpen.Leave()
		q.records--
		q.bytes -= e.size
		q.counters.accepted--
	}
	q.checkFlushes()
	q.freed()
	return withClient, settled
}

// noteRejected tells the outcome of a record that the spool has given up.
func (q *queue) noteRejected(e *entry) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.counters.accepted++ // was taken back
	q.counters.failed++
	if q.hooks.delivered != nil {
		q.hooks.delivered(e)
	}
}

// noteDropped counts a record that became too old.
func (q *queue) noteDropped() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.counters.accepted++
	q.counters.dropped++
}

// leave returns when nothing looks any more at the records whose outcomes were
// told before.
func (q *queue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock() // finished has it from before the outcome to its end
}
