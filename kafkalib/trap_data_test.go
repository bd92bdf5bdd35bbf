package kafkalib

import (
	"strings"
	"testing"
	"time"
)

// Trap 25: bytes that begin with zeros.
func TestTrap25LeadingZeroBytes(t *testing.T) {
	s := withTopic(t)
	s.Set("bytes", "\x00\x00\x00\x00\x00\x03") // AAAAAAAD
	s.eval(`(kafka-send p "t" bytes "key" => bytes "headers" => (list "h" => bytes))`)
	s.want(`(do (set r (first (kafka-poll c "t" 60000))) (list (= bytes r/key) (= bytes r/value) (= bytes r/headers/h)))`, `(true true true)`)
}

// Trap 26: null, the text "null" and the empty string are three things, as
// value, key and header.
func TestTrap26NullIsNoText(t *testing.T) {
	s := withTopic(t)
	s.eval(`(do (kafka-send p "t" null "key" => null) (kafka-send p "t" "null" "key" => "null" "headers" => ("h" => null)) (kafka-send p "t" "" "key" => "" "headers" => ("h" => "")))`)
	s.want(`(do (set out ()) (while (< (size out) 3) (for-each (kafka-poll c "t" 60000) r (push out (list r/key r/value r/headers)))) out)`,
		`((null null ()) ("null" "null" ("h" => null)) ("" "" ("h" => "")))`)
	s.eval(`(do (set j (kafka-create "producer" "embedded" "value-codec" => "Json")) (set d (kafka-create "consumer" "embedded" "value-codec" => "Json")) (kafka-poll d "t" 0))`)
	s.eval(`(do (kafka-assign d (list ("topic" => "t" "partition" => 0 "offset" => 3))) (kafka-send j "t" null) (kafka-send j "t" "null") (kafka-send j "t" ""))`)
	s.want(`(do (set out ()) (while (< (size out) 3) (for-each (kafka-poll d 60000 "shape" => "values" "max-records" => 3) v (push out v))) out)`, `(null "null" "")`)
}

// Trap 29: a header of bytes that are no text.
func TestTrap29BinaryHeaders(t *testing.T) {
	s := withTopic(t)
	s.Set("bytes", "\xff\x00")
	s.eval(`(kafka-send p "t" "x" "headers" => (list "h" => bytes))`)
	s.want(`(do (set r (first (kafka-poll c "t" 60000))) (= bytes r/headers/h))`, `true`)
	s.eval(`(do (kafka-create-topics "embedded" "u") (kafka-send-records p (kafka-read "embedded" "t") "topic" => "u"))`)
	s.want(`(= bytes (get (get (first (kafka-read "embedded" "u")) "headers") "h"))`, `true`)
}

// Trap 35: records of equal keys in one poll, and keys that are numbers, which
// are names and no places.
func TestTrap35EqualAndNumericKeys(t *testing.T) {
	s := withTopic(t)
	s.eval(`(do (set n (kafka-create "producer" "embedded" "key-codec" => "Integer")) (kafka-send n "t" ("a" "b") "key" => 1) (kafka-send n "t" "c" "key" => 0)
	  (set c (kafka-create "consumer" "embedded" "key-codec" => "Integer" "auto-offset-reset" => "earliest" "shape" => "by-topic")))`)
	s.want(`(do (set got ()) (while (empty got) (set got (get (kafka-poll c "t" 60000) "t"))) got)`, `("a" "1" => "b" "0" => "c")`)
	s.want(`(list (get got "1") (get got "0") (size got))`, `("b" "c" 3)`)
}

// Trap 22: times in messages are in the unit that they say.
func TestTrap22UnitsInMessages(t *testing.T) {
	alwaysSideBySide(t)
	o := newOutage(t)
	o.eval(`(do (kafka-create-topics "localhost:9092" "t") (set p (kafka-create "producer" "localhost:9092" "delivery-timeout-ms" => 1500))
	  (kafka-send p "t" "x") (set full (kafka-create "producer" "localhost:9092" "delivery" => "async" "max-buffered-records" => 1 "max-block-ms" => 250 "delivery-timeout-ms" => 1500)) (kafka-send full "t" "x") (kafka-flush full))`)
	o.net.setDown(true)
	for _, tc := range []struct {
		call, code, want string
		least            time.Duration
	}{
		{`(do (kafka-send full "t" "1") (kafka-send full "t" "2"))`, "QUEUE_FULL", "max-block-ms (250 ms)", 250 * time.Millisecond},
		{`(kafka-send p "t" "y")`, "DELIVERY_TIMED_OUT", "delivery-timeout-ms (1500 ms)", 1200 * time.Millisecond},
	} {
		start := time.Now()
		e := o.fails(tc.call, tc.code)
		if took := time.Since(start); took < tc.least {
			t.Errorf("%s took %v, want at least %v", tc.call, took, tc.least)
		}
		inTime(t, start, tc.least)
		if !strings.Contains(e.Message, tc.want) {
			t.Errorf("message:\ngot  %s\nwant %s in it", e.Message, tc.want)
		}
	}
}

// Trap A2: a value that is nested a million deep, or too deep, comes as a value
// or as an exception.
func TestTrapA2DeeplyNestedValues(t *testing.T) {
	for _, codec := range []string{"Bpl", "Json"} {
		t.Run(codec, func(t *testing.T) {
			s := withTopic(t)
			open, shut := "(", ")"
			if codec == "Json" {
				open, shut = "[", "]"
			}
			const depth = 300_000
			s.Set("deep", strings.Repeat(open, depth)+strings.Repeat(shut, depth))
			s.Set("broken", strings.Repeat(open, depth))
			s.eval(`(do (kafka-send p "t" deep) (kafka-send p "t" broken) (kafka-send p "t" "5")
			  (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest" "value-codec" => "` + codec + `" "on-decode-error" => "raw" "max-poll-records" => 1)))`)
			s.want(`(do (set last-value null) (set errors 0)
			  (for (set n 0) (and (< n 50) (!= last-value 5)) (++ n) (for-each (kafka-poll c "t" 60000) r (do (when (!= null r/error) (++ errors)) (set last-value r/value))))
			  (list last-value (> errors 0)))`, `(5 true)`)
		})
	}
}
