package kafkalib

import (
	"fmt"
	"sync"
	"testing"
	"time"
)

// An outage is a session whose connections to an embedded broker can be cut,
// and the events of its handles.
type outage struct {
	*script
	net *faultyDial

	mu     sync.Mutex
	events []Event
}

func newOutage(t *testing.T) *outage {
	t.Helper()
	broker := newEmbedded(t)
	o := &outage{net: &faultyDial{broker: broker}}
	o.script = newScriptOn(t, broker, WithDialer(o.net.dial), WithObserver(func(e Event) {
		o.mu.Lock()
		o.events = append(o.events, e)
		o.mu.Unlock()
	}))
	return o
}

func (o *outage) count(code string) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	n := 0
	for _, e := range o.events {
		if e.Code == code {
			n++
		}
	}
	return n
}

// Trap 17: a poll returns during an outage, and the next one goes on.
func TestPollDuringOutage(t *testing.T) {
	alwaysSideBySide(t)
	for _, group := range []string{"", `"group" => "g"`} {
		t.Run(group, func(t *testing.T) {
			o := newOutage(t)
			o.eval(`(do (kafka-create-topics "localhost:9092" "t") (set p (kafka-create "producer" "embedded")) (kafka-send p "t" "1")
			  (set c (kafka-create "consumer" "localhost:9092" "auto-offset-reset" => "earliest" ` + group + `)))`)
			o.want(`(kafka-poll c "t" 60000 "shape" => "values")`, `("1")`)
			cut := time.AfterFunc(300*time.Millisecond, func() { o.net.setDown(true) })
			defer cut.Stop()
			start := time.Now()
			o.want(`(kafka-poll c 1000)`, `()`)
			if took := time.Since(start); took < 900*time.Millisecond {
				t.Errorf("a poll of 1 s took %v", took)
			}
			inTime(t, start, time.Second)
			o.want(`(kafka-poll c 200)`, `()`)
			o.eval(`(kafka-send p "t" "2")`) // over connections that are not cut
			o.net.setDown(false)
			o.want(`(kafka-poll c 60000 "shape" => "values")`, `("2")`)
		})
	}
}

// TestSeekDuringOutage asserts that a seek that cannot be done yet holds back what
// was fetched before it.
func TestSeekDuringOutage(t *testing.T) {
	alwaysSideBySide(t)
	for _, group := range []string{"", `"group" => "g"`} {
		for _, partition := range []string{"0", "null"} {
			t.Run(group+partition, func(t *testing.T) {
				o := newOutage(t)
				o.eval(`(do (kafka-create-topics "localhost:9092" "t") (set p (kafka-create "producer" "embedded")))`)
				seven(o.script)
				o.eval(`(set c (kafka-create "consumer" "localhost:9092" "auto-offset-reset" => "earliest" ` + group + `))`)
				o.want(`(kafka-poll c "t" 60000 "shape" => "values" "max-records" => 3)`, `("0" "1" "2")`)
				o.net.setDown(true)
				o.want(`(kafka-seek c "t" `+partition+` (quote ("timestamp" => 1005)))`, `true`)
				o.want(`(kafka-poll c 50)`, `()`)
				o.want(`(kafka-poll c 50)`, `()`)
				o.net.setDown(false)
				o.want(`(kafka-poll c 60000 "shape" => "values")`, `("5" "6")`)
			})
		}
	}
}

// TestSeekInShortPolls asserts that polls that take no time get past a seek whose requests
// take longer than such a poll.
func TestSeekInShortPolls(t *testing.T) {
	alwaysSideBySide(t)
	o := newOutage(t)
	o.eval(`(do (kafka-create-topics "localhost:9092" "t") (set p (kafka-create "producer" "embedded")))`)
	seven(o.script)
	o.eval(`(set c (kafka-create "consumer" "localhost:9092" "auto-offset-reset" => "earliest"))`)
	o.want(`(kafka-poll c "t" 60000 "shape" => "values" "max-records" => 3)`, `("0" "1" "2")`)
	o.net.delay(15 * time.Millisecond)
	o.eval(`(kafka-seek c "t" 0 (quote ("timestamp" => 1005)))`)
	o.until(func() (string, bool) {
		got := o.eval(`(kafka-poll c 0 "shape" => "values" "max-records" => 1)`).String()
		return got, got == `("5")`
	})
}

// TestCallsDuringOutage asserts that every other call ends with its time.
func TestCallsDuringOutage(t *testing.T) {
	alwaysSideBySide(t)
	o := newOutage(t)
	o.eval(`(do (kafka-create-topics "localhost:9092" "t") (set p (kafka-create "producer" "localhost:9092" "linger-ms" => 0))
	  (set c (kafka-create "consumer" "localhost:9092" "auto-offset-reset" => "earliest" "group" => "g")) (kafka-send p "t" "1") (kafka-poll c "t" 60000))`)
	o.net.setDown(true)
	for _, tc := range []struct{ call, code string }{
		{`(kafka-commit c "timeout-ms" => 1000)`, "TIMED_OUT"},
		{`(kafka-committed c "timeout-ms" => 1000)`, "TIMED_OUT"},
		{`(kafka-lag c "timeout-ms" => 1000)`, "TIMED_OUT"},
		{`(kafka-partitions p "t" "timeout-ms" => 1000)`, "ALL_BROKERS_DOWN"},
		{`(kafka-send p "t" "x" "timeout-ms" => 1000)`, "TIMED_OUT"},
		{`(kafka-list-topics p "timeout-ms" => 1000)`, "ALL_BROKERS_DOWN"},
	} {
		t.Run(tc.call, func(t *testing.T) {
			start := time.Now()
			o.fails(tc.call, tc.code)
			inTime(t, start, 1500*time.Millisecond)
		})
	}
	o.net.setDown(false)
	o.want(`(kafka-flush p)`, `0`)
	o.want(`(kafka-commit c)`, `true`)
	o.want(`(kafka-list-topics p)`, `("t")`)
}

// Traps 38 and 41: cuts in the middle of many sends; every record has one
// outcome, none is lost, none twice, order is kept.
func TestSendsAcrossOutages(t *testing.T) {
	alwaysSideBySide(t)
	o := newOutage(t)
	o.eval(`(do (kafka-create-topics "localhost:9092" "t") (set outcomes 0)
	  (set p (kafka-create "producer" "localhost:9092" "delivery" => "async" "on-delivery" => (function (r) (++ outcomes)))))`)
	stop := make(chan struct{})
	var cutter sync.WaitGroup
	cutter.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(60 * time.Millisecond):
				o.net.setDown(true)
			}
			time.Sleep(20 * time.Millisecond)
			o.net.setDown(false)
		}
	})
	const n = 3000
	o.eval(fmt.Sprintf(`(do (set i 0) (while (< i %d) (do (kafka-send p "t" (string i)) (++ i) (when (= 0 (mod i 100)) (sleep 10)))))`, n))
	close(stop)
	cutter.Wait()
	o.want(`(kafka-flush p)`, `0`)
	o.want(`outcomes`, fmt.Sprint(n))
	o.want(`(do (set i 0) (set wrong 0) (for-each (kafka-read "embedded" "t" "shape" => "values") v (do (when (!= v (string i)) (++ wrong)) (++ i))) (list i wrong))`,
		fmt.Sprintf("(%d 0)", n))
	if o.count("DELIVERY_FAILED") != 0 {
		t.Errorf("DELIVERY_FAILED: %d", o.count("DELIVERY_FAILED"))
	}
}

// Trap 20: a closed producer says so at once.
func TestSendAfterDestroy(t *testing.T) {
	s := withTopic(t)
	s.eval(`(do (kafka-send p "t" "x") (kafka-destroy p))`)
	start := time.Now()
	s.fails(`(kafka-send p "t" "y")`, "INVALID_HANDLE")
	inTime(t, start, 100*time.Millisecond)
}
