//go:build integration

package kafkalib

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/internal/kafkatest"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// reportTime is how long after its beginning an outage may be reported: the
// standard options say 8 s.
const reportTime = 8*time.Second + slack

// upTime is how long a broker that starts, or goes on, may take until it is up.
const upTime = 3 * time.Minute

// realClients are a busy producer, a polling consumer and an idle client, and
// their events.
type realClients struct {
	t       *testing.T
	cluster *kafkatest.Cluster
	net     *faultyDial // through which they connect

	mu     sync.Mutex
	events map[string][]Event
}

// clientNames are the handles of realClients, by what they do.
var clientNames = map[string]string{"p1": "busy producer", "c1": "polling consumer", "a1": "idle client"}

// startClients creates a topic on all brokers and the clients, each in a
// session of its own, and waits until each has met every broker.
func startClients(t *testing.T) *realClients {
	t.Helper()
	cluster := kafkatest.FromEnv(t)
	cluster.NeedBrokers(t, 3)
	emptyReal(t)
	r := &realClients{t: t, cluster: cluster, net: &faultyDial{to: systemDial}, events: make(map[string][]Event)}
	newRealScript(t).eval(`(kafka-create-topics "embedded" "outages" "partitions" => 6 "replication-factor" => 3 "configs" => ("min.insync.replicas" => 1))`)
	stop := make(chan struct{})
	var busy sync.WaitGroup
	for _, sources := range [][2]string{
		{`(set p (kafka-create "producer" "embedded" "delivery" => "async" "partitioner" => "round-robin"))`, `(do (kafka-send p "outages" ("1" "2" "3" "4" "5" "6")) (sleep 20))`},
		{`(do (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest" "group" => "outages")) (kafka-poll c "outages" 1000))`, `(kafka-poll c 200)`},
		{`(do (set a (kafka-create "admin" "embedded")) (kafka-list-topics a))`, ""},
	} {
		s := newRealScript(t, WithDialer(r.net.dial), WithObserver(r.observe))
		s.eval(sources[0])
		if sources[1] == "" {
			continue
		}
		busy.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
				_, err := s.Session.Eval(ctx, strings.ReplaceAll(sources[1], "embedded", s.real))
				cancel()
				if err != nil {
					t.Errorf("%s: %v", sources[1], err)
					return
				}
			}
		})
	}
	t.Cleanup(func() { // before the sessions are closed
		close(stop)
		busy.Wait()
	})
	r.await(upTime, "first contact", "BROKER_CONNECTED", 1, 2, 3)
	r.forget()
	return r
}

func (r *realClients) observe(e Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events[e.Client] = append(r.events[e.Client], e)
}

func (r *realClients) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	clear(r.events)
}

// await waits until every client has an event of a code about each of some
// brokers, or about none where no broker is named.
func (r *realClients) await(limit time.Duration, when, code string, brokers ...int) {
	r.t.Helper()
	began := time.Now()
	missing := ""
	for time.Since(began) < limit {
		if missing = r.missing(code, brokers); missing == "" {
			r.t.Logf("%s: all clients have %s of %v after %.1f s", when, code, brokers, time.Since(began).Seconds())
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	r.t.Errorf("%s: no %s within %v: %s\n%s", when, code, limit, missing, r.all())
}

func (r *realClients) missing(code string, brokers []int) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, name := range clientNames {
		found := make(map[int]bool)
		for _, e := range r.events[id] {
			if e.Code == code {
				found[brokerOf(e)] = true
			}
		}
		if len(brokers) == 0 && len(found) == 0 {
			return name
		}
		for _, b := range brokers {
			if !found[b] {
				return fmt.Sprintf("%s, broker %d", name, b)
			}
		}
	}
	return ""
}

func brokerOf(e Event) int {
	if e.Broker == nil {
		return -1
	}
	return int(*e.Broker)
}

// all are the events about brokers so far, for messages.
func (r *realClients) all() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var b strings.Builder
	for id, events := range r.events {
		for _, e := range events {
			fmt.Fprintf(&b, "%s %s %s %d", e.Time.Format("05.000"), id, e.Code, brokerOf(e))
			if e.Error != nil {
				fmt.Fprintf(&b, " %s", e.Error)
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// check asserts what each client was told: per broker of an outage the loss
// and the return, once each, of the others nothing; all brokers down as often
// as said; no broker added or removed; and what else happened.
func (r *realClients) check(allDown int, brokers ...int) {
	r.t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, name := range clientNames {
		stories := make(map[int]string)
		counts := make(map[string]int)
		for _, e := range r.events[id] {
			counts[e.Code]++
			switch e.Code {
			case "BROKER_CONNECTED", "BROKER_DISCONNECTED", "BROKER_CONNECT_FAILED", "BROKER_ADDED", "BROKER_REMOVED":
				stories[brokerOf(e)] += strings.TrimPrefix(e.Code, "BROKER_") + " "
			}
		}
		for broker := -1; broker <= 3; broker++ {
			want := ""
			for _, b := range brokers {
				if b == broker {
					want = "DISCONNECTED CONNECTED "
				}
			}
			if stories[broker] != want {
				r.t.Errorf("%s, broker %d\n got %s\nwant %s", name, broker, stories[broker], want)
			}
		}
		for code, want := range map[string]int{
			"ALL_BROKERS_DOWN": allDown, "BROKERS_UP": allDown, "DELIVERY_FAILED": 0, "RECORD_DROPPED": 0,
			"OFFSET_RESET": 0, "AUTHENTICATION_FAILED": 0, "CALLBACK_FAILED": 0, "TOPIC_RECREATED": 0, "PARTITION_COUNT_CHANGED": 0,
			"BROKER_THROTTLED": 0, "CLIENT_CLOSED": 0, "EVENTS_DISCARDED": 0,
		} {
			if counts[code] != want {
				r.t.Errorf("%s: %s\n got %d\nwant %d", name, code, counts[code], want)
			}
		}
		// The coordinator may be among the brokers that were down, and a
		// partition changes its leader at most twice per outage of a broker.
		for code, most := range map[string]int{
			"COMMIT_FAILED": 2 * len(brokers), "PARTITIONS_LOST": len(brokers), "COORDINATOR_CHANGED": 2 * len(brokers),
			"LEADER_CHANGED": 2 * 6 * len(brokers), "GROUP_ERROR": 3 * len(brokers),
		} {
			if counts[code] > most {
				r.t.Errorf("%s: %s\n got %d\nwant at most %d", name, code, counts[code], most)
			}
		}
		r.t.Logf("%s: %v", name, counts)
	}
	if r.t.Failed() {
		r.mu.Unlock()
		r.t.Log(r.all())
		r.mu.Lock()
	}
}

// notController is a broker that does not lead the quorum of the metadata.
func (r *realClients) notController() int {
	r.t.Helper()
	cl, err := kgo.NewClient(kgo.SeedBrokers(strings.Split(realServers, ",")...))
	if err != nil {
		r.t.Fatal(err)
	}
	defer cl.Close()
	req := kmsg.NewPtrDescribeQuorumRequest()
	topic := kmsg.NewDescribeQuorumRequestTopic()
	topic.Topic = "__cluster_metadata"
	topic.Partitions = []kmsg.DescribeQuorumRequestTopicPartition{kmsg.NewDescribeQuorumRequestTopicPartition()}
	req.Topics = append(req.Topics, topic)
	resp, err := req.RequestWith(r.t.Context(), cl)
	if err != nil {
		r.t.Fatal(err)
	}
	return int(resp.Topics[0].Partitions[0].LeaderID)%3 + 1
}

// must carries out an operation on the cluster.
func (r *realClients) must(operation func(context.Context, int) error, broker int) {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Minute)
	defer cancel()
	if err := operation(ctx, broker); err != nil {
		r.t.Error(err)
	}
}

// Trap 55, as far as one broker is concerned.
func TestRealOutageOfOne(t *testing.T) {
	for _, tc := range []struct {
		name     string
		down, up func(*kafkatest.Cluster, context.Context, int) error
	}{
		{"killed", (*kafkatest.Cluster).Kill, (*kafkatest.Cluster).Restart},
		{"paused", (*kafkatest.Cluster).Pause, (*kafkatest.Cluster).Resume},
		{"restarted", (*kafkatest.Cluster).Shutdown, (*kafkatest.Cluster).Restart},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := startClients(t)
			broker := r.notController()
			down := func(ctx context.Context, id int) error { return tc.down(r.cluster, ctx, id) }
			up := func(ctx context.Context, id int) error { return tc.up(r.cluster, ctx, id) }
			r.must(down, broker)
			r.await(reportTime, "outage", "BROKER_DISCONNECTED", broker)
			r.must(up, broker)
			r.await(upTime, "end", "BROKER_CONNECTED", broker)
			time.Sleep(2 * time.Second) // nothing may follow
			r.check(0, broker)
			awaitInSync(t, "outages", 3)
		})
	}
}

// TestRealRollingRestart restarts one broker after the other: never are all
// brokers down.
func TestRealRollingRestart(t *testing.T) {
	r := startClients(t)
	for broker := 1; broker <= 3; broker++ {
		r.must(r.cluster.Shutdown, broker)
		r.await(reportTime, "outage", "BROKER_DISCONNECTED", broker)
		r.must(r.cluster.Restart, broker)
		r.await(upTime, "end", "BROKER_CONNECTED", broker)
		awaitInSync(t, "outages", 3)
	}
	r.check(0, 1, 2, 3)
}

// TestRealAllDown kills all brokers.
func TestRealAllDown(t *testing.T) {
	r := startClients(t)
	r.each(r.cluster.Kill)
	r.await(reportTime, "outage", "BROKER_DISCONNECTED", 1, 2, 3)
	r.await(2*time.Second+slack, "outage", "ALL_BROKERS_DOWN")
	r.each(r.cluster.Restart)
	r.await(upTime, "end", "BROKER_CONNECTED", 1, 2, 3)
	r.await(upTime, "end", "BROKERS_UP")
	time.Sleep(2 * time.Second) // nothing may follow
	r.check(1, 1, 2, 3)
	awaitInSync(t, "outages", 3)
}

// each carries out an operation on all brokers at the same time.
func (r *realClients) each(operation func(context.Context, int) error) {
	var all sync.WaitGroup
	for broker := 1; broker <= 3; broker++ {
		all.Go(func() { r.must(operation, broker) })
	}
	all.Wait()
}

// TestRealRefused has the network refuse the clients: one broker, then all.
func TestRealRefused(t *testing.T) {
	r := startClients(t)
	r.net.setOnly(r.cluster.Broker(2).Plaintext)
	r.net.setDown(true)
	r.await(reportTime, "outage", "BROKER_DISCONNECTED", 2)
	r.net.setDown(false)
	r.await(upTime, "end", "BROKER_CONNECTED", 2)
	r.check(0, 2)
	r.forget()
	r.net.setOnly("")
	r.net.setDown(true)
	r.await(reportTime, "outage", "BROKER_DISCONNECTED", 1, 2, 3)
	r.await(2*time.Second+slack, "outage", "ALL_BROKERS_DOWN")
	r.net.setDown(false)
	r.await(upTime, "end", "BROKER_CONNECTED", 1, 2, 3)
	time.Sleep(2 * time.Second) // nothing may follow
	r.check(1, 1, 2, 3)
}

// IdleVariable holds how long TestRealIdle idles, as a Go duration; 15 s without it.
const IdleVariable = "BPL_TEST_IDLE"

// TestRealIdle has a client idle whose connections are closed again and again.
func TestRealIdle(t *testing.T) {
	kafkatest.FromEnv(t)
	idle := 15 * time.Second
	if text := os.Getenv(IdleVariable); text != "" {
		d, err := time.ParseDuration(text)
		if err != nil {
			t.Fatal(err)
		}
		idle = d
	}
	var mu sync.Mutex
	counts := make(map[string]int)
	s := newRealScript(t, WithObserver(func(e Event) {
		mu.Lock()
		defer mu.Unlock()
		counts[e.Code]++
	}))
	s.eval(`(do (set a (kafka-create "admin" "embedded" "connections-max-idle-ms" => 1000 "event-probe-ms" => 500)) (kafka-list-topics a))`)
	rounds := 0
	for began := time.Now(); time.Since(began) < idle; {
		s.eval(`(kafka-cluster a)`) // opens connections, to be closed again
		time.Sleep(2100 * time.Millisecond)
		rounds++
	}
	mu.Lock()
	defer mu.Unlock()
	for _, code := range []string{"BROKER_DISCONNECTED", "BROKER_CONNECT_FAILED", "ALL_BROKERS_DOWN", "BROKER_REMOVED"} {
		if counts[code] != 0 {
			t.Errorf("%s: got %d, want 0", code, counts[code])
		}
	}
	t.Logf("%v, connections opened again %d times: %v", idle, rounds, counts)
}
