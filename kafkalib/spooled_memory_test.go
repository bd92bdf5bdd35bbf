package kafkalib

import (
	"errors"
	"testing"
	"time"
)

// TestAwaitMemoryLate asserts that in mode "when-needed", as without a spool, a
// sync call whose time the script did not give waits for the queue, which may end
// the time of its records late, and one whose time it gave does not.
func TestAwaitMemoryLate(t *testing.T) {
	alwaysSideBySide(t)
	s := newSpoolScript(t)
	s.eval(`(kafka-create-topics "embedded" "t")`)
	s.producer(`"spool-mode" => "when-needed"`)
	p := s.findProducer()
	for _, limited := range []bool{false, true} {
		name := "time of the producer"
		if limited {
			name = "time of the call"
		}
		t.Run(name, func(t *testing.T) {
			call := newSending(1)
			entries := make([]entry, 1)
			fillEntries(entries, []message{{topic: "t", partition: -1}}, call)
			if !limited {
				timer := time.AfterFunc(50*time.Millisecond, func() { p.queue.giveUp(call, 1) }) // long after the time is over
				defer timer.Stop()
			}
			err := p.awaitMemory(t.Context(), entries, call, sendCall{timeout: time.Millisecond, limited: limited})
			e, failed := errors.AsType[*Error](err)
			if limited && (!failed || e.Code != "TIMED_OUT") || !limited && err != nil {
				t.Errorf("got %v, want TIMED_OUT if the call has a time, otherwise the outcome", err)
			}
		})
	}
}
