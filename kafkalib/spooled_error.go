package kafkalib

import (
	"errors"
	"fmt"

	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// spoolError is an error of a spool as scripts see it.
func spoolError(dir string, err error) *Error {
	switch {
	case errors.Is(err, spool.ErrLocked):
		return clientError("SPOOL_LOCKED", "spool "+quote(dir)+" belongs to another handle or process", err)
	case errors.Is(err, spool.ErrFull), errors.Is(err, spool.ErrNoSpace), errors.Is(err, spool.ErrSync):
		return clientError("SPOOL_FULL", "spool "+quote(dir)+": "+err.Error(), err)
	case errors.Is(err, spool.ErrTooLarge):
		return clientError("MESSAGE_TOO_LARGE", err.Error(), err)
	case errors.Is(err, spool.ErrClosed):
		return clientError("CLOSED", "the producer was closed", err)
	}
	return clientError("SPOOL_FAILED", "spool "+quote(dir)+": "+err.Error(), err)
}

// appendError is the error of a call whose records were accepted only up to a
// number; of a call of usual size none was. After a failed sync the others may
// be delivered even so.
func (s *spooled) appendError(cause error, messages []message, accepted int) error {
	s.noteFull(cause)
	e := spoolError(s.h.spoolDir, cause)
	persisted := "no"
	if errors.Is(cause, spool.ErrSync) {
		persisted = "possibly"
	}
	for i := accepted; i < len(messages); i++ {
		m := &messages[i]
		info := RecordInfo{Topic: m.topic, Partition: m.partition, Offset: -1, Timestamp: -1, Key: m.key, Value: m.value,
			Code: e.Code, Message: e.Message, Persisted: persisted}
		if !m.timestamp.IsZero() {
			info.Timestamp = m.timestamp.UnixMilli()
		}
		for _, h := range m.headers {
			info.Headers = append(info.Headers, RecordHeader{h.Key, h.Value})
		}
		e.Records = append(e.Records, *s.p.asGiven(&info))
	}
	if n := len(messages); n > 1 {
		e.Message = fmt.Sprintf("%s not accepted: %s", ofRecordsWere(int64(n-accepted), int64(n)), e.Message)
	} else if len(e.Records) == 1 {
		e.Record = &e.Records[0]
	}
	return e
}

// noteFull raises SPOOL_FULL once, until something is accepted again.
func (s *spooled) noteFull(cause error) {
	e := spoolError(s.h.spoolDir, cause)
	if e.Code != "SPOOL_FULL" {
		return
	}
	if !s.full.Swap(true) {
		s.h.emit(Event{Code: "SPOOL_FULL", Error: e})
	}
}

// noteAccepted ends that.
func (s *spooled) noteAccepted() {
	if s.full.Load() {
		s.full.Store(false)
	}
}

// unwritable is called when an outcome could not be written. The record may
// come again after a restart.
func (s *spooled) unwritable(err error) { s.broken("an outcome could not be written", err) }

// unreadable is called when records could not be read. It is tried again.
func (s *spooled) unreadable(err error) { s.broken("records could not be read", err) }

// broken raises SPOOL_DAMAGED for a failure of the file system, the same one
// once.
func (s *spooled) broken(what string, err error) {
	s.brokenLock.Lock()
	again := errors.Is(err, spool.ErrClosed) || s.brokenBy == err.Error()
	s.brokenBy = err.Error()
	s.brokenLock.Unlock()
	if again {
		return
	}
	e := clientError("SPOOL_FAILED", "spool "+quote(s.h.spoolDir)+": "+what+": "+err.Error(), err)
	s.h.emit(Event{Code: "SPOOL_DAMAGED", Count: new(int64(0)), Error: e})
}
