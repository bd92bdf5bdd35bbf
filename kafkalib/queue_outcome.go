package kafkalib

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

// finished is the client's promise: it is called once for each time that a
// record was handed over, in order per partition.
func (q *queue) finished(r *kgo.Record, err error) {
	e := entryOf(r)
	q.mu.Lock()
	q.held--
	if err != nil && q.takeBack(e, err) {
		e.where = inQueue
		e.record.Partition = e.partition
		q.again.Add(e, &e.inLine)
		q.mu.Unlock()
		q.poke()
		return
	}
	late := e.where == reported
	e.where = finished // from here on the record is ours alone
	switch {
	case late:
		q.resolved(e, err)
	case err == nil:
		q.settle(e, nil, "")
		q.release(e)
	default:
		failure := q.failure(e, err)
		q.settle(e, failure, q.persisted(e, failure, err))
	}
	more := q.waiting.Len()+q.again.Len() > 0
	q.mu.Unlock()
	if more {
		q.poke()
	}
}

// takeBack reports whether a record that the client failed is not stored and
// still has time: the client fails all records of a partition when the time
// of the first is over. Called with the lock.
func (q *queue) takeBack(e *entry, err error) bool {
	if q.closed || e.where != inClient || e.Err() != nil {
		return false
	}
	switch {
	case q.renewable(e, err):
		e.renewals++
		q.renew(e.record.Topic)
		return true
	case isPurged(err):
		return len(q.renewed) > 0 && e.renewals > 0 && !q.writes.writtenSince(e.handed)
	case errors.Is(err, context.Canceled), errors.Is(err, kgo.ErrAborting):
	case q.retriesSet, !givenUp(err):
		return false
	}
	return q.idempotent && !errors.Is(err, kgo.ErrAborting) || !q.writes.writtenSince(e.handed)
}

// givenUp reports whether err is the client's own: it failed the record while
// it knew that it is not in flight.
func givenUp(err error) bool {
	if errors.Is(err, context.Canceled) || errors.Is(err, kgo.ErrRecordTimeout) || errors.Is(err, kgo.ErrRecordRetries) {
		return true
	}
	if _, ok := errors.AsType[*kerr.Error](err); ok {
		return false
	}
	code, _ := clientCode(err)
	switch code {
	case "CONNECTION_REFUSED", "HOST_UNRESOLVED", "TLS_HANDSHAKE_FAILED", "AUTHENTICATION_FAILED", "TIMED_OUT":
		return true
	}
	return false
}

// failure is the error of a record that the client failed. Called with the
// lock.
func (q *queue) failure(e *entry, err error) *Error {
	var failure *Error
	switch {
	case e.Err() != nil && givenUp(err), errors.Is(err, kgo.ErrAborting):
		failure = q.timedOutError(e, err)
	case isPurged(err):
		failure = deletedError(err)
	case errors.Is(err, kerr.MessageTooLarge) && !strings.Contains(err.Error(), ", compressed_bytes="):
		failure = clientError("MESSAGE_TOO_LARGE", fmt.Sprintf("the record has %d bytes, more than max-request-size; raise it, and max.message.bytes of the topic", e.size), err)
	default:
		if n, ok := noSuchPartition(err); ok {
			failure = noPartition(e.record.Topic, e.partition, n, err)
			break
		}
		copied := *errorFrom(err) // the client gives one error to all records of a batch
		if errors.Is(err, kerr.MessageTooLarge) {
			copied.Message += fmt.Sprintf("; the record has %d bytes: raise max.message.bytes of the topic, and max-request-size where that is smaller", e.size)
		}
		failure = nameTopic(&copied, e.record.Topic)
	}
	e.place(failure)
	return failure
}

// place names topic and partition of the record in its error.
func (e *entry) place(failure *Error) {
	failure.Topic = e.record.Topic
	if p := e.knownPartition(); p >= 0 {
		failure.Partition = new(p)
	}
}

// knownPartition is the record's partition, or anyPartition. While the client
// has the record it writes to it, so then only what was asked for is known.
func (e *entry) knownPartition() int32 {
	if e.where == finished {
		return e.record.Partition
	}
	return e.partition
}

// noSuchPartition recognises the client's refusal of a partition and how many
// there are.
func noSuchPartition(err error) (int, bool) {
	var choice, n int
	_, scan := fmt.Sscanf(err.Error(), "invalid record partitioning choice of %d from %d available", &choice, &n)
	return n, scan == nil
}

// nameTopic has the error about an unknown topic say which one: brokers do not.
func nameTopic(e *Error, topic string) *Error {
	if isUnknownTopic(e) {
		e.Message = "topic " + quote(topic) + " does not exist"
	}
	return e
}

// noPartition says that a topic has only so many partitions.
func noPartition(topic string, partition int32, has int, cause error) *Error {
	return clientError("UNKNOWN_TOPIC_OR_PARTITION", noPartitionText(topic, partition, has), cause)
}

func noPartitionText(topic string, partition int32, has int) string {
	return fmt.Sprintf("partition %d does not exist, topic %s has %s", partition, quote(topic), partitionsText(has))
}

func partitionsText(n int) string {
	if n == 1 {
		return "the partition 0 only"
	}
	return fmt.Sprintf("the partitions 0 to %d", n-1)
}

// timedOutError is DELIVERY_TIMED_OUT, with what the client last said.
func (q *queue) timedOutError(e *entry, err error) *Error {
	message := fmt.Sprintf("not delivered within delivery-timeout-ms (%d ms)", q.limits.delivery.Milliseconds())
	if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, kgo.ErrAborting) {
		message += "; last error: " + errorFrom(err).Message
	}
	failure := clientError("DELIVERY_TIMED_OUT", message, err)
	e.place(failure)
	return failure
}

// persisted says whether a failed record may be stored all the same. Called
// with the lock.
func (q *queue) persisted(e *entry, failure *Error, err error) string {
	switch {
	case e.handed == 0, !q.writes.writtenSince(e.handed), e.partition == anyPartition && e.record.Partition == anyPartition:
		return "no"
	case failure.Origin == OriginClient && (failure.Code == "MESSAGE_TOO_LARGE" || failure.Code == "UNKNOWN_TOPIC_OR_PARTITION"):
		return "no" // refused before it could be written
	case isPurged(err):
		return "possibly" // it was in flight when the client forgot its topic
	case givenUp(err):
		if q.idempotent {
			return "no"
		}
		return "possibly"
	case failure.Origin == OriginClient:
		return "possibly" // the client was closed, or the topic purged, with the record in flight
	}
	if entry := errorEntry(failure.Code, OriginBroker); entry != nil && entry.persisted == excludesStore && !q.writes.lostSince(e.handed) {
		return "no"
	}
	return "possibly"
}

// fail sets the outcome of an entry.
func (e *entry) fail(failure *Error, persisted string) {
	e.err, e.persisted, e.where = failure, persisted, finished
	if failure != nil && failure.Topic == "" {
		e.place(failure)
	}
}

// settle gives an entry its outcome and frees its room. Called with the lock.
func (q *queue) settle(e *entry, failure *Error, persisted string) {
	e.inOpen.Leave()
	e.fail(failure, persisted)
	q.records--
	q.bytes -= e.size
	if e.spooled != nil {
		q.settleSpooled(e)
		return
	}
	if failure == nil {
		q.counters.delivered++
		q.sample(e)
		q.noteRenewed(&e.record)
	} else {
		q.counters.failed++
		q.keepFailure(e)
	}
	q.ended(e)
	q.freed()
}

// ended passes an outcome on and ends the waiting for it, in this order: a
// flush returns after the outcomes of what it flushed were told. Called with
// the lock.
func (q *queue) ended(e *entry) {
	if e.err != nil && e.call == nil && e.where != dropped {
		q.hooks.event(Event{Code: "DELIVERY_FAILED", Topic: e.record.Topic, Partition: e.err.Partition, Error: e.err, Record: e.info()})
	}
	if q.hooks.delivered != nil {
		q.hooks.delivered(e)
	}
	if e.call != nil {
		e.call.one()
	}
	q.checkFlushes()
}

// report ends the waiting for an entry that stays with the client. Called
// with the lock.
func (q *queue) report(e *entry) {
	e.inOpen.Leave()
	q.stuck++
	failure := q.timedOutError(e, nil)
	failure.Message += "; it was handed over and has no answer"
	e.err, e.persisted, e.where = failure, "possibly", reported
	q.counters.failed++
	q.keepFailure(e)
	q.ended(e)
}

// resolved is the late outcome of an entry that had been reported; what was
// told does not change. Called with the lock.
func (q *queue) resolved(e *entry, err error) {
	q.stuck--
	q.records--
	q.bytes -= e.size
	if err == nil {
		q.counters.failed--
		q.counters.delivered++
	}
	q.freed()
	if errors.Is(err, kgo.ErrClientClosed) {
		return // stays "possibly"
	}
	event := Event{Code: "DELIVERY_RESOLVED", Topic: e.record.Topic, Outcome: "delivered", Record: e.info()}
	event.Record.Code, event.Record.Message, event.Record.Persisted = "", "", ""
	if p := e.knownPartition(); p >= 0 {
		event.Partition = new(p)
	}
	if err == nil && e.record.Offset >= 0 {
		event.Offset = new(e.record.Offset)
	}
	if err != nil {
		event.Outcome = "failed"
		failure := *errorFrom(err)
		e.place(&failure)
		event.Error = &failure
	}
	q.hooks.event(event)
}

// info is the record as errors and events show it. Called with the lock,
// unless the queue is closed.
func (e *entry) info() *RecordInfo {
	info := &RecordInfo{
		Topic: e.record.Topic, Partition: e.knownPartition(), Offset: -1,
		Timestamp: e.timestamp.UnixMilli(), Key: e.record.Key, Value: e.record.Value,
		Persisted: e.persisted,
	}
	for _, h := range e.record.Headers {
		info.Headers = append(info.Headers, RecordHeader{h.Key, h.Value})
	}
	switch {
	case e.err != nil:
		info.Code, info.Message = e.err.Code, e.err.Message
	case e.where == finished:
		info.Offset = e.record.Offset
	}
	return info
}
