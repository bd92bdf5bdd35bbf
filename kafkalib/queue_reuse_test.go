package kafkalib

import (
	"reflect"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// TestReleasedEntriesAreAsNew: nothing of the record before is left in an entry
// that serves again.
func TestReleasedEntriesAreAsNew(t *testing.T) {
	tq := newTestQueue(t, newEmbedded(t), "delivery", "async")
	tq.hooks.delivered = nil // else entries are kept
	made := new(lone)
	made[0].home = made
	m := message{topic: "t", key: []byte("k"), value: []byte("v"), partition: anyPartition, timestamp: time.UnixMilli(5), headers: []kgo.RecordHeader{{Key: "h"}}}
	fillEntries(made[:], []message{m}, nil)
	if _, err := tq.accept(t.Context(), made[:]); err != nil {
		t.Fatal(err)
	}
	tq.flush(t.Context(), 10*time.Second)
	free := tq.takeFree(nil)
	if len(free) != 1 || free[0] != made {
		t.Fatalf("free entries:\ngot  %v\nwant the one that was delivered", free)
	}
	made[0].renew()
	if want := (&entry{home: made}); !reflect.DeepEqual(&made[0], want) {
		t.Errorf("the entry:\ngot  %+v\nwant %+v", &made[0], want)
	}
}

// TestKeptEntriesDoNotServeAgain: what somebody may still look at is left alone.
func TestKeptEntriesDoNotServeAgain(t *testing.T) {
	tq := newTestQueue(t, newEmbedded(t), "delivery", "async")
	one := new(lone)
	for name, change := range map[string]func(e *entry){
		"of a list":        func(e *entry) { e.home = nil },
		"failed":           func(e *entry) { e.err = clientError("CLOSED", "", nil) },
		"of a sync call":   func(e *entry) { e.call = newSending(1) },
		"not yet finished": func(e *entry) { e.where = inClient },
		"from the spool":   func(e *entry) { e.spooled = new(spooledRecord) },
	} {
		tq.hooks.delivered = nil
		e := &one[0]
		*e = entry{home: one, where: finished}
		change(e)
		tq.release(e)
		if got := tq.takeFree(nil); len(got) != 0 {
			t.Errorf("%s: the entry serves again", name)
		}
	}
}

// TestManyLoneMessages: records of one call each, over entries that serve again
// and again, arrive whole and in order, and little stays in memory.
func TestManyLoneMessages(t *testing.T) {
	s := newEmbeddedScript(t)
	s.eval(`(do (kafka-create-topics "embedded" "t") (set p (kafka-create "producer" "embedded" "delivery" => "async" "linger-ms" => 0)))`)
	s.eval(`(for (set i 0) (< i 20000) (++ i) (kafka-send p "t" (string i) "key" => (string (* 7 i)) "headers" => (list "h" => (string i))))`)
	s.want(`(kafka-flush p)`, `0`)
	s.want(`(do (set i 0) (set wrong 0) (for-each (kafka-read "embedded" "t" "max-records" => 30000) r
	  (do (when (or (!= r/value (string i)) (!= r/key (string (* 7 i))) (!= r/headers/h (string i))) (++ wrong)) (++ i))) (list i wrong))`, `(20000 0)`)
}

// TestFreeEntriesAreBounded: a burst leaves no more than so many behind.
func TestFreeEntriesAreBounded(t *testing.T) {
	tq := newTestQueue(t, newEmbedded(t), "delivery", "async")
	tq.hooks.delivered = nil
	for range maxFree + 10 {
		one := new(lone)
		one[0] = entry{home: one, where: finished}
		tq.release(&one[0])
	}
	if got := len(tq.takeFree(nil)); got != maxFree {
		t.Errorf("entries that may serve again:\ngot  %d\nwant %d", got, maxFree)
	}
}
