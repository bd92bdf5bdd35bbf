package kafkalib

import (
	"strings"
	"testing"
)

// withTopic makes a session with a producer p, a consumer c that reads from
// the beginning, and the topic "t" of one partition.
func withTopic(t *testing.T) *script {
	t.Helper()
	s := newScript(t)
	s.eval(`(do (kafka-create-topics "embedded" "t")
	  (set p (kafka-create "producer" "embedded"))
	  (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest")))`)
	return s
}

func TestMessageForms(t *testing.T) {
	for _, tc := range []struct{ name, send, polled string }{
		{"a value", `(kafka-send p "t" "x")`, `((null "x" ()))`},
		{"null is a tombstone", `(kafka-send p "t" null "key" => "k")`, `(("k" null ()))`},
		{"both null", `(kafka-send p "t" null)`, `((null null ()))`},
		{"empty string is not null", `(kafka-send p "t" "" "key" => "")`, `(("" "" ()))`},
		{"a list", `(kafka-send p "t" ("a" "b"))`, `((null "a" ()) (null "b" ()))`},
		{"a named list", `(kafka-send p "t" ("k1" => "a" "k2" => "b"))`, `(("k1" "a" ()) ("k2" "b" ()))`},
		{"named null", `(kafka-send p "t" ("k" => null))`, `(("k" null ()))`},
		{"mixed with key", `(kafka-send p "t" ("k1" => "a" "b") "key" => "x")`, `(("k1" "a" ()) ("x" "b" ()))`},
		{"empty list sends nothing", `(do (kafka-send p "t" ()) (kafka-send p "t" "end"))`, `((null "end" ()))`},
		{"list of topics", `(kafka-send p ("t" "t") "x")`, `((null "x" ()) (null "x" ()))`},
		{"binary", `(kafka-send p "t" binary)`, "((null \"\x00\xff\x80\" ()))"},
		{"headers by name", `(kafka-send p "t" "x" "headers" => ("h" => "1" "n" => null "e" => ""))`, `((null "x" ("h" => "1" "n" => null "e" => "")))`},
		{"headers as pairs", `(kafka-send p "t" "x" "headers" => (("h" "1") ("h" "2")))`, `((null "x" ("h" => "2")))`},
		{"timestamp", `(kafka-send p "t" "x" "timestamp" => 1700000000000)`, `((null "x" ()))`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := withTopic(t)
			s.Set("binary", "\x00\xff\x80")
			s.want(tc.send, "null")
			s.want(`(do (set out ()) (for-each (kafka-poll c "t" 60000) r (push out (list r/key r/value r/headers))) out)`, tc.polled)
		})
	}
}

func TestSendReport(t *testing.T) {
	s := withTopic(t)
	s.want(`(kafka-send p "t" ("a" "k" => "b") "report" => true "timestamp" => 5)`,
		`(("topic" => "t" "partition" => 0 "offset" => 0 "timestamp" => 5) ("topic" => "t" "partition" => 0 "offset" => 1 "timestamp" => 5))`)
	s.want(`(kafka-send p "t" () "report" => true)`, `()`)
	s.eval(`(kafka-create-topics "embedded" "u" "partitions" => 3)`)
	s.want(`(kafka-send p ("t" "u") "x" "partition" => 0 "timestamp" => 7 "report" => true)`,
		`(("topic" => "t" "partition" => 0 "offset" => 2 "timestamp" => 7) ("topic" => "u" "partition" => 0 "offset" => 0 "timestamp" => 7))`)
	s.eval(`(set p0 (kafka-create "producer" "embedded" "acks" => 0))`)
	s.want(`(kafka-send p0 "t" "x" "timestamp" => 7 "report" => true)`,
		`(("topic" => "t" "partition" => null "offset" => null "timestamp" => 7 "outcome" => "unconfirmed"))`)
}

func TestSendErrors(t *testing.T) {
	sideBySide(t)
	for _, tc := range []struct{ name, send, code, message string }{
		{"number for the text codec", `(kafka-send p "t" 5)`, "SERIALIZATION", "value: codec String: got 5, expected a string"},
		{"list in a list", `(kafka-send p "t" (list ("a" "b")))`, "SERIALIZATION", "got a list"},
		{"key", `(kafka-send p "t" "x" "key" => 5)`, "SERIALIZATION", "key: codec String"},
		{"unknown topic", `(kafka-send p "tt" "x")`, "UNKNOWN_TOPIC_OR_PARTITION", `did you mean "t"?`},
		{"unknown partition", `(kafka-send p "t" "x" "partition" => 3)`, "UNKNOWN_TOPIC_OR_PARTITION", "the partition 0 only"},
		{"bad topic", `(kafka-send p "a b" "x")`, "INVALID_TOPIC_EXCEPTION", "a b"},
		{"bad topic in a list", `(kafka-send p ("t" "") "x")`, "INVALID_TOPIC_EXCEPTION", "empty"},
		{"topic is a number", `(kafka-send p 500 "x")`, "INVALID_ARGUMENT", "got 500"},
		{"negative partition", `(kafka-send p "t" "x" "partition" => -1)`, "INVALID_CONFIG", "-1"},
		{"fraction of a partition", `(kafka-send p "t" "x" "partition" => 0.5)`, "INVALID_CONFIG", "0.5"},
		{"timestamp", `(kafka-send p "t" "x" "timestamp" => "soon")`, "INVALID_CONFIG", "soon"},
		{"header value", `(kafka-send p "t" "x" "headers" => ("h" => 5))`, "INVALID_CONFIG", `header "h"`},
		{"header pair", `(kafka-send p "t" "x" "headers" => (("h")))`, "INVALID_CONFIG", "pair"},
		{"unknown option", `(kafka-send p "t" "x" "kee" => "k")`, "INVALID_CONFIG", `did you mean "key"`},
		{"too many arguments", `(kafka-send p "t" "x" "y")`, "INVALID_ARGUMENT", "at most 3"},
		{"no handle", `(kafka-send "p99" "t" "x")`, "INVALID_HANDLE", `"p99" is not open`},
		{"wrong kind", `(kafka-send c "t" "x")`, "INVALID_HANDLE", "is a consumer, expected an open producer"},
		{"not a handle", `(kafka-send 5 "t" "x")`, "INVALID_HANDLE", "got 5"},
		{"too large", `(do (set q (kafka-create "producer" "embedded" "max-request-size" => 1000)) (kafka-send q "t" big))`, "MESSAGE_TOO_LARGE", "max-request-size"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := withTopic(t)
			s.Set("big", strings.Repeat("x", 2000))
			e := s.fails(tc.send, tc.code)
			if !strings.Contains(e.Message, tc.message) {
				t.Errorf("message:\ngot  %s\nwant %s in it", e.Message, tc.message)
			}
			s.want(`(kafka-send p "t" "still alive")`, "null")
		})
	}
}

func TestRecordsOfAFailedSend(t *testing.T) {
	sideBySide(t)
	s := withTopic(t)
	s.want(`(try (kafka-send p "tt" ("k" => "a" "b"))
	  (e "KafkaException" => (do (set rs e/records) (list (size rs) (get (get rs 0) "key") (get (get rs 0) "value") (get (get rs 1) "key") (get (get rs 0) "persisted") (get (get rs 0) "code")))))`,
		`(2 "k" "a" null "no" "UNKNOWN_TOPIC_OR_PARTITION")`)
}

func TestCodecsRoundTrip(t *testing.T) {
	for _, tc := range []struct{ codec, value, printed string }{
		{"String", `"größe"`, `"größe"`},
		{"ByteArray", `"x"`, `"x"`},
		{"Short", `-32768`, `-32768`},
		{"Integer", `-2147483648`, `-2147483648`},
		{"Long", `9223372036854775807`, `9223372036854775807`},
		{"Long", `9007199254740993`, `9007199254740993`},
		{"Float", `1.5`, `1.5`},
		{"Double", `-0.1`, `-0.1`},
		{"Boolean", `true`, `true`},
		{"UUID", `"00000000-0000-4000-8000-00000000000A"`, `"00000000-0000-4000-8000-00000000000a"`},
		{"Bpl", `(1 2.5 "x" ("a" => null))`, `(1 2.5 "x" ("a" => null))`},
		{"Json", `("temp" => 21.5 "tags" => ("a" "b") "id" => 9007199254740993)`, `("temp" => 21.5 "tags" => ("a" "b") "id" => 9007199254740993)`},
		{"Json", `"größe"`, `"größe"`},
		{"Void", `null`, `null`},
	} {
		t.Run(tc.codec+" "+tc.value, func(t *testing.T) {
			s := withTopic(t)
			s.eval(`(set p (kafka-create "producer" "embedded" "key-codec" => "` + tc.codec + `" "value-codec" => "` + tc.codec + `"))`)
			s.eval(`(set c (kafka-create "consumer" "embedded" "key-codec" => "` + tc.codec + `" "value-codec" => "` + tc.codec + `" "auto-offset-reset" => "earliest"))`)
			s.eval(`(kafka-send p "t" ` + tc.value + ` "key" => ` + tc.value + ` "as" => "value")`)
			s.want(`(do (set r (get (kafka-poll c "t" 60000) 0)) (list r/key r/value))`, `(`+tc.printed+` `+tc.printed+`)`)
		})
	}
}

func TestCodecErrors(t *testing.T) {
	for _, tc := range []struct{ codec, value, message string }{
		{"Short", `32768`, "16 bits"},
		{"Integer", `2147483648`, "32 bits"},
		{"Integer", `1.5`, "got 1.5"},
		{"Integer", `"5"`, `got "5"`},
		{"Long", `1e30`, "64 bits"},
		{"Float", `1e300`, "32 bits"},
		{"Double", `9007199254740993`, "exactly"},
		{"Boolean", `1`, "true or false"},
		{"UUID", `"x"`, "UUID"},
		{"Json", `(quote x)`, "a reference"},
		{"Void", `"x"`, "expected null"},
	} {
		t.Run(tc.codec+" "+tc.value, func(t *testing.T) {
			s := withTopic(t)
			s.eval(`(set p (kafka-create "producer" "embedded" "value-codec" => "` + tc.codec + `"))`)
			e := s.fails(`(kafka-send p "t" `+tc.value+`)`, "SERIALIZATION")
			if !strings.Contains(e.Message, tc.message) {
				t.Errorf("message:\ngot  %s\nwant %s in it", e.Message, tc.message)
			}
		})
	}
}

func TestNamesAsNumericKeys(t *testing.T) {
	s := withTopic(t)
	s.eval(`(set p (kafka-create "producer" "embedded" "key-codec" => "Long"))`)
	s.eval(`(set c (kafka-create "consumer" "embedded" "key-codec" => "Long" "auto-offset-reset" => "earliest"))`)
	s.eval(`(kafka-send p "t" ("42" => "a" "-7" => "b"))`)
	s.want(`(do (set out ()) (for-each (kafka-poll c "t" 60000) r (push out r/key)) out)`, `(42 -7)`)
	s.fails(`(kafka-send p "t" ("x" => "a"))`, "SERIALIZATION")
}

func TestListsWithNamesNeedAs(t *testing.T) {
	s := withTopic(t)
	s.eval(`(set p (kafka-create "producer" "embedded" "value-codec" => "Bpl"))`)
	s.eval(`(set c (kafka-create "consumer" "embedded" "value-codec" => "Bpl" "auto-offset-reset" => "earliest"))`)
	e := s.fails(`(kafka-send p "t" ("temp" => 21.5))`, "INVALID_ARGUMENT")
	if !strings.Contains(e.Message, `"as" => "value"`) || !strings.Contains(e.Message, `"as" => "messages"`) {
		t.Errorf("message: %s", e.Message)
	}
	s.eval(`(kafka-send p "t" ("temp" => 21.5) "as" => "value")`)
	s.eval(`(kafka-send p "t" ("temp" => 21.5) "as" => "messages")`)
	s.eval(`(kafka-send p "t" (1 2))`)
	s.want(`(kafka-poll c "t" 60000 "shape" => "values")`, `(("temp" => 21.5) 21.5 1 2)`)
}

func TestOnDelivery(t *testing.T) {
	s := withTopic(t)
	s.eval(`(do (set seen ())
	  (set q (kafka-create "producer" "embedded" "delivery" => "async"
	    "on-delivery" => (function (r) (push seen (if (= (get r 0) "KafkaException") (get r "code") r/offset))))))`)
	s.want(`(kafka-send q "t" ("a" "b" "c"))`, `null`)
	s.want(`(kafka-flush q)`, `0`)
	s.want(`seen`, `(0 1 2)`)
}

func TestPartitionerFunction(t *testing.T) {
	s := newScript(t)
	s.eval(`(do (kafka-create-topics "embedded" "t" "partitions" => 5)
	  (set p (kafka-create "producer" "embedded" "partitioner" => (function (k v n) (- n 1)))))`)
	s.want(`(get (get (kafka-send p "t" "x" "report" => true) 0) "partition")`, `4`)
	s.want(`(get (get (kafka-send p "t" "x" "partition" => 2 "report" => true) 0) "partition")`, `2`)
	s.eval(`(set p (kafka-create "producer" "embedded" "partitioner" => (function (k v n) n)))`)
	s.fails(`(kafka-send p "t" "x")`, "INVALID_ARGUMENT")
	s.eval(`(set p (kafka-create "producer" "embedded" "partitioner" => (function (k v n) "x")))`)
	s.fails(`(kafka-send p "t" "x")`, "INVALID_ARGUMENT")
}

// TestLargeValue: 900 kB go through with the options as they are.
func TestLargeValue(t *testing.T) {
	s := newScript(t)
	s.Set("big", strings.Repeat("0123456789", 90_000))
	s.eval(`(do (kafka-create-topics "embedded" "t")
	  (kafka-send (kafka-create "producer" "embedded") "t" big)
	  (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest")))`)
	s.want(`(= (list big) (kafka-poll c "t" 60000 "shape" => "values"))`, `true`)
}
