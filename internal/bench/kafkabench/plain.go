package kafkabench

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// The options that both sides have.
const (
	linger   = 5 * time.Millisecond
	buffered = 50_000
)

// plainProduce gives the client count records one by one, each value copied as
// a program must that goes on using its buffer, and waits for all of them.
func plainProduce(ctx context.Context, b *broker, topic string, values [][]byte, count int) (time.Duration, error) {
	client, err := kgo.NewClient(b.options(kgo.DefaultProduceTopic(topic), kgo.ProducerBatchCompression(kgo.NoCompression()),
		kgo.ProducerLinger(linger), kgo.MaxBufferedRecords(buffered))...)
	if err != nil {
		return 0, err
	}
	defer client.Close()
	if err := client.Ping(ctx); err != nil {
		return 0, err
	}
	var wg sync.WaitGroup
	var failed atomic.Pointer[error]
	start := b.now()
	for i := range count {
		wg.Add(1)
		client.Produce(ctx, &kgo.Record{Value: append([]byte(nil), values[i%len(values)]...)}, func(_ *kgo.Record, err error) {
			if err != nil {
				failed.Store(&err)
			}
			wg.Done()
		})
	}
	wg.Wait()
	if err := failed.Load(); err != nil {
		return 0, *err
	}
	return b.now() - start, nil
}

// plainConsume reads count records and copies each value, as a program must
// that keeps it beyond the next poll.
func plainConsume(ctx context.Context, b *broker, topic string, count int) (time.Duration, error) {
	client, err := kgo.NewClient(b.options(kgo.ConsumeTopics(topic), kgo.ConsumeStartOffset(kgo.NewOffset().AtStart()),
		kgo.FetchIsolationLevel(kgo.ReadCommitted()))...)
	if err != nil {
		return 0, err
	}
	defer client.Close()
	if err := client.Ping(ctx); err != nil {
		return 0, err
	}
	// Copies are kept for a while: one that nobody looks at would be left out by
	// the compiler.
	kept := make([]string, 1000)
	start := b.now()
	for got := 0; got < count; {
		fetches := client.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			return 0, err
		}
		fetches.EachRecord(func(r *kgo.Record) {
			kept[got%len(kept)] = string(r.Value)
			got++
		})
	}
	return b.now() - start, nil
}
