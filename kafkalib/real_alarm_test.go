//go:build integration

package kafkalib

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/internal/kafkatest"
)

// pauseVariable is the environment variable with the least time for which
// TestRealAlarms pauses a broker, such as "60s"; otherwise until all are raised.
const pauseVariable = "BPL_TEST_PAUSE"

// TestRealAlarms pauses the broker that a busy producer sends to. The alarms on
// the age of the queue, on the oldest unanswered request and on round trips are
// raised in time, and cleared after it, once each.
func TestRealAlarms(t *testing.T) {
	c := kafkatest.FromEnv(t)
	emptyReal(t)
	pause := time.Duration(0)
	if text := os.Getenv(pauseVariable); text != "" {
		var err error
		if pause, err = time.ParseDuration(text); err != nil {
			t.Fatalf("%s: %v", pauseVariable, err)
		}
	}
	type alarmTest struct {
		metric string
		value  time.Duration
		hold   time.Duration
		every  time.Duration
	}
	// More than what a busy machine lets a broker wait that is not paused.
	alarms := []alarmTest{
		{"queue-age", 3 * time.Second, 0, time.Second},
		{"brokers/*/waitresp-age", 3 * time.Second, 500 * time.Millisecond, 500 * time.Millisecond},
		{"brokers/*/rtt/p99", 3 * time.Second, 0, time.Second},
		{"brokers/*/rtt/p50", 3 * time.Second, time.Second, 500 * time.Millisecond},
		{"brokers/*/rtt/avg", 3 * time.Second, 0, time.Second},
	}
	var mu sync.Mutex
	seen := make(map[string][]Event) // by code
	s := newRealScript(t, WithObserver(func(e Event) {
		if e.Code == "ALARM_RAISED" || e.Code == "ALARM_CLEARED" {
			mu.Lock()
			defer mu.Unlock()
			seen[e.Code] = append(seen[e.Code], e)
		}
	}))
	s.eval(`(do (kafka-create-topics "embedded" "t" "replication-factor" => 1)
	  (set p (kafka-create "producer" "embedded" "delivery" => "async")) (set done false)
	  (kafka-send p "t" "first") (kafka-flush p))`)
	for _, a := range alarms {
		s.eval(fmt.Sprintf(`(kafka-alarm p %q ">" %d "for-ms" => %d "interval-ms" => %d)`,
			a.metric, a.value.Milliseconds(), a.hold.Milliseconds(), a.every.Milliseconds()))
	}
	// An executor of a spawn would end with the context of its evaluation.
	busy := make(chan error, 1)
	go func() {
		_, err := s.Session.Eval(t.Context(), `(while (not done) (do (kafka-send p "t" "v") (sleep 2)))`)
		busy <- err
	}()
	leader := 0
	if _, err := fmt.Sscan(s.eval(`(get (first (kafka-leaders "embedded" "t")) "leader")`).String(), &leader); err != nil {
		t.Fatal(err)
	}
	s.eval(`(sleep 3000)`) // the windows are full of quick round trips
	mu.Lock()
	for code, events := range seen {
		t.Errorf("before the pause\ngot  %d times %s, the first one for %s at %v\nwant none", len(events), code, events[0].Metric, *events[0].Value)
	}
	mu.Unlock()
	if err := c.Pause(context.Background(), leader); err != nil {
		t.Fatal(err)
	}
	paused := time.Now()
	ended := paused
	resume := sync.OnceFunc(func() {
		if err := c.Resume(context.Background(), leader); err != nil {
			t.Error(err)
		}
		ended = time.Now()
	})
	defer resume()
	told := func(code string, enough func() bool) func() (string, bool) {
		return func() (string, bool) {
			mu.Lock()
			defer mu.Unlock()
			text := ""
			for code, events := range seen {
				for _, e := range events {
					text += fmt.Sprintf("%s %s after %v; ", code, e.Metric, e.Time.Sub(paused).Round(time.Millisecond))
				}
			}
			return text, len(seen[code]) >= len(alarms) && enough()
		}
	}
	s.until(told("ALARM_RAISED", func() bool { return time.Since(paused) >= pause }))
	resume()
	s.until(told("ALARM_CLEARED", func() bool { return true }))
	s.eval(`(do (sleep 3000) (set done true))`)
	if err := <-busy; err != nil {
		t.Error(err)
	}
	s.want(`(kafka-flush p)`, "0")
	mu.Lock()
	defer mu.Unlock()
	for _, a := range alarms {
		one := func(code string) *Event {
			var found []Event
			for _, e := range seen[code] {
				if matchPath(a.metric, e.Metric) {
					found = append(found, e)
				}
			}
			if len(found) != 1 {
				t.Errorf("%s of %s\ngot  %d times\nwant once", code, a.metric, len(found))
				return nil
			}
			return &found[0]
		}
		limit := a.value + a.hold + a.every + 2*time.Second // event-probe-timeout-ms
		if e := one("ALARM_RAISED"); e != nil {
			t.Logf("%s: raised %v after the pause began, at %v", e.Metric, e.Time.Sub(paused).Round(time.Millisecond), *e.Value)
			if got := e.Time.Sub(paused); got > limit+slack {
				t.Errorf("%s raised\ngot  %v after the pause began\nwant at most %v", a.metric, got, limit)
			}
		}
		if e := one("ALARM_CLEARED"); e != nil {
			t.Logf("%s: cleared %v after the pause ended", e.Metric, e.Time.Sub(ended).Round(time.Millisecond))
			if e.Time.Before(ended) {
				t.Errorf("%s cleared\ngot  %v before the pause ended\nwant after it", a.metric, ended.Sub(e.Time))
			}
		}
	}
}
