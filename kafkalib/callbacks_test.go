package kafkalib

import (
	"fmt"
	"strings"
	"testing"
)

// delayed starts a session whose broker answers nothing until release is
// called: a producer p with on-delivery has records in flight until then.
func delayed(t *testing.T, onDelivery string) (s *script, release func()) {
	t.Helper()
	o := newOutage(t)
	o.eval(`(do (kafka-create-topics "localhost:9092" "t" "partitions" => 2) (set seen ()) (set codes ())
	  (set p (kafka-create "producer" "localhost:9092" "delivery" => "async" "linger-ms" => 0 "on-delivery" => ` + onDelivery + `))
	  (kafka-send p "t" "warm-up" "partition" => 0))`)
	for range 6000 {
		if o.eval(`(kafka-flush p)`).String() == "0" {
			break
		}
	}
	o.net.freeze()
	return o.script, func() { o.net.thaw(false) }
}

// TestFlushInCallback: kafka-flush in on-delivery, while other records are in
// flight, would wait for itself; it is an exception, as are kafka-destroy and a
// sync send, and all goes on.
func TestFlushInCallback(t *testing.T) {
	for _, call := range []string{`(kafka-flush p)`, `(kafka-flush p 100)`, `(kafka-destroy p)`} {
		t.Run(call, func(t *testing.T) {
			s, release := delayed(t, `(function (r) (do (push seen r/offset) (try `+call+` (e "KafkaException" => (push codes e/code)))))`)
			s.eval(`(set codes ())`)
			s.eval(`(kafka-send p "t" (list "1" "2" "3") "partition" => 1)`)
			s.want(`codes`, `()`) // nothing was told yet
			release()
			s.want(`(kafka-flush p)`, `0`)
			s.want(`(list seen codes)`, `((0 0 1 2) ("INVALID_ARGUMENT" "INVALID_ARGUMENT" "INVALID_ARGUMENT"))`)
			s.want(`(kafka-destroy p)`, `true`)
		})
	}
	t.Run("sync send", func(t *testing.T) {
		s := withTopic(t)
		s.eval(`(do (set codes ()) (set p (kafka-create "producer" "embedded" "on-delivery" => (function (r) (try (kafka-send p "t" "again") (e "KafkaException" => (push codes e/code)))))))`)
		s.want(`(kafka-send p "t" "x")`, `null`)
		s.want(`(kafka-flush p)`, `0`)
		s.want(`codes`, `("INVALID_ARGUMENT")`)
	})
	t.Run("async send", func(t *testing.T) {
		s := withTopic(t)
		s.eval(`(do (set n 0) (set p (kafka-create "producer" "embedded" "delivery" => "async" "on-delivery" => (function (r) (do (++ n) (when (< n 5) (kafka-send p "t" "again")))))))`)
		s.eval(`(kafka-send p "t" "x")`)
		s.want(`(do (while (< n 5) (do (kafka-flush p) (sleep 1))) n)`, `5`)
	})
	t.Run("of another handle", func(t *testing.T) {
		s := withTopic(t)
		s.eval(`(do (set left null) (set q (kafka-create "producer" "embedded" "delivery" => "async")) (kafka-send q "t" "y")
		  (set p (kafka-create "producer" "embedded" "delivery" => "async" "on-delivery" => (function (r) (set left (kafka-flush q))))))`)
		s.eval(`(kafka-send p "t" "x")`)
		s.want(`(kafka-flush p)`, `0`)
		s.want(`left`, `0`)
	})
}

// TestCallbackFails: an exception in on-delivery is an event, and the function
// is called for the records that follow.
func TestCallbackFails(t *testing.T) {
	o := newOutage(t)
	o.eval(`(do (kafka-create-topics "localhost:9092" "t") (set n 0)
	  (set p (kafka-create "producer" "localhost:9092" "delivery" => "async" "on-delivery" => (function (r) (do (++ n) (throw "Bad" "in the callback"))))))`)
	o.eval(`(kafka-send p "t" ("1" "2" "3"))`)
	o.want(`(kafka-flush p)`, `0`)
	o.want(`n`, `3`)
	if got := o.count("CALLBACK_FAILED"); got != 3 {
		t.Errorf("CALLBACK_FAILED:\ngot  %d\nwant 3", got)
	}
	o.want(`(kafka-send p "t" "4")`, `null`)
	o.want(`(kafka-destroy p)`, `true`)
	o.want(`n`, `4`)
}

// TestOnDeliveryOrder: the reports of a partition come in its order, those of
// failed records among them.
func TestOnDeliveryOrder(t *testing.T) {
	s := newScript(t)
	s.eval(`(do (kafka-create-topics "embedded" "t" "partitions" => 3) (set seen (list "0" => () "1" => () "2" => ())) (set failed 0)
	  (set p (kafka-create "producer" "embedded" "delivery" => "async" "on-delivery" => (function (r)
	    (if (= (first r) "KafkaException") (++ failed) (push (get seen (string r/partition)) r/offset))))))`)
	s.eval(`(for (set i 0) (< i 300) (++ i) (do (kafka-send p "t" "x" "partition" => (mod i 3)) (when (= 0 (mod i 50)) (kafka-send p "nowhere" "x"))))`)
	if _, err := s.try(`(kafka-flush p)`); err == nil {
		t.Error("kafka-flush told of no failure")
	}
	s.want(`failed`, `6`)
	want := "("
	for i := range 100 {
		want += fmt.Sprint(i) + " "
	}
	want = want[:len(want)-1] + ")"
	for _, partition := range []string{"0", "1", "2"} {
		s.want(`(get seen "`+partition+`")`, want)
	}
}

// TestCallbackQueueIsBounded: while callback-queue calls wait, kafka-send does.
func TestCallbackQueueIsBounded(t *testing.T) {
	s := withTopic(t)
	s.eval(`(do (set go false) (set n 0) (set p (kafka-create "producer" "embedded" "delivery" => "async" "callback-queue" => 2 "linger-ms" => 0
	  "on-delivery" => (function (r) (do (while (not go) (sleep 1)) (++ n))))))`)
	s.eval(`(do (kafka-send p "t" "x") (set sent 1) (set over null)
	  (while (and (= null over) (< sent 10000)) (try (do (kafka-send p "t" "x" "timeout-ms" => 200) (++ sent) (sleep 5)) (e "KafkaException" => (set over (list e/code e/message))))))`)
	s.want(`(first over)`, `"TIMED_OUT"`)
	if message := s.eval(`(last over)`).String(); !strings.Contains(message, "room in the callback queue") {
		t.Errorf("message: %s", message)
	}
	s.want(`n`, `0`)
	s.eval(`(set go true)`)
	s.want(`(kafka-flush p)`, `0`)
	s.want(`(= n sent)`, `true`)
}
