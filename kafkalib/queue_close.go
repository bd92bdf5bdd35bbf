package kafkalib

import (
	"context"
	"time"
)

// close flushes within timeout, then ends the queue: what waits is dropped,
// and closing the client ends what it holds. It returns the records that were
// not delivered: those abandoned now, and async failures that no flush has
// told. No record is accepted any more. Where ctx ends, it does not wait.
func (q *queue) close(ctx context.Context, timeout time.Duration) (failures []*entry, unkept int64) {
	q.mu.Lock()
	again := q.closed
	q.closed = true
	q.freed() // senders that wait for room find the queue closed
	q.mu.Unlock()
	if again {
		return nil, 0
	}
	_, failures, unkept, _ = q.flush(ctx, timeout)

	q.mu.Lock()
	for e := range q.open.All() {
		failures = append(failures, e)
	}
	q.dropWaiting("abandoned, the producer was closed before the record was sent")
	q.mu.Unlock()
	close(q.quit)
	q.done.Wait()
	q.client.Close() // fails what it holds; the promises follow
	q.awaitEmpty()
	return failures, unkept
}

// awaitEmpty waits for the promises of a closed client.
func (q *queue) awaitEmpty() {
	q.mu.Lock()
	if q.records == 0 {
		q.mu.Unlock()
		return
	}
	q.empty = make(chan struct{})
	empty := q.empty
	q.mu.Unlock()
	<-empty
}
