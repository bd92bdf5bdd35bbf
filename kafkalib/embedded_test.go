package kafkalib

import (
	"context"
	"errors"
	"net"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
)

// newEmbedded starts a broker that ends with the test.
func newEmbedded(t testing.TB, opts ...kfake.Opt) *Embedded {
	t.Helper()
	e, err := NewEmbedded(EmbeddedOptions{Options: opts})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// embeddedClient is a plain client of e.
func embeddedClient(t testing.TB, e *Embedded, opts ...kgo.Opt) *kgo.Client {
	t.Helper()
	cl, err := kgo.NewClient(append([]kgo.Opt{kgo.SeedBrokers(e.Addresses()...), kgo.Dialer(e.Dial)}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cl.Close)
	return cl
}

func TestEmbeddedRoundTrip(t *testing.T) {
	e := newEmbedded(t)
	cl := embeddedClient(t, e, kgo.ConsumeTopics("t"), kgo.ConsumeStartOffset(kgo.NewOffset().AtStart()))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	created, err := kadm.NewClient(cl).CreateTopic(ctx, -1, -1, nil, "t")
	if err != nil {
		t.Fatal(err)
	}
	if created.NumPartitions != 1 {
		t.Errorf("partitions of a topic that does not say how many: got %d, want 1", created.NumPartitions)
	}
	if err := cl.ProduceSync(ctx, &kgo.Record{Topic: "t", Value: []byte("hello")}).FirstErr(); err != nil {
		t.Fatal(err)
	}
	got := cl.PollFetches(ctx).Records()
	if len(got) != 1 || string(got[0].Value) != "hello" {
		t.Fatalf("poll: got %v, want one record hello", got)
	}
}

func TestEmbeddedCreatesNoTopicByItself(t *testing.T) {
	e := newEmbedded(t)
	cl := embeddedClient(t, e, kgo.AllowAutoTopicCreation(), kgo.UnknownTopicRetries(1))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := cl.ProduceSync(ctx, &kgo.Record{Topic: "never-created", Value: []byte("x")}).FirstErr(); err == nil {
		t.Fatal("a topic was created that nobody asked for")
	}
}

func TestEmbeddedAddresses(t *testing.T) {
	e := newEmbedded(t)
	for _, tc := range []struct {
		address string
		serves  bool
	}{
		{"localhost:9092", true},
		{"127.0.0.1:9092", true},
		{"[::1]:9092", true},
		{"localhost:9093", false},
		{"example.com:9092", false},
		{"localhost", false},
	} {
		t.Run(tc.address, func(t *testing.T) {
			if got := e.Serves(tc.address); got != tc.serves {
				t.Errorf("serves: got %v, want %v", got, tc.serves)
			}
			conn, err := e.Dial(t.Context(), "tcp", tc.address)
			if tc.serves {
				if err != nil {
					t.Fatal(err)
				}
				conn.Close()
				return
			}
			if !errors.Is(err, syscall.ECONNREFUSED) {
				t.Errorf("dial: got %v, want connection refused", err)
			}
		})
	}
}

func TestEmbeddedDialAfterClose(t *testing.T) {
	e := newEmbedded(t)
	e.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := e.Dial(ctx, "tcp", "localhost:9092"); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("a closed broker: got %v, want connection refused", err)
	}
}

func TestDialEmbeddedFirst(t *testing.T) {
	e := newEmbedded(t)
	var elsewhere string
	dial := dialEmbeddedFirst(e, func(_ context.Context, _, address string) (net.Conn, error) {
		elsewhere = address
		return nil, errors.New("elsewhere")
	})
	conn, err := dial(t.Context(), "tcp", "[::1]:9092")
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	if _, err := dial(t.Context(), "tcp", "kafka.example:9092"); err == nil || elsewhere != "kafka.example:9092" {
		t.Errorf("another address: got %q, %v, want it passed on", elsewhere, err)
	}
}

func TestEmbeddedUnderSynctest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, err := NewEmbedded(EmbeddedOptions{Brokers: 3, Partitions: 2})
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		cl, err := kgo.NewClient(kgo.SeedBrokers(e.Addresses()...), kgo.Dialer(e.Dial))
		if err != nil {
			t.Fatal(err)
		}
		defer cl.Close()
		created, err := kadm.NewClient(cl).CreateTopic(t.Context(), -1, -1, nil, "t")
		if err != nil {
			t.Fatal(err)
		}
		if created.NumPartitions != 2 {
			t.Errorf("partitions: got %d, want 2", created.NumPartitions)
		}
		start := time.Now()
		time.Sleep(time.Hour)
		if got := time.Since(start); got != time.Hour {
			t.Errorf("the clock of the bubble: got %v, want 1h", got)
		}
	})
}
