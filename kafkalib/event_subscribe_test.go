package kafkalib

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp"
)

// settled waits until the handle's functions have been called with all that
// was raised so far.
func (s *script) settled(id string) {
	s.t.Helper()
	calls := s.handle(id).calls.Load()
	for range 3 { // a call may raise an event that is another call
		if err := calls.await(s.t.Context()); err != nil {
			s.t.Fatal(err)
		}
	}
}

func TestOnEvent(t *testing.T) {
	s, h := emitter(t, "")
	s.eval(`(do (set seen ()) (set full (kafka-on-event a "QUEUE_FULL" (function (e) (push seen (list "full" e/code e/count)))))
	  (set all (kafka-on-event a "*" (function (e) (push seen (list "all" e/code))))))`)
	h.emit(Event{Code: "QUEUE_FULL", Count: new(int64(3))})
	h.emit(Event{Code: "QUEUE_DRAINED"})
	s.settled("a1")
	s.want(`seen`, `(("full" "QUEUE_FULL" 3) ("all" "QUEUE_FULL") ("all" "QUEUE_DRAINED"))`)
	s.want(`(list full all (kafka-off a full) (kafka-off a full))`, `(1 2 true false)`)
	s.eval(`(set seen ())`)
	h.emit(Event{Code: "QUEUE_FULL"})
	s.settled("a1")
	s.want(`seen`, `(("all" "QUEUE_FULL"))`)
	s.want(`(codes (kafka-events a))`, `("QUEUE_FULL" "QUEUE_DRAINED" "QUEUE_FULL")`) // both ways at once
}

// TestOffStopsWaitingCalls asserts that a function is not called after
// kafka-off, even for events that came before.
func TestOffStopsWaitingCalls(t *testing.T) {
	s, h := emitter(t, "")
	s.eval(`(do (set n 0) (set id (kafka-on-event a "QUEUE_FULL" (function (e) (do (++ n) (kafka-off a id))))))`)
	for range 100 {
		h.emit(Event{Code: "QUEUE_FULL"})
	}
	s.settled("a1")
	s.want(`n`, `1`)
}

// TestCallbackFailed asserts that a function that throws is an event and stops
// nothing, and that one that is told so and throws again is no endless loop.
func TestCallbackFailed(t *testing.T) {
	s, h := emitter(t, "")
	s.eval(`(do (set told 0) (kafka-on-event a ("QUEUE_FULL" "CALLBACK_FAILED") (function (e) (do (++ told) (throw "Wrong" e/code)))))`)
	h.emit(Event{Code: "QUEUE_FULL"})
	h.emit(Event{Code: "QUEUE_FULL"})
	s.settled("a1")
	s.want(`told`, `4`)
	s.want(`(do (set l (kafka-events a 0 "codes" => "CALLBACK_FAILED")) (list (size l) (get (get l 0) "severity") (get (get (get l 0) "error") "code")))`,
		`(4 "error" "INVALID_ARGUMENT")`)
	s.eval(`(kafka-on-event a "QUEUE_DRAINED" (function (e) (kafka-config "p99")))`)
	h.emit(Event{Code: "QUEUE_DRAINED"})
	s.settled("a1")
	s.want(`(get (get (get (kafka-events a 0 "codes" => "CALLBACK_FAILED") 0) "error") "code")`, `"INVALID_HANDLE"`)
}

// TestOnEventOverflow asserts that the queue of calls is bounded, that the
// client does not wait for it, and that what is missing is counted.
func TestOnEventOverflow(t *testing.T) {
	s, h := emitter(t, `"callback-queue" => 5`)
	s.eval(`(do (set seen 0) (set discarded 0)
	  (kafka-on-event a ("QUEUE_FULL" "EVENTS_DISCARDED") (function (e) (if (= e/code "QUEUE_FULL") (++ seen) (set discarded (+ discarded e/count))))))`)
	hold, held := make(chan struct{}), make(chan struct{})
	go s.Session.Do(func(*interp.Session) { close(held); <-hold })
	<-held
	for range 100 {
		h.emit(Event{Code: "QUEUE_FULL"}) // would wait for the lock for ever
	}
	close(hold)
	s.settled("a1")
	got := s.eval(`(list (+ seen discarded) (< seen 10))`).String()
	if want := `(100 true)`; got != want {
		t.Errorf("calls and discarded events, and few calls\n got %s\nwant %s", got, want)
	}
}

// TestOnEventOfDestroy asserts that kafka-destroy returns after the calls that
// tell how it ended.
func TestOnEventOfDestroy(t *testing.T) {
	for _, kind := range []string{"producer", "consumer", "admin"} {
		t.Run(kind, func(t *testing.T) {
			s := newEmbeddedScript(t)
			s.want(fmt.Sprintf(`(do (set seen ()) (set h (kafka-create "%s" "embedded"))
			  (kafka-on-event h "*" (function (e) (push seen e/code))) (kafka-destroy h) seen)`, kind), `("CLIENT_CLOSED")`)
		})
	}
}

// TestDestroyDuringEndlessFunction asserts that a function that does not end
// keeps kafka-destroy no longer than its time.
func TestDestroyDuringEndlessFunction(t *testing.T) {
	s, h := emitter(t, "")
	s.eval(`(do (set running false) (kafka-on-event a "QUEUE_FULL" (function (e) (do (set running true) (while true (sleep 1))))))`)
	h.emit(Event{Code: "QUEUE_FULL"})
	eventually(t, "the function runs", func() bool { return s.eval(`running`).String() == "true" })
	s.want(`(kafka-destroy a "timeout-ms" => 100)`, `true`)
}

// TestInsideOnEvent asserts what a function of a handle may do with it.
func TestInsideOnEvent(t *testing.T) {
	s := newEmbeddedScript(t)
	s.eval(`(do (kafka-create-topics "embedded" "t") (set p (kafka-create "producer" "embedded")) (set out ())
	  (kafka-on-event p "QUEUE_FULL" (function (e) (do
	    (push out (try (kafka-send p "t" "x") (e "KafkaException" => e/code)))
	    (push out (try (kafka-flush p) (e "KafkaException" => e/code)))
	    (push out (try (kafka-destroy p) (e "KafkaException" => e/code)))
	    (push out (size (kafka-events p)))
	    (push out (kafka-on-event p "QUEUE_DRAINED" (function (e) (push out "drained"))))))))`)
	s.handle("p1").emit(Event{Code: "QUEUE_FULL"})
	s.settled("p1")
	s.handle("p1").emit(Event{Code: "QUEUE_DRAINED"})
	s.settled("p1")
	s.want(`out`, `("INVALID_ARGUMENT" "INVALID_ARGUMENT" "INVALID_ARGUMENT" 2 2 "drained")`)
}

// TestOnEventOfSession asserts that the functions of a session that ends are
// neither run nor reported as failed for it.
func TestOnEventOfSession(t *testing.T) {
	var codes []string
	s := newScriptOn(t, newEmbedded(t), WithObserver(func(e Event) { codes = append(codes, e.Code) }))
	s.eval(`(do (set a (kafka-create "admin" "embedded")) (kafka-on-event a "*" (function (e) e)))`)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(codes, " "), "CLIENT_CREATED CLIENT_CLOSED"; got != want {
		t.Errorf("events\n got %s\nwant %s", got, want)
	}
}
