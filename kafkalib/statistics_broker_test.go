package kafkalib

import (
	"context"
	"errors"
	"io"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// A hooked is the hook of a client and the time that passes between its calls.
type hooked struct {
	*clientStatistics
	meta kgo.BrokerMetadata
}

func newHooked() *hooked {
	s := &statistics{fetchWait: 500 * time.Millisecond, brokers: make(map[int32]*brokerFigures), servers: make(map[brokerAddress]*brokerFigures),
		list: Servers{Addresses: []string{"a:9092"}}, partitions: make(map[TopicPartition]*partitionFigures)}
	return &hooked{&clientStatistics{statistics: s}, kgo.BrokerMetadata{NodeID: 1, Host: "h", Port: 9092}}
}

func (h *hooked) write(key kmsg.Key) { h.OnBrokerWrite(h.meta, int16(key), 100, 0, 0, nil) }

func (h *hooked) answer(key kmsg.Key, after time.Duration) {
	h.OnBrokerE2E(h.meta, int16(key), kgo.BrokerE2E{BytesWritten: 100, BytesRead: 50, ReadWait: after})
}

func (h *hooked) fail(key kmsg.Key, after time.Duration, err error) {
	h.OnBrokerE2E(h.meta, int16(key), kgo.BrokerE2E{BytesWritten: 100, ReadWait: after, ReadErr: err})
}

func (h *hooked) figure(t *testing.T, id int) Figure {
	t.Helper()
	all := h.known()
	if len(all) <= id {
		t.Fatalf("got %d brokers", len(all))
	}
	return all[id].figure(time.Now(), brokerCondition{})
}

// TestWaitingAge: the age of the oldest request without answer, and how many
// there are.
func TestWaitingAge(t *testing.T) {
	reset := errors.New("connection reset by peer")
	tests := []struct {
		name       string
		do         func(h *hooked)
		age, count float64
	}{
		{"nothing asked", func(h *hooked) { h.write(kmsg.Metadata); h.answer(kmsg.Metadata, 0) }, 0, 0},
		{"two asked", func(h *hooked) {
			h.write(kmsg.Produce)
			time.Sleep(300 * time.Millisecond)
			h.write(kmsg.Produce)
			time.Sleep(200 * time.Millisecond)
		}, 500, 2},
		{"the older one answered", func(h *hooked) {
			h.write(kmsg.Produce)
			time.Sleep(300 * time.Millisecond)
			h.write(kmsg.Produce)
			time.Sleep(200 * time.Millisecond)
			h.answer(kmsg.Produce, 500*time.Millisecond)
		}, 200, 1},
		{"the younger one answered, on another connection", func(h *hooked) {
			h.write(kmsg.Metadata)
			time.Sleep(300 * time.Millisecond)
			h.write(kmsg.Metadata)
			time.Sleep(200 * time.Millisecond)
			h.answer(kmsg.Metadata, 200*time.Millisecond)
		}, 500, 1},
		{"ended by a time-out", func(h *hooked) {
			h.write(kmsg.Produce)
			time.Sleep(time.Second)
			h.fail(kmsg.Produce, time.Second, os.ErrDeadlineExceeded)
			time.Sleep(time.Second)
		}, 2000, 0},
		{"lost with its connection, and another one asked", func(h *hooked) {
			h.write(kmsg.Produce)
			time.Sleep(time.Second)
			h.fail(kmsg.Produce, time.Second, reset)
			h.write(kmsg.Metadata)
			time.Sleep(time.Second)
		}, 2000, 1},
		{"lost, then the broker answers again", func(h *hooked) {
			h.write(kmsg.Produce)
			time.Sleep(time.Second)
			h.fail(kmsg.Produce, time.Second, reset)
			h.write(kmsg.ApiVersions)
			h.answer(kmsg.ApiVersions, 0)
			time.Sleep(time.Second)
		}, 0, 0},
		{"no connection could be opened", func(h *hooked) {
			h.OnBrokerConnect(h.meta, 100*time.Millisecond, nil, errors.New("refused"))
			time.Sleep(time.Second)
		}, 1100, 0},
		{"the caller gave up", func(h *hooked) {
			h.write(kmsg.Metadata)
			time.Sleep(time.Second)
			h.fail(kmsg.Metadata, time.Second, context.Canceled)
			h.OnBrokerConnect(h.meta, time.Second, nil, context.Canceled)
			time.Sleep(time.Second)
		}, 0, 0},
		{"the client closed", func(h *hooked) {
			h.write(kmsg.Produce)
			h.write(kmsg.Metadata)
			time.Sleep(time.Second)
			h.fail(kmsg.Produce, time.Second, io.EOF)
			h.OnClientClosed(nil)
		}, 0, 0},
		{"a fetch waits for records", func(h *hooked) {
			h.write(kmsg.Fetch)
			time.Sleep(500 * time.Millisecond)
		}, 0, 1},
		{"a fetch waits for longer than it asked for", func(h *hooked) {
			h.write(kmsg.Fetch)
			time.Sleep(800 * time.Millisecond)
		}, 800, 1},
		{"acks 0", func(h *hooked) {
			h.write(kmsg.Produce)
			h.OnBrokerE2E(h.meta, int16(kmsg.Produce), kgo.BrokerE2E{BytesWritten: 100})
			time.Sleep(time.Second)
		}, 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHooked()
				test.do(h)
				f := h.figure(t, 0)
				if got := millis(t, f, "waitresp-age"); got != test.age {
					t.Errorf("waitresp-age\ngot  %v\nwant %v", got, test.age)
				}
				if got := millis(t, f, "waitresp-cnt"); got != test.count {
					t.Errorf("waitresp-cnt\ngot  %v\nwant %v", got, test.count)
				}
			})
		})
	}
}

// TestRoundTripsInOutage: the percentiles rise although no round trip ends,
// and fall when the broker is back.
func TestRoundTripsInOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHooked()
		for range 1000 {
			h.write(kmsg.Produce)
			time.Sleep(5 * time.Millisecond)
			h.answer(kmsg.Produce, 5*time.Millisecond)
		}
		expect := func(when, name string, least, most float64) {
			t.Helper()
			rtt, _ := h.figure(t, 0).Part("rtt")
			if got := millis(t, rtt, name); got < least || got > most {
				t.Errorf("%s: %s\ngot  %v\nwant %v to %v", when, name, got, least, most)
			}
		}
		expect("before", "p99", 4.9, 5.1)
		h.write(kmsg.Produce)
		time.Sleep(600 * time.Millisecond)
		expect("after 600 ms", "p99", 590, 610)
		time.Sleep(600 * time.Millisecond)
		expect("after 1,200 ms", "p50", 1180, 1220)
		expect("after 1,200 ms", "min", 1180, 1220)
		time.Sleep(58800 * time.Millisecond)
		h.fail(kmsg.Produce, time.Minute, os.ErrDeadlineExceeded)
		expect("after a minute", "p50", 59_000, 61_000)
		h.write(kmsg.Produce)
		h.answer(kmsg.Produce, 0)
		expect("back", "p99", 0, 1)
	})
}

func TestRoundTripOfFetch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHooked()
		for _, d := range []time.Duration{2 * time.Millisecond, 400 * time.Millisecond, 503 * time.Millisecond} {
			h.write(kmsg.Fetch)
			time.Sleep(d)
			h.answer(kmsg.Fetch, d)
		}
		rtt, _ := h.figure(t, 0).Part("rtt")
		if got, want := millis(t, rtt, "cnt"), 1.0; got != want {
			t.Errorf("samples\ngot  %v\nwant %v: only of the fetch that took longer than it waits for records", got, want)
		}
		if got, want := millis(t, rtt, "max"), 3.0; !near(got, want) {
			t.Errorf("max\ngot  %v\nwant %v", got, want)
		}
	})
}

func TestRequestCounters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHooked()
		h.OnBrokerConnect(h.meta, 0, nil, nil)
		h.OnBrokerConnect(h.meta, 0, nil, errors.New("refused"))
		h.write(kmsg.Produce)
		h.fail(kmsg.Produce, 0, os.ErrDeadlineExceeded)
		h.write(kmsg.Produce) // again
		h.answer(kmsg.Produce, 0)
		h.OnBrokerWrite(h.meta, int16(kmsg.Metadata), 0, 0, 0, io.EOF)
		h.OnBrokerE2E(h.meta, int16(kmsg.Metadata), kgo.BrokerE2E{WriteErr: io.EOF})
		h.OnBrokerThrottle(h.meta, 20*time.Millisecond, true)
		h.OnBrokerDisconnect(h.meta, nil)
		time.Sleep(time.Second)
		f := h.figure(t, 0)
		for name, want := range map[string]float64{"connects": 1, "connect-errs": 1, "disconnects": 1, "tx": 2, "txbytes": 200, "txerrs": 1,
			"txretries": 1, "req-timeouts": 1, "rx": 1, "rxbytes": 50, "rxerrs": 1, "txidle": 1000, "rxidle": 1000, "nodeid": 1} {
			if got := millis(t, f, name); got != want {
				t.Errorf("%s\ngot  %v\nwant %v", name, got, want)
			}
		}
		throttle, _ := f.Part("throttle")
		if got := millis(t, throttle, "max"); !near(got, 20) {
			t.Errorf("throttle\ngot  %v\nwant 20", got)
		}
		req, _ := f.Part("req")
		if got := millis(t, req, "Produce"); got != 2 {
			t.Errorf("req/Produce\ngot  %v\nwant 2", got)
		}
	})
}

// TestServersOfTheList: a server is counted under its id once that is known;
// one that turned out to be no broker is left out then.
func TestServersOfTheList(t *testing.T) {
	h := newHooked()
	seed := func(id int32, host string) {
		h.meta = kgo.BrokerMetadata{NodeID: -1000 + id, Host: host, Port: 9092}
		h.write(kmsg.Metadata)
	}
	seed(0, "a")
	seed(1, "balancer")
	if got, want := len(h.known()), 2; got != want {
		t.Fatalf("brokers\ngot  %d\nwant %d", got, want)
	}
	if got, want := h.known()[0].name(), "a:9092"; got != want {
		t.Errorf("name\ngot  %s\nwant %s", got, want)
	}
	h.meta = kgo.BrokerMetadata{NodeID: 7, Host: "a", Port: 9092}
	h.write(kmsg.Metadata)
	seed(0, "a")
	all := h.known()
	if got, want := len(all), 1; got != want {
		t.Fatalf("brokers\ngot  %d\nwant %d", got, want)
	}
	f := all[0].figure(time.Now(), brokerCondition{})
	if got, want := f.Name, "7"; got != want {
		t.Errorf("name\ngot  %s\nwant %s", got, want)
	}
	if got, want := millis(t, f, "tx"), 3.0; got != want {
		t.Errorf("tx\ngot  %v\nwant %v", got, want)
	}
	h.removed(7)
	if got, want := len(h.known()), 1; got != want { // the balancer
		t.Errorf("brokers after the removal\ngot  %d\nwant %d", got, want)
	}
}
