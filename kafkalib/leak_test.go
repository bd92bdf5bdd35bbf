package kafkalib

import (
	"context"
	"net"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// A leakDial leads localhost:9092 to an embedded broker and everything else
// to this machine, and counts the connections that are open.
type leakDial struct {
	broker *Embedded
	open   atomic.Int64
}

func (d *leakDial) dial(ctx context.Context, network, address string) (net.Conn, error) {
	dial := systemDial
	if strings.HasSuffix(address, ":9092") {
		dial = d.broker.Dial
	}
	conn, err := dial(ctx, network, address)
	if err != nil {
		return nil, err
	}
	d.open.Add(1)
	return &leakConn{Conn: conn, d: d}, nil
}

type leakConn struct {
	net.Conn
	d      *leakDial
	closed atomic.Bool
}

func (c *leakConn) Close() error {
	if c.closed.CompareAndSwap(false, true) {
		c.d.open.Add(-1)
	}
	return c.Conn.Close()
}

// refusedPort is an address of this machine that nobody listens at.
func refusedPort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// silentPort is an address whose listener accepts and never answers.
func silentPort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l.Addr().String()
}

// TestWrongInputLeavesNothingBehind: every kind of wrong input is a
// KafkaException in its time, after which there are no more handles than
// before, and when the session is over no connection and no goroutine.
func TestWrongInputLeavesNothingBehind(t *testing.T) {
	const setup = `(do (kafka-create-topics "localhost:9092" "t")
	  (set p (kafka-create "producer" "localhost:9092")) (set c (kafka-create "consumer" "localhost:9092" "auto-offset-reset" => "earliest")) (kafka-send p "t" "x"))`
	const short = ` "request-timeout-ms" => 300 "default-api-timeout-ms" => 1000 "delivery-timeout-ms" => 1000)`
	refuseProduce := func(e *Embedded) *kfake.FaultHandle {
		return e.Cluster().Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.Produce}, Topic: "t", Err: kerr.TopicAuthorizationFailed, Count: -1})
	}
	refuseFetch := func(e *Embedded) *kfake.FaultHandle {
		return e.Cluster().Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.Fetch}, Topic: "t", Err: kerr.TopicAuthorizationFailed, Count: -1})
	}
	login := listening(t, kfake.EnableSASL(), kfake.Superuser("PLAIN", "alice", "alice-secret"))
	refused, silent := refusedPort(t), silentPort(t)
	create := func(kind, server, more string) string {
		return `(kafka-create "` + kind + `" "` + server + `" ` + more + `)`
	}
	for _, tc := range []struct {
		name, call, code string
		within           time.Duration
		created          int // handles that the call itself makes, well
		fault            func(e *Embedded) *kfake.FaultHandle
	}{
		{name: "wrong handle", call: `(kafka-send "p99" "t" "x")`, code: "INVALID_HANDLE"},
		{name: "no handle", call: `(kafka-poll 5 100)`, code: "INVALID_HANDLE"},
		{name: "handle of another kind", call: `(kafka-poll p 100)`, code: "INVALID_HANDLE"},
		{name: "closed handle", call: `(do (kafka-destroy p) (kafka-send p "t" "x"))`, code: "INVALID_HANDLE", created: -1},
		{name: "unknown kind", call: create("producent", "localhost:9092", ""), code: "INVALID_ARGUMENT"},
		{name: "unknown option", call: create("producer", "localhost:9092", `"lingr-ms" => 1`), code: "INVALID_CONFIG"},
		{name: "bad value of an option", call: create("producer", "localhost:9092", `"acks" => 2`), code: "INVALID_CONFIG"},
		{name: "options that contradict each other", call: create("consumer", "localhost:9092", `"session-timeout-ms" => 100 "heartbeat-interval-ms" => 100`), code: "INVALID_CONFIG"},
		{name: "unknown option of a call", call: `(kafka-send p "t" "x" "kee" => 1)`, code: "INVALID_CONFIG"},
		{name: "bad server string", call: create("admin", "h:port", ""), code: "INVALID_CONFIG"},
		{name: "no PEM", call: create("admin", "localhost:9092", `"security-protocol" => "SSL" "ssl-ca-pem" => "x"`), code: "INVALID_CONFIG"},
		{name: "refused port, producer", call: `(kafka-send ` + create("producer", refused, "") + ` "t" "x")`, code: "CONNECTION_REFUSED", created: 1},
		{name: "refused port, consumer", call: `(kafka-poll ` + create("consumer", refused, "") + ` "t" 20000)`, code: "CONNECTION_REFUSED", created: 1},
		{name: "refused port, member of a group", call: `(kafka-poll ` + create("consumer", refused, `"group" => "g"`) + ` "t" 20000)`, code: "CONNECTION_REFUSED", created: 1},
		{name: "refused port, administration", call: `(kafka-list-topics "` + refused + `")`, code: "CONNECTION_REFUSED"},
		{name: "silent listener, producer", call: `(kafka-send ` + create("producer", silent, short[:len(short)-1]) + ` "t" "x")`, code: "TIMED_OUT", created: 1, within: 4 * time.Second},
		{name: "silent listener, administration", call: `(kafka-list-topics "` + silent + `" "request-timeout-ms" => 300 "default-api-timeout-ms" => 1000)`, code: "TIMED_OUT", within: 4 * time.Second},
		{name: "unknown topic, producer", call: `(kafka-send p "tt" "x")`, code: "UNKNOWN_TOPIC_OR_PARTITION"},
		{name: "unknown topic, consumer", call: `(kafka-poll c "tt" 20000)`, code: "UNKNOWN_TOPIC_OR_PARTITION"},
		{name: "unknown partition", call: `(kafka-send p "t" "x" "partition" => 5)`, code: "UNKNOWN_TOPIC_OR_PARTITION"},
		{name: "bad topic name", call: `(kafka-send p "a b" "x")`, code: "INVALID_TOPIC_EXCEPTION"},
		{name: "wrong type for a codec", call: `(kafka-send p "t" 5)`, code: "SERIALIZATION"},
		{name: "bytes that are no number", call: `(kafka-poll ` + create("consumer", "localhost:9092", `"value-codec" => "Long" "auto-offset-reset" => "earliest"`) + ` "t" 20000)`, code: "DESERIALIZATION", created: 1},
		{name: "message too large", call: `(kafka-send ` + create("producer", "localhost:9092", `"max-request-size" => 1000`) + ` "t" (repeat "x" 2000))`, code: "MESSAGE_TOO_LARGE", created: 1},
		{name: "unauthorized topic, producer", call: `(kafka-send p "t" "x")`, code: "TOPIC_AUTHORIZATION_FAILED", fault: refuseProduce},
		{name: "unauthorized topic, consumer", call: `(kafka-poll c "t" 20000)`, code: "TOPIC_AUTHORIZATION_FAILED", fault: refuseFetch},
		{name: "wrong password", call: `(kafka-send ` + create("producer", login, `"security-protocol" => "SASL_PLAINTEXT" "sasl-mechanism" => "PLAIN" "sasl-username" => "alice" "sasl-password" => "bob-secret"`) + ` "t" "x")`, code: "AUTHENTICATION_FAILED", created: 1},
		{name: "no TLS there", call: `(kafka-list-topics "` + login + `" "security-protocol" => "SSL" "default-api-timeout-ms" => 500)`, code: "TIMED_OUT"},
		{name: "partitioner that answers nonsense", call: `(kafka-send ` + create("producer", "localhost:9092", `"partitioner" => (function (k v n) n)`) + ` "t" "x")`, code: "INVALID_ARGUMENT", created: 1},
		{name: "commit without a group", call: `(kafka-commit c)`, code: "INVALID_CONFIG"},
		{name: "offset that is none", call: `(kafka-read "localhost:9092" "t" "from" => "start")`, code: "INVALID_CONFIG"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			broker := newEmbedded(t)
			before := runtime.NumGoroutine()
			d := &leakDial{broker: broker}
			in, err := interp.New(interp.With(New(WithEmbedded(broker), WithDialer(d.dial))))
			if err != nil {
				t.Fatal(err)
			}
			s := &script{Session: in.NewSession(), t: t}
			s.eval(setup)
			if tc.fault != nil {
				defer tc.fault(broker).Remove()
			}
			within := tc.within
			if within == 0 {
				within = 2500 * time.Millisecond
			}
			began := time.Now()
			e := s.fails(tc.call, tc.code)
			inTime(t, began, within)
			if e.Message == "" {
				t.Error("the exception has no message")
			}
			if got, want := s.eval(`(size (kafka-clients))`).String(), 2+tc.created; got != interp.Int(int32(want)).String() {
				t.Errorf("handles:\ngot  %s\nwant %d", got, want)
			}
			if err := s.Close(); err != nil {
				t.Errorf("closing: %v", err)
			}
			wantNothingLeft(t, before, d)
			// The handle of a session that is over says nothing to another one.
			other := newScriptOn(t, broker)
			other.fails(`(kafka-send "p1" "t" "x")`, "INVALID_HANDLE")
		})
	}
}

// wantNothingLeft waits for the goroutines and connections of a session that is
// closed to end.
func wantNothingLeft(t *testing.T, before int, d *leakDial) {
	t.Helper()
	for range 6000 { // a minute
		if runtime.NumGoroutine() <= before && (d == nil || d.open.Load() == 0) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	if d != nil {
		t.Errorf("connections that are open: %d", d.open.Load())
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("goroutines: %d before, %d now\n%s", before, runtime.NumGoroutine(), stacks[:runtime.Stack(stacks, true)])
}
