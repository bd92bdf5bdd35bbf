package kafkalib

import (
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// One message per call is the most frequent way to send, and its entry the
// most that such a call allocates. So the entries of async records that were
// delivered serve again.

// A lone is the entry of a call with one message.
type lone [1]entry

// maxFree bounds the entries that wait to serve again.
const maxFree = 16_384

// lonesAtOnce is how many are made in one piece where none waits.
const lonesAtOnce = 32

// release keeps an entry for another record, where nobody looks at it any
// more: its record was delivered, and no call waits for that. Called with the
// lock.
func (q *queue) release(e *entry) {
	if e.home == nil || e.spooled != nil || q.spilling || e.err != nil || e.call != nil || q.hooks.delivered != nil || e.where != finished || len(q.free) == maxFree {
		return
	}
	// The call that sent it may still look at the topic.
	e.record.Key, e.record.Value, e.record.Headers, e.record.Context = nil, nil, nil, nil
	e.slot.Store(nil)
	q.free = append(q.free, e.home)
}

// takeFree hands over the entries that may serve again; spare is an empty
// slice to collect the next ones in.
func (q *queue) takeFree(spare []*lone) []*lone {
	q.mu.Lock()
	defer q.mu.Unlock()
	free := q.free
	q.free = spare
	return free
}

// lone is an entry for a call with one message. It is called with the
// session's lock.
func (p *producer) lone() []entry {
	if len(p.spare) == 0 {
		p.spare = p.queue.takeFree(p.spare[:0])
	}
	if n := len(p.spare); n > 0 {
		one := p.spare[n-1]
		p.spare = p.spare[:n-1]
		one[0].renew()
		return one[:]
	}
	made := make([]lone, lonesAtOnce)
	for i := range made {
		made[i][0].home = &made[i]
		p.spare = append(p.spare, &made[i])
	}
	return p.lone()
}

// renew makes a released entry as good as new. Pointers are nil already; to
// write all of the entry again would cost as much as to make one.
func (e *entry) renew() {
	e.record.Timestamp, e.timestamp = time.Time{}, time.Time{}
	e.record.Topic, e.record.Partition, e.record.Attrs = "", 0, kgo.RecordAttrs{}
	e.record.ProducerEpoch, e.record.ProducerID, e.record.LeaderEpoch, e.record.Offset = 0, 0, 0, 0
	e.chosen.Store(0)
	e.partition, e.size, e.number, e.accepted, e.handed, e.where, e.renewals = 0, 0, 0, 0, 0, inQueue, 0
}
