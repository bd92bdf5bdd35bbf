package kafkalib

import "testing"

func TestEventBuffer(t *testing.T) {
	b := newEventBuffer(3)
	for _, code := range []string{"A", "B", "C", "D", "E"} {
		b.add(Event{Code: code})
	}
	events, discarded := b.take()
	got := ""
	for _, e := range events {
		got += e.Code
	}
	if got != "CDE" || discarded != 2 {
		t.Errorf("the last events\n got %q, %d discarded\nwant \"CDE\", 2", got, discarded)
	}
	if events, discarded := b.take(); len(events) != 0 || discarded != 0 {
		t.Errorf("taken again\n got %d events, %d discarded\nwant none", len(events), discarded)
	}
}
