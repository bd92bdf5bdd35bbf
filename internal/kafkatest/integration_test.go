//go:build integration

package kafkatest_test

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/internal/kafkatest"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/twmb/franz-go/pkg/sasl/plain"
	"github.com/twmb/franz-go/pkg/sasl/scram"
)

// TestListeners sends and reads through every listener and mechanism.
func TestListeners(t *testing.T) {
	c := kafkatest.FromEnv(t)
	mutual, err := c.TLSConfig()
	if err != nil {
		t.Fatal(err)
	}
	trusting := &tls.Config{RootCAs: mutual.RootCAs, MinVersion: tls.VersionTLS12}
	auth := scram.Auth{User: kafkatest.Writer, Pass: kafkatest.WriterPassword}
	tests := []struct {
		name    string
		servers string
		options []kgo.Opt
	}{
		{"plain text", c.Bootstrap(), nil},
		{"PLAIN", c.BootstrapSASL(), []kgo.Opt{kgo.DialTLSConfig(trusting),
			kgo.SASL(plain.Auth{User: kafkatest.Guest, Pass: kafkatest.GuestPassword}.AsMechanism())}},
		{"SCRAM-SHA-256", c.BootstrapSASL(), []kgo.Opt{kgo.DialTLSConfig(trusting), kgo.SASL(auth.AsSha256Mechanism())}},
		{"SCRAM-SHA-512", c.BootstrapSASL(), []kgo.Opt{kgo.DialTLSConfig(trusting), kgo.SASL(auth.AsSha512Mechanism())}},
		{"mutual TLS", c.BootstrapTLS(), []kgo.Opt{kgo.DialTLSConfig(mutual)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			topic := newTopic(t, c)
			options := append(tt.options, kgo.SeedBrokers(strings.Split(tt.servers, ",")...),
				kgo.ConsumerGroup("group-of-"+topic), kgo.ConsumeTopics(topic), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()))
			client, err := kgo.NewClient(options...)
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			send(ctx, t, client, topic, 100)
			got := map[string]bool{}
			for len(got) < 100 {
				fetches := client.PollFetches(ctx)
				if err := fetches.Err(); err != nil {
					t.Fatalf("after %d records: %v", len(got), err)
				}
				fetches.EachRecord(func(r *kgo.Record) { got[string(r.Value)] = true })
			}
			if err := client.CommitUncommittedOffsets(ctx); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestWrongPassword shows that the listener checks what it is told.
func TestWrongPassword(t *testing.T) {
	c := kafkatest.FromEnv(t)
	mutual, err := c.TLSConfig()
	if err != nil {
		t.Fatal(err)
	}
	client, err := kgo.NewClient(kgo.SeedBrokers(strings.Split(c.BootstrapSASL(), ",")...), kgo.DialTLSConfig(&tls.Config{RootCAs: mutual.RootCAs}),
		kgo.SASL(plain.Auth{User: kafkatest.Writer, Pass: "wrong"}.AsMechanism()), kgo.RetryTimeout(30*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := client.Ping(ctx); !errors.Is(err, kerr.SaslAuthenticationFailed) {
		t.Errorf("error\n got %v\nwant %v", err, kerr.SaslAuthenticationFailed)
	}
}

// TestOutage kills, pauses and shuts down the last broker in turn and sends
// while it is away and after.
func TestOutage(t *testing.T) {
	c := kafkatest.FromEnv(t)
	c.NeedBrokers(t, 3)
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
	defer cancel()
	topic := newTopic(t, c)
	client, err := kgo.NewClient(kgo.SeedBrokers(strings.Split(c.Bootstrap(), ",")...))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	const id = 3
	tests := []struct {
		name       string
		down, back func(context.Context, int) error
	}{
		{"kill", c.Kill, c.Restart},
		{"pause", c.Pause, c.Resume},
		{"shutdown", c.Shutdown, c.Restart},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := c.Restart(ctx, id); err == nil || !strings.Contains(err.Error(), "running already") {
				t.Errorf("second start of a broker\n got %v\nwant an error", err)
			}
			if err := tt.down(ctx, id); err != nil {
				t.Fatal(err)
			}
			send(ctx, t, client, topic, 10)
			if err := tt.back(ctx, id); err != nil {
				t.Fatal(err)
			}
			send(ctx, t, client, topic, 10)
		})
	}
}

// TestStart starts a cluster of its own and stops it.
func TestStart(t *testing.T) {
	if n := len(kafkatest.FromEnv(t).Brokers()); n > 1 {
		t.Skipf("needs one run only, on the cluster of one broker, not on that of %d", n)
	}
	dir := filepath.Join(t.TempDir(), "cluster")
	c, err := kafkatest.Start(t.Context(), kafkatest.Options{Dir: dir, Properties: map[string]string{"num.partitions": "3"}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Stop()
	client, err := kgo.NewClient(kgo.SeedBrokers(c.Bootstrap()))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	details, err := kadm.NewClient(client).ListTopicsWithInternal(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, internal := range []string{"__consumer_offsets", "__transaction_state"} {
		if !details.Has(internal) {
			t.Errorf("topics after the start\n got %v\nwant also %s", details.Names(), internal)
		}
	}
	versions, err := kmsg.NewPtrApiVersionsRequest().RequestWith(t.Context(), client)
	if err != nil {
		t.Fatal(err)
	}
	share := slices.IndexFunc(versions.FinalizedFeatures, func(f kmsg.ApiVersionsResponseFinalizedFeature) bool {
		return f.Name == "share.version" && f.MaxVersionLevel >= 1
	})
	if share < 0 && !strings.HasPrefix(c.KafkaVersion(), "4.0.") {
		t.Errorf("features\n got %v\nwant share.version, for share groups", versions.FinalizedFeatures)
	}
	if err := c.Stop(); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if client.Ping(ctx) == nil {
		t.Error("a stopped broker answers")
	}
	if _, err := kafkatest.Start(t.Context(), kafkatest.Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("Start in a folder that is not empty\n got %v\nwant an error", err)
	}
}

func TestStartFails(t *testing.T) {
	if n := len(kafkatest.FromEnv(t).Brokers()); n > 1 {
		t.Skipf("needs one run only, on the cluster of one broker, not on that of %d", n)
	}
	t.Run("bad property", func(t *testing.T) {
		dir := t.TempDir()
		_, err := kafkatest.Start(t.Context(), kafkatest.Options{Dir: dir, Properties: map[string]string{"compression.type": "none of them"}})
		if err == nil || !strings.Contains(err.Error(), "compression.type") {
			t.Errorf("error\n got %v\nwant one that names the property", err)
		}
		if _, err := os.Stat(filepath.Join(dir, "cluster.json")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("cluster.json of a cluster that did not start\n got %v\nwant none", err)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := kafkatest.Start(ctx, kafkatest.Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("error\n got %v\nwant %v", err, context.Canceled)
		}
	})
}

// newTopic creates a topic with the cluster's default replication.
func newTopic(t *testing.T, c *kafkatest.Cluster) string {
	t.Helper()
	client, err := kgo.NewClient(kgo.SeedBrokers(strings.Split(c.Bootstrap(), ",")...))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	topic := "kafkatest-" + rand.Text()
	if _, err := kadm.NewClient(client).CreateTopic(ctx, 1, -1, nil, topic); err != nil {
		t.Fatal(err)
	}
	return topic
}

// send sends n records and waits until all are acknowledged.
func send(ctx context.Context, t *testing.T, client *kgo.Client, topic string, n int) {
	t.Helper()
	records := make([]*kgo.Record, n)
	for i := range records {
		records[i] = &kgo.Record{Topic: topic, Value: fmt.Append(nil, i)}
	}
	if err := client.ProduceSync(ctx, records...).FirstErr(); err != nil {
		t.Fatalf("sending: %v", err)
	}
}
