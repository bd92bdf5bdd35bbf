package recorder

import (
	"context"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/bpl-lang/bpl/kafkalib/spool"
)

const testTopic = "events"

// A kafka is a cluster in the process that can be cut off: then its addresses
// refuse connections, and those that are open end.
type kafka struct {
	cluster *kfake.Cluster
	mu      sync.Mutex
	off     bool
	conns   map[net.Conn]bool
}

func newKafka(t testing.TB, partitions int) *kafka {
	t.Helper()
	c, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(int32(partitions), testTopic))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return &kafka{cluster: c, conns: make(map[net.Conn]bool)}
}

func (k *kafka) dial(ctx context.Context, network, address string) (net.Conn, error) {
	k.mu.Lock()
	off := k.off
	k.mu.Unlock()
	if off {
		return nil, &net.OpError{Op: "dial", Net: network, Err: errRefused}
	}
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.conns[conn] = true
	return conn, nil
}

type refusedError struct{}

func (refusedError) Error() string { return "connection refused" }

var errRefused = refusedError{}

func (k *kafka) cut() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.off = true
	for c := range k.conns {
		_ = c.Close()
	}
	clear(k.conns)
}

func (k *kafka) restore() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.off = false
}

func (k *kafka) client() []kgo.Opt {
	return []kgo.Opt{kgo.SeedBrokers(k.cluster.ListenAddrs()...), kgo.Dialer(k.dial), kgo.ProducerLinger(0),
		kgo.RetryBackoffFn(func(int) time.Duration { return 20 * time.Millisecond })}
}

// values returns the n records of the topic, partition by partition in order.
func (k *kafka) records(t testing.TB, n int) []*kgo.Record {
	t.Helper()
	cl, err := kgo.NewClient(kgo.SeedBrokers(k.cluster.ListenAddrs()...), kgo.ConsumeTopics(testTopic),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.FetchMaxWait(100*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	defer cl.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var all []*kgo.Record
	for len(all) < n {
		f := cl.PollFetches(ctx)
		if ctx.Err() != nil {
			t.Fatalf("records of the topic:\n got %d\nwant %d", len(all), n)
		}
		f.EachRecord(func(r *kgo.Record) { all = append(all, r) })
	}
	slices.SortStableFunc(all, func(a, b *kgo.Record) int { return int(a.Partition) - int(b.Partition) })
	return all
}

// start makes a recorder that is closed with the test.
func start(t testing.TB, o Options) *Recorder {
	t.Helper()
	orElse(&o.Topic, testTopic)
	r, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
		defer cancel()
		_, _ = r.Close(ctx)
		if err := r.Counters().Check(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// unreachable are the options of a client whose Kafka refuses connections.
func unreachable() []kgo.Opt {
	return []kgo.Opt{kgo.SeedBrokers("127.0.0.1:1"), kgo.Dialer(func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: errRefused}
	})}
}

// stopped makes a recorder whose sender does not run.
func stopped(t testing.TB, o Options) *Recorder {
	t.Helper()
	orElse(&o.Topic, testTopic)
	if o.Client == nil {
		o.Client = unreachable()
	}
	r, err := newRecorder(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.client.Close)
	return r
}

// eventually waits until reached.
func eventually(t testing.TB, what string, reached func() bool) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for !reached() {
		if time.Now().After(deadline) {
			t.Fatalf("timed out waiting until %s", what)
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// flush waits until everything has an outcome.
func flush(t testing.TB, r *Recorder) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if left := r.Flush(ctx); left != 0 {
		t.Fatalf("events without outcome:\n got %d\nwant 0\n%+v", left, r.Counters())
	}
}

// openSpool opens a spool that is closed with the test.
func openSpool(t testing.TB, dir string, o spool.Options) *spool.Spool {
	t.Helper()
	sp, err := spool.Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sp.Close() })
	return sp
}

// notices collects what a recorder tells.
type notices struct {
	mu  sync.Mutex
	all []Notice
}

func (n *notices) add(x Notice) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all = append(n.all, x)
}

// with returns the notices of a code.
func (n *notices) with(code string) []Notice {
	n.mu.Lock()
	defer n.mu.Unlock()
	var found []Notice
	for _, x := range n.all {
		if x.Code == code {
			found = append(found, x)
		}
	}
	return found
}
