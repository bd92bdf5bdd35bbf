package kafkalib

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// alarmEvents takes the events of the alarms of a handle as "RAISED metric".
func (s *script) alarmEvents(h *handle) []string {
	s.t.Helper()
	events := h.events.take(nil, 1000)
	var out []string
	for _, e := range events {
		if name, ok := strings.CutPrefix(e.Code, "ALARM_"); ok {
			out = append(out, name+" "+e.Metric)
		}
	}
	return out
}

// awaitAlarms waits for as many events of alarms as are wanted, and for a
// moment more in which none may come.
func (s *script) awaitAlarms(h *handle, want ...string) {
	s.t.Helper()
	var got []string
	s.until(func() (string, bool) {
		got = append(got, s.alarmEvents(h)...)
		return fmt.Sprint(got), len(got) >= len(want)
	})
	s.eval(`(sleep 100)`)
	got = append(got, s.alarmEvents(h)...)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		s.t.Errorf("events of alarms\ngot  %q\nwant %q", got, want)
	}
}

// TestAlarmsInOutage: a broker that keeps all answers back raises the alarms on
// the age of the queue, of the oldest request and on round trips, once each,
// and clears them when it answers again, whether it then answers or has lost
// the requests.
func TestAlarmsInOutage(t *testing.T) {
	for _, lost := range []bool{false, true} {
		t.Run(map[bool]string{false: "late", true: "lost"}[lost], func(t *testing.T) {
			alwaysSideBySide(t)
			s := newEmbeddedScript(t, kfake.SleepOutOfOrder())
			s.eval(`(do (kafka-create-topics "embedded" "t")
  (set p (kafka-create "producer" "embedded" "delivery" => "async" "linger-ms" => 0 "event-probe-ms" => 0))
  (kafka-send p "t" "a") (kafka-flush p)
  (kafka-alarm p "queue-age" ">" 1500 "interval-ms" => 20)
  (kafka-alarm p "brokers/*/waitresp-age" ">" 1500 "interval-ms" => 20 "for-ms" => 50 "clear" => 100)
  (kafka-alarm p "brokers/*/rtt/p99" ">" 1500 "interval-ms" => 20)
  (sleep 60))`)
			h := s.handle("p1")
			if got := s.alarmEvents(h); got != nil {
				t.Errorf("before the outage\ngot  %q\nwant none", got)
			}
			var out atomic.Bool
			release := make(chan struct{})
			out.Store(true)
			cluster := s.broker.Cluster()
			cluster.ControlKey(int16(kmsg.Produce), func(kmsg.Request) (kmsg.Response, error, bool) {
				if !out.Load() {
					return nil, nil, false
				}
				cluster.KeepControl()
				cluster.SleepControl(func() { <-release })
				if lost {
					return nil, fmt.Errorf("the connection is lost"), true
				}
				return nil, nil, false
			})
			s.eval(`(kafka-send p "t" "b")`)
			s.awaitAlarms(h, "RAISED queue-age", "RAISED brokers/0/waitresp-age", "RAISED brokers/0/rtt/p99")
			out.Store(false)
			close(release)
			s.eval(`(while (> (kafka-flush p 1000) 0) null)`)
			s.awaitAlarms(h, "CLEARED queue-age", "CLEARED brokers/0/waitresp-age", "CLEARED brokers/0/rtt/p99")
		})
	}
}

// TestAlarmOfIdleClient: probes alone tell that the broker does not answer.
func TestAlarmOfIdleClient(t *testing.T) {
	alwaysSideBySide(t)
	s := newEmbeddedScript(t, kfake.SleepOutOfOrder())
	s.eval(`(do (kafka-create-topics "embedded" "t")
  (set p (kafka-create "producer" "embedded" "event-probe-ms" => 100 "event-probe-timeout-ms" => 200))
  (kafka-send p "t" "a")
  (kafka-alarm p "brokers/*/waitresp-age" ">" 1500 "interval-ms" => 20))`)
	var out atomic.Bool
	out.Store(true)
	release := make(chan struct{})
	cluster := s.broker.Cluster()
	cluster.Control(func(kmsg.Request) (kmsg.Response, error, bool) {
		cluster.KeepControl()
		if out.Load() {
			cluster.SleepControl(func() { <-release })
		}
		return nil, nil, false
	})
	s.awaitAlarms(s.handle("p1"), "RAISED brokers/0/waitresp-age")
	out.Store(false)
	close(release)
	s.awaitAlarms(s.handle("p1"), "CLEARED brokers/0/waitresp-age")
}

// TestAlarmsOfLag: the lag of a consumer that does not poll is seen all the
// same, and so is its growth.
func TestAlarmsOfLag(t *testing.T) {
	alwaysSideBySide(t)
	s := newEmbeddedScript(t)
	s.eval(`(do (kafka-create-topics "embedded" "t")
  (set p (kafka-create "producer" "embedded"))
  (set c (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest"))
  (kafka-send p "t" "a") (kafka-poll c "t" 60000)
  (kafka-alarm c "topics/t/partitions/*/consumer-lag" ">=" 50 "interval-ms" => 50 "clear" => 5)
  (kafka-alarm c "topics/*/partitions/0/consumer-lag" ">" 1 "rate" => true "interval-ms" => 500))`)
	h := s.handle("c2")
	if err := s.Set("many", slices.Repeat([]string{"x"}, 60)); err != nil {
		t.Fatal(err)
	}
	s.eval(`(kafka-send p "t" many)`)
	raised := []string{"RAISED topics/t/partitions/0/consumer-lag", "RAISED topics/t/partitions/0/consumer-lag"}
	s.awaitAlarms(h, append(raised, "CLEARED topics/t/partitions/0/consumer-lag")...) // the growth is over at once
	s.eval(`(do (set n 0) (while (< n 60) (set n (+ n (size (kafka-poll c 60000))))))`)
	s.awaitAlarms(h, "CLEARED topics/t/partitions/0/consumer-lag")
}
