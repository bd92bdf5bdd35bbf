package kafkalib

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// statsOf is what kafka-stats gives.
func (s *script) statsOf(id string) Figure {
	s.t.Helper()
	return s.handle(id).figures(need{all: true, groups: map[string]bool{interpreterGroup: true}}, s.Stats)
}

// at is the number at a path; it fails where there is none.
func (s *script) at(f Figure, path ...string) float64 {
	s.t.Helper()
	for _, name := range path {
		part, ok := f.Part(name)
		if !ok {
			s.t.Fatalf("%s of %v: not there", name, path)
		}
		f = part
	}
	n, ok := f.Number()
	if !ok {
		s.t.Fatalf("%v: got no number", path)
	}
	return n
}

// TestStatisticsFields: every figure is described, and every description has
// its figure.
func TestStatisticsFields(t *testing.T) {
	s := newEmbeddedScript(t)
	s.eval(`(do (kafka-create-topics "embedded" "t")
  (set p (kafka-create "producer" "embedded"))
  (kafka-send p "t" ("a" "b" "c"))
  (set c (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest"))
  (kafka-poll c "t" 60000 "max-records" => 1) (kafka-commit c))`)
	seen := make(map[string]bool)
	for _, id := range []string{"p1", "c2"} {
		for _, path := range pathsOf(s.statsOf(id), "") {
			path = path[len(id)+1:]
			known := slices.IndexFunc(statisticsPaths(), func(p string) bool { return matchPath(p, path) })
			if known < 0 {
				t.Errorf("%s: %s is not described", id, path)
				continue
			}
			seen[statisticsPaths()[known]] = true
		}
	}
	for _, p := range statisticsPaths() {
		if !seen[p] {
			t.Errorf("%s is described and not shown", p)
		}
	}
	for _, p := range textFields {
		if !slices.Contains(statisticsPaths(), p) {
			t.Errorf("text field %s: there is no such figure", p)
		}
	}
}

func TestStatisticsOfProducer(t *testing.T) {
	s := newEmbeddedScript(t)
	s.eval(`(do (kafka-create-topics "embedded" "t" "partitions" => 2)
  (set p (kafka-create "producer" "embedded"))
  (kafka-send p "t" ("a" "b" "c") "partition" => 1)
  (kafka-send p "t" "d" "partition" => 0))`)
	var f Figure
	s.until(func() (string, bool) { // the client tells of a batch after the outcomes of its records
		f = s.statsOf("p1")
		n := s.at(f, "txmsgs")
		return fmt.Sprint("txmsgs ", n), n == 4
	})
	for _, want := range []struct {
		path []string
		n    float64
	}{
		{[]string{"accepted"}, 4}, {[]string{"delivered"}, 4}, {[]string{"failed"}, 0}, {[]string{"msg-cnt"}, 0}, {[]string{"queue-age"}, 0},
		{[]string{"txmsgs"}, 4}, {[]string{"errs"}, 0}, {[]string{"under-replicated"}, 0}, {[]string{"delivery-latency", "cnt"}, 2},
		{[]string{"topics", "t", "partitions", "0", "txmsgs"}, 1},
		{[]string{"topics", "t", "partitions", "1", "txmsgs"}, 3},
		{[]string{"topics", "t", "partitions", "1", "leader"}, s.at(f, "topics", "t", "partitions", "1", "broker")},
		{[]string{"topics", "t", "partitions", "1", "under-replicated"}, 0},
	} {
		if got := s.at(f, want.path...); got != want.n {
			t.Errorf("%v\ngot  %v\nwant %v", want.path, got, want.n)
		}
	}
	s.want(`(list (get (kafka-stats p) "name") (get (kafka-stats p) "type"))`, `("p1" "producer")`)
	s.fails(`(kafka-stats "p9")`, "INVALID_HANDLE")
	s.fails(`(kafka-stats p "x" => 1)`, "INVALID_CONFIG")
}

// TestStatisticsOfConsumer: the lag is right also where nothing was fetched,
// and when others write after the last poll.
func TestStatisticsOfConsumer(t *testing.T) {
	s := newEmbeddedScript(t)
	s.eval(`(do (kafka-create-topics "embedded" "t" "partitions" => 2)
  (set p (kafka-create "producer" "embedded"))
  (kafka-send p "t" ("a" "b" "c") "partition" => 0)
  (set c (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest"))
  (kafka-poll c "t" 60000 "max-records" => 1) (kafka-commit c))`)
	f := s.statsOf("c2")
	for _, want := range []struct {
		path []string
		n    float64
	}{
		{[]string{"topics", "t", "partitions", "0", "consumer-lag"}, 2},
		{[]string{"topics", "t", "partitions", "0", "app-offset"}, 1},
		{[]string{"topics", "t", "partitions", "0", "committed-offset"}, 1},
		{[]string{"topics", "t", "partitions", "0", "hi-offset"}, 3},
		{[]string{"topics", "t", "partitions", "0", "lo-offset"}, 0},
		{[]string{"fetchq-cnt"}, 2}, {[]string{"rxmsgs"}, 3},
		{[]string{"cgrp", "assignment-size"}, 2}, {[]string{"cgrp", "rebalance-cnt"}, 1},
	} {
		if got := s.at(f, want.path...); got != want.n {
			t.Errorf("%v\ngot  %v\nwant %v", want.path, got, want.n)
		}
	}
	s.eval(`(kafka-send p "t" ("d" "e") "partition" => 1)`)
	s.until(func() (string, bool) {
		n, ok := partAt(s.statsOf("c2"), "topics", "t", "partitions", "1", "consumer-lag").Number()
		return fmt.Sprint("lag ", n, ok), ok && n == 2
	})
}

func partAt(f Figure, path ...string) Figure {
	for _, name := range path {
		f, _ = f.Part(name)
	}
	return f
}

// until waits until something is so; it tells what was last seen.
func (s *script) until(check func() (string, bool)) {
	s.t.Helper()
	deadline := time.Now().Add(2 * time.Minute)
	for {
		got, ok := check()
		if ok {
			return
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("not within two minutes; last seen: %s", got)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// TestStatisticsDoNotWait: a broker that does not answer holds nothing up, and
// the figures tell of it.
func TestStatisticsDoNotWait(t *testing.T) {
	s := newEmbeddedScript(t, kfake.SleepOutOfOrder())
	s.eval(`(do (kafka-create-topics "embedded" "t")
  (set p (kafka-create "producer" "embedded" "delivery" => "async"))
  (kafka-send p "t" "a") (kafka-flush p))`)
	release := make(chan struct{})
	defer close(release)
	s.broker.Cluster().Control(func(req kmsg.Request) (kmsg.Response, error, bool) {
		s.broker.Cluster().KeepControl()
		s.broker.Cluster().SleepControl(func() { <-release })
		return nil, nil, false
	})
	s.eval(`(kafka-send p "t" "b")`)
	var last time.Duration
	s.until(func() (string, bool) {
		began := time.Now()
		f := s.statsOf("p1")
		last = max(last, time.Since(began))
		age, queue, p50 := s.at(f, "brokers", "0", "waitresp-age"), s.at(f, "queue-age"), s.at(f, "brokers", "0", "rtt", "p50")
		return fmt.Sprint("waitresp-age ", age, ", queue-age ", queue, ", rtt ", p50), age > 1200 && queue > 1200 && p50 > 1200
	})
	if last > slack { // the broker does not answer before the end of the test
		t.Errorf("kafka-stats took %v while the broker did not answer", last)
	}
	if got := s.at(s.statsOf("p1"), "msg-cnt"); got != 1 {
		t.Errorf("msg-cnt\ngot  %v\nwant 1", got)
	}
}

func TestOnStats(t *testing.T) {
	s := newEmbeddedScript(t)
	s.eval(`(do (set p (kafka-create "producer" "embedded")) (set n 0)
  (set id (kafka-on-stats p 1 (function (s) (++ n) (set latest s))))
  (while (< n 3) (sleep 1))
  (set off (kafka-off p id)) (set then n) (sleep 30))`)
	s.want(`(list off (= n then) latest/name (> latest/interpreter/executors 0) (kafka-off p id))`, `(true true "p1" true false)`)
	s.fails(`(kafka-on-stats p 0 (function (s) s))`, "INVALID_ARGUMENT")
	s.fails(`(kafka-on-stats p 1.5 (function (s) s))`, "INVALID_ARGUMENT")
	s.fails(`(kafka-on-stats p 10 "f")`, "INVALID_ARGUMENT")
	s.fails(`(kafka-on-stats p 10 (function (s) s) "every" => 1)`, "INVALID_CONFIG")
	s.eval(`(do (kafka-on-stats p 1 (function (s) (throw "no"))) (set e (kafka-events p 60000 "codes" => ("CALLBACK_FAILED"))))`)
	s.want(`(get (get e 0) "code")`, `"CALLBACK_FAILED"`)
}

// TestOnStatsSlowFunction: calls do not pile up.
func TestOnStatsSlowFunction(t *testing.T) {
	s := newEmbeddedScript(t)
	s.eval(`(do (set p (kafka-create "producer" "embedded")) (set n 0)
  (kafka-on-stats p 1 (function (s) (++ n) (sleep 50)))
  (while (< n 2) (sleep 1)) (sleep 100))`)
	h := s.handle("p1")
	calls := h.calls.Load()
	calls.mu.Lock()
	defer calls.mu.Unlock()
	if len(calls.waiting) > 1 {
		t.Errorf("calls that wait\ngot  %d\nwant at most 1", len(calls.waiting))
	}
}

// TestContributedFigures: other parts of the library add groups, and alarms
// watch them.
func TestContributedFigures(t *testing.T) {
	s := newEmbeddedScript(t)
	s.eval(`(set p (kafka-create "producer" "embedded"))`)
	s.handle("p1").addStatistics("spool", func() []Figure { return []Figure{Count("records", 7), Unknown("oldest")} })
	s.want(`(get (kafka-stats p) "spool")`, `("records" => 7 "oldest" => null)`)
	s.eval(`(do (kafka-alarm p "spool/records" ">" 6 "interval-ms" => 1) (set e (get (kafka-events p 60000 "codes" => ("ALARM_RAISED")) 0)))`)
	s.want(`(list e/metric e/value)`, `("spool/records" 7)`)
	e := s.fails(`(kafka-alarm p "spool/record" ">" 6)`, "INVALID_ARGUMENT")
	if want := `did you mean "spool/records"?`; !strings.Contains(e.Message, want) {
		t.Errorf("message\ngot  %s\nwant it to mention %s", e.Message, want)
	}
}

// TestWatchEnds: nothing runs any more when nothing is watched, and when the
// handle is closed.
func TestWatchEnds(t *testing.T) {
	s := newEmbeddedScript(t)
	s.eval(`(do (set p (kafka-create "producer" "embedded"))
  (set a (kafka-alarm p "queue-age" ">" 1)) (set b (kafka-on-stats p 1 (function (s) s)))
  (kafka-off p a) (kafka-off p b))`)
	w := &s.handle("p1").watch
	running := func() (string, bool) {
		w.mu.Lock()
		defer w.mu.Unlock()
		return fmt.Sprint("running ", w.running), !w.running
	}
	s.until(running)
	s.eval(`(do (kafka-alarm p "queue-age" ">" 1) (kafka-on-stats p 1 (function (s) s)) (kafka-destroy p))`)
	if got, ended := running(); !ended {
		t.Errorf("after kafka-destroy: %s", got)
	}
}
