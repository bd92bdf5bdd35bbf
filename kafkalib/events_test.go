package kafkalib

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// emitter makes a handle on which a test raises events itself.
func emitter(t *testing.T, options string) (*script, *handle) {
	t.Helper()
	s := newEmbeddedScript(t)
	s.eval(`(do (set codes (function (l) (do (set out (list)) (for-each l e (push out e/code)) out)))
	  (set a (kafka-create "admin" "embedded" ` + options + `)) (kafka-events a))`)
	return s, s.handle("a1")
}

func TestEvents(t *testing.T) {
	s, h := emitter(t, "")
	for _, code := range []string{"QUEUE_FULL", "PARTITION_EOF", "QUEUE_FULL"} {
		h.emit(Event{Code: code})
	}
	s.want(`(codes (kafka-events a 0 "codes" => "QUEUE_FULL" "max" => 1))`, `("QUEUE_FULL")`)
	s.want(`(codes (kafka-events a 60000 "codes" => ("QUEUE_FULL" "QUEUE_DRAINED")))`, `("QUEUE_FULL")`)
	s.want(`(codes (kafka-events a null "codes" => null))`, `("PARTITION_EOF")`)
	s.want(`(kafka-events a)`, `()`)
	s.want(`(kafka-events a 10 "codes" => "*")`, `()`)
}

func TestEventFields(t *testing.T) {
	s, h := emitter(t, "")
	at := time.UnixMilli(1_700_000_000_123)
	h.emit(Event{Code: "DELIVERY_RESOLVED", Time: at, Broker: new(int32(2)), Host: "h", Port: 9092, Topic: "t", Partition: new(int32(1)),
		Offset: new(int64(7)), Count: new(int64(3)), Duration: new(1500 * time.Millisecond), Outcome: "failed"})
	s.want(`(kafka-events a)`,
		`(("code" => "DELIVERY_RESOLVED" "severity" => "info" "time" => 1700000000123 "client" => "a1" "broker" => 2 "host" => "h" "port" => 9092 "topic" => "t" "partition" => 1 "offset" => 7 "count" => 3 "duration-ms" => 1500 "outcome" => "failed"))`)
	h.emit(Event{Code: "ALARM_RAISED", Metric: "brokers/1/rtt/p99", Value: new(2.5), Error: brokerErrorCode(7, nil)})
	s.want(`(do (set e (get (kafka-events a) 0)) (list e/metric e/value (get e/error 0) e/error/code e/error/origin))`,
		`("brokers/1/rtt/p99" 2.5 "KafkaException" "REQUEST_TIMED_OUT" "broker")`)
}

func TestEventsDiscarded(t *testing.T) {
	s, h := emitter(t, `"event-buffer" => 2`)
	for range 5 {
		h.emit(Event{Code: "QUEUE_FULL"})
	}
	s.want(`(do (set l (kafka-events a)) (list (codes l) (get (get l 0) "count") (get (get l 0) "client")))`,
		`(("EVENTS_DISCARDED" "QUEUE_FULL" "QUEUE_FULL") 3 "a1")`)
}

func TestEventsArguments(t *testing.T) {
	s, _ := emitter(t, "")
	for _, tc := range []struct{ call, code, message string }{
		{`(kafka-events "a9")`, "INVALID_HANDLE", `handle "a9" is not open`},
		{`(kafka-events a -1)`, "INVALID_ARGUMENT", "millis"},
		{`(kafka-events a "soon")`, "INVALID_ARGUMENT", "millis"},
		{`(kafka-events a 0 "max" => 0)`, "INVALID_CONFIG", `"max"`},
		{`(kafka-events a 0 "codes" => ())`, "INVALID_CONFIG", "not empty"},
		{`(kafka-events a 0 "codes" => "BROKER_DISCONECTED")`, "INVALID_CONFIG", `did you mean "BROKER_DISCONNECTED"?`},
		{`(kafka-events a 0 "codes" => ("QUEUE_FULL" 7))`, "INVALID_CONFIG", "got 7"},
		{`(kafka-events a 0 "codess" => "*")`, "INVALID_CONFIG", `did you mean "codes"?`},
		{`(kafka-on-event a "SPOOL_FUL" (function (e) e))`, "INVALID_ARGUMENT", `did you mean "SPOOL_FULL"?`},
		{`(kafka-on-event a () (function (e) e))`, "INVALID_ARGUMENT", "not empty"},
		{`(kafka-on-event a "*" 5)`, "INVALID_ARGUMENT", "a function"},
		{`(kafka-off a "x")`, "INVALID_ARGUMENT", "id"},
		{`(kafka-off "p77" 1)`, "INVALID_HANDLE", "p77"},
	} {
		t.Run(tc.call, func(t *testing.T) {
			e := s.fails(tc.call, tc.code)
			if !strings.Contains(e.Message, tc.message) {
				t.Errorf("message\n got %s\nwant it to contain %s", e.Message, tc.message)
			}
		})
	}
	s.want(`(kafka-off a 1)`, `false`)
}

// TestEventsWait asserts that a call that waits lets others run, and ends with
// the first event that it asked for.
func TestEventsWait(t *testing.T) {
	s, h := emitter(t, "")
	done := make(chan string, 1)
	go func() {
		v, err := s.try(`(codes (kafka-events a 30000 "codes" => "QUEUE_FULL"))`)
		done <- v.String() + errorText(err)
	}()
	awaitWaiter(t, h)
	s.want(`(+ 1 2)`, `3`) // the lock is free
	h.emit(Event{Code: "QUEUE_DRAINED"})
	h.emit(Event{Code: "QUEUE_FULL"})
	if got, want := <-done, `("QUEUE_FULL")`; got != want {
		t.Errorf("the call that waits\n got %s\nwant %s", got, want)
	}
	s.want(`(codes (kafka-events a))`, `("QUEUE_DRAINED")`)
}

// TestEventsWaitEnds asserts that closing the handle, and cancelling the
// evaluation, end a call that waits, and that the latter takes nothing.
func TestEventsWaitEnds(t *testing.T) {
	s, h := emitter(t, "")
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := s.Session.Eval(ctx, `(kafka-events a 30000)`)
		done <- err
	}()
	awaitWaiter(t, h)
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled\n got %v\nwant %v", err, context.Canceled)
	}
	go func() {
		_, err := s.Session.Eval(t.Context(), `(kafka-events a 30000 "codes" => "QUEUE_FULL")`)
		done <- err
	}()
	awaitWaiter(t, h)
	s.eval(`(kafka-destroy a)`)
	var e *interp.Exception
	if err := <-done; !errors.As(err, &e) || e.Code != "CLOSED" {
		t.Errorf("destroyed\n got %v\nwant CLOSED", err)
	}
}

// awaitWaiter waits until a call waits for events of h.
func awaitWaiter(t *testing.T, h *handle) {
	t.Helper()
	eventually(t, "a call that waits for events", func() bool {
		h.events.mu.Lock()
		defer h.events.mu.Unlock()
		return len(h.events.waiters) > 0
	})
}

// eventually polls for a condition, at most a minute.
func eventually(t *testing.T, what string, reached func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !reached(); {
		if time.Now().After(end) {
			t.Fatalf("did not come: %s", what)
		}
		time.Sleep(time.Millisecond)
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
