package kafkalib

import (
	"fmt"
	"testing"
)

// TestEarlyEventsKeepTheirOrder: an event that is raised while those before it are emitted
// does not overtake them.
func TestEarlyEventsKeepTheirOrder(t *testing.T) {
	var early earlyEvents
	var h *handle
	var got []string
	s := newScriptOn(t, newEmbedded(t), WithObserver(func(e Event) {
		if e.Topic == "" {
			return // not of this test
		}
		if got = append(got, e.Topic); e.Topic == "first" {
			early.raise(h, Event{Code: "QUEUE_FULL", Topic: "third"})
		}
	}))
	id, _ := s.eval(`(kafka-create "admin" "embedded")`).AsString()
	h = s.handle(id)
	early.raise(h, Event{Code: "QUEUE_FULL", Topic: "first"})
	early.raise(h, Event{Code: "QUEUE_FULL", Topic: "second"})
	early.start(h)
	early.raise(h, Event{Code: "QUEUE_FULL", Topic: "fourth"})
	if got, want := fmt.Sprint(got), "[first second third fourth]"; got != want {
		t.Errorf("events:\ngot  %s\nwant %s", got, want)
	}
}
