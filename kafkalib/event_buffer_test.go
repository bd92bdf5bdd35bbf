package kafkalib

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// codesOf are the codes of events, EVENTS_DISCARDED with its count.
func codesOf(events []Event) string {
	var codes []string
	for _, e := range events {
		if e.Code == discardedCode {
			codes = append(codes, fmt.Sprint("-", *e.Count))
			continue
		}
		codes = append(codes, e.Code)
	}
	return strings.Join(codes, " ")
}

func TestEventBuffer(t *testing.T) {
	all := eventFilter(nil)
	only := func(codes ...string) eventFilter {
		f := make(eventFilter)
		for _, c := range codes {
			f[c] = true
		}
		return f
	}
	type take struct {
		filter eventFilter
		most   int
		want   string
	}
	for _, tc := range []struct {
		name  string
		added string
		takes []take
	}{
		{"not full", "A B", []take{{all, math.MaxInt, "A B"}, {all, math.MaxInt, ""}}},
		{"full", "A B C", []take{{all, math.MaxInt, "A B C"}}},
		{"overflown", "A B C D E", []take{{all, math.MaxInt, "-2 C D E"}, {all, math.MaxInt, ""}}},
		{"a few at a time", "A B C D", []take{{all, 1, "-1"}, {all, 2, "B C"}, {all, 2, "D"}}},
		{"by code", "A B A", []take{{only("A"), math.MaxInt, "A A"}, {all, math.MaxInt, "B"}}},
		{"a few by code", "B A A", []take{{only("A"), 1, "A"}, {only("B"), 5, "B"}, {all, math.MaxInt, "A"}}},
		{"none of the code", "A B", []take{{only("C"), math.MaxInt, ""}, {all, math.MaxInt, "A B"}}},
		{"the count stays for who asks for it", "A B C D", []take{{only("B"), 9, "B"}, {only(discardedCode), 9, "-1"}, {all, 9, "C D"}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newEventBuffer(3)
			for _, code := range strings.Fields(tc.added) {
				b.add(Event{Code: code})
			}
			for i, take := range tc.takes {
				if got := codesOf(b.take(take.filter, take.most)); got != take.want {
					t.Errorf("take %d\n got %q\nwant %q", i, got, take.want)
				}
			}
		})
	}
}

// TestEventBufferBytes asserts that events with large records do not pile up.
func TestEventBufferBytes(t *testing.T) {
	b := newEventBuffer(1000)
	value := make([]byte, 1<<20)
	for range 100 {
		b.add(Event{Code: "DELIVERY_FAILED", Record: &RecordInfo{Value: value}})
		if b.bytes > maxEventBytes {
			t.Fatalf("the buffer holds %d bytes of records, want at most %d", b.bytes, maxEventBytes)
		}
	}
	events := b.take(nil, math.MaxInt)
	if got := *events[0].Count + int64(len(events)) - 1; got != 100 {
		t.Errorf("events discarded and taken\n got %d\nwant 100", got)
	}
	if b.bytes != 0 {
		t.Errorf("bytes of an empty buffer\n got %d\nwant 0", b.bytes)
	}
}

// TestEventBufferAfterOverflow takes a part of a buffer that went round, and
// adds on.
func TestEventBufferAfterOverflow(t *testing.T) {
	b := newEventBuffer(4)
	for _, code := range strings.Fields("A B C D E F") {
		b.add(Event{Code: code})
	}
	if got := codesOf(b.take(nil, 3)); got != "-2 C D" {
		t.Errorf("the first\n got %q\nwant \"-2 C D\"", got)
	}
	for _, code := range strings.Fields("G H I") {
		b.add(Event{Code: code})
	}
	if got := codesOf(b.take(nil, math.MaxInt)); got != "-1 F G H I" {
		t.Errorf("the rest\n got %q\nwant \"-1 F G H I\"", got)
	}
}

func TestEventWaiter(t *testing.T) {
	b := newEventBuffer(10)
	arrived := func(w *eventWaiter) bool {
		select {
		case <-w.arrived:
			return true
		default:
			return false
		}
	}
	a, anyOf := b.await(eventFilter{"A": true}), b.await(nil)
	b.add(Event{Code: "B"})
	if arrived(a) || !arrived(anyOf) {
		t.Errorf("after B\n got A %v, any %v\nwant A false, any true", arrived(a), arrived(anyOf))
	}
	b.add(Event{Code: "A"})
	if !arrived(a) || !arrived(b.await(nil)) {
		t.Error("after A nobody was told")
	}
	forgotten := b.await(eventFilter{"C": true})
	b.forget(forgotten)
	if slices.Contains(b.waiters, forgotten) || len(b.waiters) != 0 {
		t.Errorf("waiters that are left\n got %d\nwant 0", len(b.waiters))
	}
}
