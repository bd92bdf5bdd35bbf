package kafkalib

import "time"

// queuedRecords are records without outcome.
type queuedRecords struct{ records, bytes int64 }

// queueFigures are what the statistics show of the queue.
type queueFigures struct {
	queueCounters
	records, bytes int64         // without outcome, queue and client together
	waiting        int64         // not handed to the client
	held           int64         // with the client
	oldest         time.Duration // age of the oldest record without outcome
}

// figures are those of this moment.
func (q *queue) figures() queueFigures {
	q.mu.Lock()
	defer q.mu.Unlock()
	f := queueFigures{queueCounters: q.counters, records: q.records, bytes: q.bytes,
		waiting: int64(q.waiting.Len() + q.again.Len()), held: int64(q.held)}
	if e := q.open.First(); e != nil {
		f.oldest = max(q.now()-e.accepted, 0)
	}
	return f
}

// inPartitions counts the records that the client holds and whose partition is
// chosen. It looks at no more records than the client may hold: they stand
// first in the open list, but for some that were given back.
func (q *queue) inPartitions() map[TopicPartition]queuedRecords {
	q.mu.Lock()
	defer q.mu.Unlock()
	out := make(map[TopicPartition]queuedRecords)
	left, looks := q.held, 2*q.limits.inFlight
	for e := range q.open.All() {
		if left == 0 || looks == 0 {
			break
		}
		looks--
		if e.where != inClient {
			continue
		}
		left--
		p := e.chosen.Load() - 1
		if p < 0 {
			continue
		}
		tp := TopicPartition{e.record.Topic, p}
		n := out[tp]
		n.records++
		n.bytes += e.size
		out[tp] = n
	}
	return out
}

// A latency sample is taken of every sampledRecord-th record, and of each
// that leaves the queue empty: so a busy producer pays for few, and one that
// sends now and then has all.
const sampledRecord = 64

// sample notes how long a delivered record took. Called with the lock.
func (q *queue) sample(e *entry) {
	if q.hooks.latency != nil && (e.number%sampledRecord == 0 || q.records == 0) {
		q.hooks.latency(&e.record, q.now()-e.accepted)
	}
}
