package kafkalib

import "context"

// pumpBatch is how many records the pump hands over before it looks at the
// queue again.
const pumpBatch = 256

// pump hands waiting records over while the client has room. It is the only
// one to take the turn while records wait.
func (q *queue) pump() {
	defer q.done.Done()
	batch := make([]*entry, 0, pumpBatch)
	for {
		select {
		case <-q.wake:
		case <-q.quit:
			q.mu.Lock()
			q.stopHurry()
			q.mu.Unlock()
			return
		}
		for {
			batch = q.next(batch[:0])
			if len(batch) == 0 {
				break
			}
			for i, e := range batch {
				q.client.Produce(context.Background(), &e.record, q.promise)
				batch[i] = nil
			}
			q.mu.Lock()
			q.turn = false
			q.mu.Unlock()
		}
	}
}

// next takes the turn and the next records, or neither.
func (q *queue) next(batch []*entry) []*entry {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.setHurry()
	if q.turn || len(q.renewing) > 0 || q.waiting.Len()+q.again.Len() == 0 || q.held >= q.limits.inFlight {
		return batch
	}
	q.turn = true
	now := q.now()
	for len(batch) < cap(batch) && q.held < q.limits.inFlight {
		e := q.again.Take()
		if e == nil {
			e = q.waiting.Take()
		}
		if e == nil {
			break
		}
		e.where, e.handed = inClient, max(now, 1)
		q.held++
		batch = append(batch, e)
	}
	return batch
}

// setHurry keeps the client from lingering while a call waits for outcomes,
// or while records or senders wait for room: else a full queue would stand
// still for the whole linger time. Called with the lock, by the pump only.
func (q *queue) setHurry() {
	wanted := q.limits.linger && q.held > 0 && (q.urgent > 0 || q.blocked > 0 || q.waiting.Len()+q.again.Len() > 0)
	if !wanted {
		q.stopHurry()
		return
	}
	if q.hurry != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	q.hurry = cancel
	q.done.Go(func() {
		// The client does not linger until this returns: when all that it
		// holds was sent, or the hurry is over.
		if q.client.Flush(ctx) == nil {
			q.mu.Lock()
			if ctx.Err() == nil {
				q.stopHurry()
			}
			q.mu.Unlock()
			q.poke()
		}
	})
}

func (q *queue) stopHurry() {
	if q.hurry != nil {
		q.hurry()
		q.hurry = nil
	}
}
