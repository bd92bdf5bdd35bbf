package kafkalib

import (
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// TestBrokerHooksAllocateNothing: what each answer of a broker costs.
func TestBrokerHooksAllocateNothing(t *testing.T) {
	s := newEmbeddedScript(t)
	s.eval(`(kafka-create "producer" "embedded")`)
	h := &brokerHooks{w: s.handle("p1").brokers}
	meta := kgo.BrokerMetadata{NodeID: 0, Host: "localhost", Port: 9092}
	answer := kgo.BrokerE2E{BytesWritten: 100, BytesRead: 50, TimeToRead: time.Millisecond}
	h.OnBrokerE2E(meta, int16(kmsg.Produce), answer)
	for _, key := range []kmsg.Key{kmsg.Produce, kmsg.Fetch, kmsg.Heartbeat} {
		if n := testing.AllocsPerRun(100, func() { h.OnBrokerE2E(meta, int16(key), answer) }); n != 0 {
			t.Errorf("allocations for an answer to %s\n got %v\nwant 0", key.Name(), n)
		}
	}
}

func BenchmarkBrokerHook(b *testing.B) {
	s := newEmbeddedScript(b)
	s.eval(`(kafka-create "producer" "embedded")`)
	h := &brokerHooks{w: s.handle("p1").brokers}
	meta := kgo.BrokerMetadata{NodeID: 0, Host: "localhost", Port: 9092}
	answer := kgo.BrokerE2E{BytesWritten: 100, BytesRead: 50, TimeToRead: time.Millisecond}
	for b.Loop() {
		h.OnBrokerE2E(meta, int16(kmsg.Produce), answer)
	}
}
