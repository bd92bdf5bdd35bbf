package kafkalib

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// A testQueue is a queue on an embedded broker with the topic "t" of one
// partition, and what it told.
type testQueue struct {
	*queue
	t      *testing.T
	broker *Embedded
	net    *faultyDial

	mu        sync.Mutex
	events    []Event
	delivered []*entry
}

func newTestQueue(t *testing.T, broker *Embedded, pairs ...any) *testQueue {
	t.Helper()
	if err := broker.Cluster().CreateTopic("t", 1, nil); err != nil {
		t.Fatal(err)
	}
	c := mustResolve(t, Producer, append([]any{"servers", "localhost"}, pairs...)...)
	faulty := &faultyDial{broker: broker}
	writes := newProduceWrites()
	opts, err := c.clientOptions(network{dial: faulty.dial}, writes)
	if err != nil {
		t.Fatal(err)
	}
	client, err := kgo.NewClient(append(opts, c.producerOptions()...)...)
	if err != nil {
		t.Fatal(err)
	}
	tq := &testQueue{t: t, broker: broker, net: faulty}
	tq.queue = newQueue(client, c, writes, queueHooks{
		event: func(e Event) {
			tq.mu.Lock()
			tq.events = append(tq.events, e)
			tq.mu.Unlock()
		},
		delivered: func(e *entry) {
			tq.mu.Lock()
			tq.delivered = append(tq.delivered, e)
			tq.mu.Unlock()
		},
	})
	t.Cleanup(func() { tq.close(context.Background(), 0) })
	return tq
}

// codes are the codes of the events so far.
func (tq *testQueue) codes() []string {
	tq.mu.Lock()
	defer tq.mu.Unlock()
	var codes []string
	for _, e := range tq.events {
		codes = append(codes, e.Code)
	}
	return codes
}

// eventsOf returns the events of a code so far.
func (tq *testQueue) eventsOf(code string) []Event {
	tq.mu.Lock()
	defer tq.mu.Unlock()
	var out []Event
	for _, e := range tq.events {
		if e.Code == code {
			out = append(out, e)
		}
	}
	return out
}

// messages makes entries with these values for topic "t".
func messages(call *sending, values ...string) []entry {
	entries := make([]entry, len(values))
	for i, v := range values {
		entries[i] = entry{record: kgo.Record{Topic: "t", Value: []byte(v)}, partition: anyPartition, call: call}
		entries[i].size = recordSize(&entries[i].record)
	}
	return entries
}

// send queues values without waiting.
func (tq *testQueue) send(values ...string) []entry {
	tq.t.Helper()
	entries := messages(nil, values...)
	if n, err := tq.accept(tq.t.Context(), entries); err != nil {
		tq.t.Fatalf("accepted %d: %v", n, err)
	}
	return entries
}

// sendSync queues values and waits for their outcome.
func (tq *testQueue) sendSync(timeout time.Duration, values ...string) ([]entry, error) {
	tq.t.Helper()
	call := newSending(len(values))
	entries := messages(call, values...)
	if n, err := tq.accept(tq.t.Context(), entries); err != nil {
		tq.t.Fatalf("accepted %d: %v", n, err)
	}
	return entries, tq.wait(tq.t.Context(), call, timeout)
}

// stored reads what the broker has of topic "t".
func (tq *testQueue) stored() []string {
	tq.t.Helper()
	return storedValues(tq.t, tq.broker, "t")
}

func storedValues(t *testing.T, broker *Embedded, topic string) []string {
	t.Helper()
	var values []string
	for _, p := range broker.Cluster().PartitionInfos(topic) {
		if p.HighWatermark == 0 {
			continue
		}
		cl, err := kgo.NewClient(kgo.SeedBrokers(broker.Addresses()...), kgo.Dialer(broker.Dial),
			kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{topic: {p.Partition: kgo.NewOffset().AtStart()}}))
		if err != nil {
			t.Fatal(err)
		}
		for end := int64(0); end < p.HighWatermark; {
			for _, r := range cl.PollFetches(t.Context()).Records() {
				values = append(values, string(r.Value))
				end = r.Offset + 1
			}
		}
		cl.Close()
	}
	return values
}

func wantOutcome(t *testing.T, e *entry, code, persisted string) {
	t.Helper()
	got := ""
	if e.err != nil {
		got = e.err.Code
	}
	if got != code || e.persisted != persisted {
		t.Errorf("outcome of %q:\ngot  %q %q (%v)\nwant %q %q", e.record.Value, got, e.persisted, e.err, code, persisted)
	}
}

func wantValues(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("values:\ngot  %q\nwant %q", got, want)
	}
}

// counts returns the counters and the number of records without outcome.
func (q *queue) counts() (queueCounters, int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.counters, q.records
}
