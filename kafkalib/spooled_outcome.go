package kafkalib

import (
	"errors"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
)

// settle passes the outcomes that the client has told on to the spool, and
// reports whether there were any.
func (s *spooled) settle(now time.Time) bool {
	s.outcomesLock.Lock()
	records := s.outcomes
	if len(records) == 0 {
		s.outcomesLock.Unlock()
		return false
	}
	s.outcomes = s.spareOutcomes[:0]
	s.outcomesLock.Unlock()
	s.takeAdopted(now)
	s.lastProgress.Store(now.UnixNano())
	s.queue.leave()
	delivered := s.delivered[:0]
	for _, r := range records {
		s.release(r, now)
		if r.entry.err == nil {
			delivered = append(delivered, r.seq)
			s.wasDelivered(r)
			if !s.tells {
				s.serveAgain(r)
			}
			continue
		}
		s.failed(r, now)
	}
	clear(records)
	s.spareOutcomes = records
	s.keepFewer()
	s.acknowledge(delivered)
	s.delivered = delivered[:0]
	s.checkDrained(now)
	s.broadcast()
	return true
}

// acknowledge writes acknowledgements. One that cannot be written is not lost
// sight of: the record comes again after a restart.
func (s *spooled) acknowledge(seqs []uint64) {
	if len(seqs) == 0 {
		return
	}
	s.episode.delivered += int64(len(seqs))
	if err := s.spool.Ack(seqs...); err != nil {
		s.unwritable(err)
	}
}

func (s *spooled) wasDelivered(r *spooledRecord) {
	l := r.order
	l.failures = 0
	if l.burst > 0 && l.held == 0 && l.rejected == 0 {
		l.burst *= 2
	}
}

// A remedy says what becomes of a record that was not delivered.
type remedy uint8

const (
	again  remedy = iota // hand it over again, in its order
	singly               // it, or another of its batch, was refused: find out which
	reject
)

// failed decides about a record that the client has failed.
func (s *spooled) failed(r *spooledRecord, now time.Time) {
	e := r.entry
	l := r.order
	if s.expired(r.time, now) {
		s.drop(r.seq, e.info())
		return
	}
	what := remedyOf(e.err)
	if what == reject && r.chosen && isMissingPartition(e.err) {
		what = again // the feeder's choice, of what was known then
		s.counts.forget(e.record.Topic)
	}
	switch what {
	case reject:
		s.reject(r)
		return
	case singly:
		if l.burst == 1 {
			s.reject(r)
			s.endBurst(l)
			return
		}
		l.suspect = max(l.suspect, r.seq)
		l.rejected++
		s.endBurst(l)
	case again:
		l.failures++
		l.retryAt = now.Add(s.limits.backoff.after(min(l.failures, 30)))
	}
	s.passOver(l)
	l.passed, l.empty = true, true
}

// endBurst makes the next burst smaller when all outcomes of a failed one are
// there.
func (s *spooled) endBurst(l *lane) {
	if l.held > 0 {
		return
	}
	switch {
	case l.rejected == 0:
	case l.burst == 0:
		l.burst = max(1, l.rejected/2)
	default:
		l.burst = max(1, l.burst/2)
	}
	l.rejected = 0
}

// remedyOf tells an error about the record from all others. Only the first is
// a reason to give a record up: what the producer, the connection or the
// cluster lacks may come back.
func remedyOf(e *Error) remedy {
	if e.Origin == OriginClient {
		switch e.Code {
		case "MESSAGE_TOO_LARGE", "UNKNOWN_TOPIC_OR_PARTITION", "INVALID_TOPIC_EXCEPTION", "UNSUPPORTED_VERSION":
			return reject
		}
		return again
	}
	broker, ok := errors.AsType[*kerr.Error](e.Cause)
	if !ok {
		return again
	}
	switch broker.Code {
	case kerr.UnknownTopicOrPartition.Code:
		return reject // the client has asked several times
	case kerr.TopicAuthorizationFailed.Code, kerr.ClusterAuthorizationFailed.Code, kerr.InvalidTopicException.Code,
		kerr.UnsupportedForMessageFormat.Code, kerr.InvalidRequiredAcks.Code, kerr.PolicyViolation.Code:
		return reject // all records of the partition
	case kerr.OutOfOrderSequenceNumber.Code, kerr.UnknownProducerID.Code, kerr.InvalidProducerIDMapping.Code,
		kerr.InvalidProducerEpoch.Code, kerr.ProducerFenced.Code, kerr.DuplicateSequenceNumber.Code,
		kerr.SaslAuthenticationFailed.Code, kerr.UnsupportedSaslMechanism.Code, kerr.IllegalSaslState.Code,
		kerr.UnsupportedVersion.Code, kerr.UnknownServerError.Code:
		return again
	}
	if broker.Retriable {
		return again
	}
	return singly
}

// isMissingPartition reports whether the topic has no such partition.
func isMissingPartition(e *Error) bool {
	if e.Cause == nil {
		return false
	}
	_, ok := noSuchPartition(e.Cause)
	return ok
}

// reject moves a record to the rejected ones, with its error.
func (s *spooled) reject(r *spooledRecord) {
	e := r.entry
	if err := s.spool.Reject(r.seq, e.err.Code, e.err.Message); err != nil {
		s.unwritable(err)
		l := r.order // it stays, and is tried again
		s.passOver(l)
		l.passed, l.empty = true, true
		l.retryAt = time.Now().Add(tickInterval)
		return
	}
	s.h.emit(Event{Code: "SPOOL_REJECTED", Topic: e.record.Topic, Partition: e.err.Partition, Error: e.err, Record: e.info()})
	s.p.queue.noteRejected(e)
	if s.async {
		s.keepFailure(e)
	}
}

// keepFailure keeps a rejected record for the next flush.
func (s *spooled) keepFailure(e *entry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.failures) < maxKeptFailures {
		s.failures = append(s.failures, e)
	} else {
		s.unkept++
	}
}

// broadcast wakes who waits for outcomes.
func (s *spooled) broadcast() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.changed != nil {
		close(s.changed)
		s.changed = nil
	}
}
