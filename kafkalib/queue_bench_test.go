package kafkalib

import (
	"context"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
)

// BenchmarkProduce compares the queue with the client alone, record by record
// and in lists of 1,000, on a broker that stores nothing.
func BenchmarkProduce(b *testing.B) {
	value := make([]byte, 100)
	setup := func(b *testing.B) *queue {
		broker, err := NewEmbedded(EmbeddedOptions{Options: []kfake.Opt{kfake.BlackholeProduce()}})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { broker.Close() })
		if err := broker.Cluster().CreateTopic("t", 1, nil); err != nil {
			b.Fatal(err)
		}
		c, err := resolve(Producer, references{}, named("servers", "embedded", "delivery", "async", "max-in-flight-records", int64(50_000)))
		if err != nil {
			b.Fatal(err)
		}
		writes := newProduceWrites()
		opts, err := c.clientOptions(network{embedded: func() (*Embedded, error) { return broker, nil }}, writes)
		if err != nil {
			b.Fatal(err)
		}
		client, err := kgo.NewClient(append(opts, c.producerOptions()...)...)
		if err != nil {
			b.Fatal(err)
		}
		q := newQueue(client, c, writes, queueHooks{event: func(Event) {}})
		b.Cleanup(func() { q.close(context.Background(), time.Minute) })
		if err := client.ProduceSync(b.Context(), &kgo.Record{Topic: "t", Partition: anyPartition, Value: value}).FirstErr(); err != nil {
			b.Fatal(err)
		}
		b.ResetTimer()
		return q
	}
	plain := func(b *testing.B, q *queue) {
		for range b.N {
			q.client.Produce(context.Background(), &kgo.Record{Topic: "t", Partition: anyPartition, Value: append([]byte(nil), value...)}, func(_ *kgo.Record, err error) {
				if err != nil {
					b.Error(err)
				}
			})
		}
		q.client.Flush(context.Background())
	}
	queued := func(b *testing.B, q *queue, n int) {
		for done := 0; done < b.N; done += n {
			entries := make([]entry, n)
			for i := range entries {
				entries[i] = entry{record: kgo.Record{Topic: "t", Value: append([]byte(nil), value...)}, partition: anyPartition, size: 100}
			}
			if _, err := q.accept(context.Background(), entries); err != nil {
				b.Fatal(err)
			}
		}
		q.flush(context.Background(), time.Minute)
	}
	b.Run("client", func(b *testing.B) { plain(b, setup(b)) })
	b.Run("queue", func(b *testing.B) { queued(b, setup(b), 1) })
	b.Run("queue-lists", func(b *testing.B) { queued(b, setup(b), 1000) })
}
