package kafkalib

import (
	"strings"
	"testing"
	"time"
)

func TestShapes(t *testing.T) {
	s := withTopic(t)
	s.eval(`(kafka-send p "t" ("k" => "1" "2" "j" => "3") "timestamp" => 5)`)
	s.eval(`(kafka-send p "t" "4" "key" => "k" "timestamp" => 5)`)
	reader := `(kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest")`
	s.want(`(get (kafka-poll `+reader+` "t" 10000) 0)`,
		`("topic" => "t" "partition" => 0 "offset" => 0 "timestamp" => 5 "key" => "k" "value" => "1" "headers" => ())`)
	s.want(`(kafka-poll `+reader+` "t" 10000 "shape" => "values")`, `("1" "2" "3" "4")`)
	// Trap 35: two records with equal keys in one poll, none is lost.
	s.want(`(kafka-poll `+reader+` "t" 10000 "shape" => "by-topic")`, `("t" => ("1" "2" "j" => "3" "k" => "4"))`)
	s.want(`(kafka-poll (kafka-consumer "embedded" "auto-offset-reset" => "earliest") "t" 60000)`, `("t" => ("1" "2" "j" => "3" "k" => "4"))`)
	s.want(`(get (kafka-poll `+reader+` "t" 10000 "detail" => true) 0)`,
		`("topic" => "t" "partition" => 0 "offset" => 0 "timestamp" => 5 "key" => "k" "value" => "1" "headers" => () "timestamp-type" => "create-time" "leader-epoch" => 0 "key-size" => 1 "value-size" => 1)`)
}

func TestShapeOfNothing(t *testing.T) {
	s := withTopic(t)
	s.eval(`(kafka-create-topics "embedded" "u")`)
	s.want(`(kafka-poll c ("t" "u") 10)`, `()`)
	s.want(`(kafka-poll c 0 "shape" => "values")`, `()`)
	s.want(`(kafka-poll c 0 "shape" => "by-topic")`, `("t" => () "u" => ())`)
}

func TestRepeatedHeaders(t *testing.T) {
	s := withTopic(t)
	s.eval(`(kafka-send p "t" "x" "headers" => (("a" "1") ("a" null) ("b" "")))`)
	s.want(`(do (set r (get (kafka-poll c "t" 60000) 0)) (list r/headers r/all-headers))`,
		`(("a" => null "b" => "") (("a" "1") ("a" null) ("b" "")))`)
}

func TestMaxRecords(t *testing.T) {
	s := withTopic(t)
	s.eval(`(kafka-send p "t" ("1" "2" "3" "4" "5"))`)
	s.want(`(kafka-poll c "t" 60000 "max-records" => 2 "shape" => "values")`, `("1" "2")`)
	s.want(`(kafka-poll c 60000 "max-records" => 2 "shape" => "values")`, `("3" "4")`)
	s.want(`(kafka-poll c 60000 "shape" => "values")`, `("5")`)
	s.want(`(kafka-poll c 10 "shape" => "values")`, `()`)
}

func TestPollErrors(t *testing.T) {
	for _, tc := range []struct{ name, poll, code, message string }{
		{"unknown topic", `(kafka-poll c "tt" 60000)`, "UNKNOWN_TOPIC_OR_PARTITION", `did you mean "t"?`},
		{"bad topic", `(kafka-poll c "a b" 0)`, "INVALID_TOPIC_EXCEPTION", "a b"},
		{"millis", `(kafka-poll c "soon")`, "INVALID_ARGUMENT", `got "soon"`},
		{"negative millis", `(kafka-poll c -1)`, "INVALID_ARGUMENT", "-1"},
		{"shape", `(kafka-poll c "t" 0 "shape" => "table")`, "INVALID_CONFIG", "by-topic"},
		{"max-records", `(kafka-poll c "t" 0 "max-records" => 0)`, "INVALID_CONFIG", "at least 1"},
		{"unknown option", `(kafka-poll c "t" 0 "shap" => "values")`, "INVALID_CONFIG", `did you mean "shape"`},
		{"wrong kind", `(kafka-poll p 0)`, "INVALID_HANDLE", "is a producer"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := withTopic(t)
			start := time.Now()
			e := s.fails(tc.poll, tc.code)
			if !strings.Contains(e.Message, tc.message) {
				t.Errorf("message:\ngot  %s\nwant %s in it", e.Message, tc.message)
			}
			inTime(t, start, 2*time.Second)
		})
	}
}

func TestUnknownTopicIsThrownOnce(t *testing.T) {
	sideBySide(t)
	s := withTopic(t)
	s.fails(`(kafka-poll c ("t" "later") 60000)`, "UNKNOWN_TOPIC_OR_PARTITION")
	s.want(`(kafka-poll c ("t" "later") 100)`, `()`)
	s.eval(`(do (kafka-send p "t" "x") (kafka-create-topics "embedded" "later") (kafka-send p "later" "y"))`)
	s.want(`(do (set out ()) (set n 0)
	  (while (and (< (size out) 2) (< n 600)) (for-each (kafka-poll c 100 "shape" => "values") v (push out v)) (++ n))
	  (sort out))`, `("x" "y")`)
}

func TestGroupResumesBehindItsCommit(t *testing.T) {
	s := withTopic(t)
	consumer := `(kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest" "max-poll-records" => 2)`
	s.eval(`(kafka-send p "t" ("1" "2" "3" "4" "5"))`)
	s.eval(`(set c ` + consumer + `)`)
	s.want(`(kafka-poll c "t" 60000 "shape" => "values")`, `("1" "2")`)
	s.want(`(kafka-commit c)`, `true`)
	s.want(`(kafka-poll c 60000 "shape" => "values")`, `("3" "4")`)
	s.want(`(kafka-destroy c)`, `true`) // what its own call shows as processed is committed
	s.eval(`(set c ` + consumer + `)`)
	s.want(`(kafka-poll c "t" 60000 "shape" => "values")`, `("5")`)
}

func TestSessionEndCommitsNothingInWork(t *testing.T) {
	consumer := `(set c (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest" "max-poll-records" => 2))`
	s := newScript(t)
	s.eval(`(do (kafka-create-topics "embedded" "t") (kafka-send (kafka-create "producer" "embedded") "t" ("1" "2" "3" "4" "5")))`)
	s.eval(consumer)
	s.want(`(kafka-poll c "t" 60000 "shape" => "values")`, `("1" "2")`)
	s.want(`(kafka-poll c 60000 "shape" => "values")`, `("3" "4")`)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = s.another()
	s.eval(consumer)
	s.want(`(kafka-poll c "t" 60000 "shape" => "values")`, `("3" "4")`)
}

func TestCommitErrors(t *testing.T) {
	s := withTopic(t)
	s.fails(`(kafka-commit c)`, "INVALID_CONFIG")
	s.eval(`(set g (kafka-create "consumer" "embedded" "group" => "g"))`)
	s.want(`(kafka-commit g)`, `true`) // nothing was returned: nothing to commit
	s.fails(`(kafka-commit g 5)`, "INVALID_ARGUMENT")
	s.fails(`(kafka-commit g (("topic" => "t")))`, "INVALID_ARGUMENT")
	s.fails(`(kafka-commit g (list ("topic" => "t" "partition" => 0 "offset" => -1)))`, "INVALID_ARGUMENT")
}

func TestDecodeErrors(t *testing.T) {
	setup := func(t *testing.T, mode string) *script {
		s := withTopic(t)
		s.eval(`(do (set n (kafka-create "producer" "embedded" "value-codec" => "Integer"))
		  (kafka-send n "t" (1 2)) (kafka-send p "t" "bad" "key" => "k") (kafka-send n "t" 3)
		  (kafka-create-topics "embedded" "dead")
		  (set c (kafka-create "consumer" "embedded" "value-codec" => "Integer" "auto-offset-reset" => "earliest" "on-decode-error" => "` + mode + `")))`)
		return s
	}
	values := `(kafka-poll c "t" 60000 "shape" => "values")`
	t.Run("throw", func(t *testing.T) {
		s := setup(t, "throw")
		s.want(values, `(1 2)`)
		s.want(`(try `+values+` (e "*" => (list e/code e/side e/offset e/record/key e/record/value)))`, `("DESERIALIZATION" "value" 2 "k" "bad")`)
		s.want(values, `(3)`)
	})
	t.Run("skip", func(t *testing.T) {
		s := setup(t, "skip")
		s.want(values, `(1 2 3)`)
	})
	t.Run("raw", func(t *testing.T) {
		s := setup(t, "raw")
		s.want(`(do (set r (get (kafka-poll c "t" 60000) 2)) (list r/value r/error/code r/error/side))`, `("bad" "DESERIALIZATION" "value")`)
	})
	t.Run("dead-letter", func(t *testing.T) {
		s := setup(t, "dead")
		s.want(values, `(1 2 3)`)
		s.want(`(do (set r (get (kafka-poll (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest") "dead" 60000) 0))
		  (list r/key r/value r/headers/topic r/headers/partition r/headers/offset))`, `("k" "bad" "t" "0" "2")`)
	})
}

// TestDecodeErrorsOfTexts: codecs that parse text have errors about that text as causes.
func TestDecodeErrorsOfTexts(t *testing.T) {
	for _, codec := range []string{"Json", "Bpl"} {
		t.Run(codec, func(t *testing.T) {
			s := withTopic(t)
			s.eval(`(do (kafka-send p "t" ("1" "(" "3"))
			  (set c (kafka-create "consumer" "embedded" "value-codec" => "` + codec + `" "auto-offset-reset" => "earliest")))`)
			s.want(`(kafka-poll c "t" 60000 "shape" => "values")`, `(1)`)
			s.want(`(try (kafka-poll c 60000) (e "KafkaException" => (list e/code e/offset e/record/value)))`, `("DESERIALIZATION" 1 "(")`)
			s.want(`(kafka-poll c 60000 "shape" => "values")`, `(3)`)
			s.fails(`(kafka-read "embedded" "t" "value-codec" => "`+codec+`")`, "DESERIALIZATION")
		})
	}
}

// TestDeadLettersDoNotTurnThePositionBack: a good record follows the one that
// goes to the dead letters, in the same poll.
func TestDeadLettersDoNotTurnThePositionBack(t *testing.T) {
	s := newScript(t)
	s.eval(`(do (kafka-create-topics "embedded" ("t" "dead"))
	  (set p (kafka-create "producer" "embedded"))
	  (kafka-send p "t" ("{}" "broken {" "[]"))
	  (set c (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest"
	    "value-codec" => "Json" "on-decode-error" => "dead")))`)
	s.want(`(do (set out ()) (while (< (size out) 2) (for-each (kafka-poll c "t" 1000) r (push out r/offset))) out)`, `(0 2)`)
	s.want(`(kafka-destroy c)`, `true`)
	s.eval(`(do (kafka-send p "t" "5")
	  (set d (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest")))`)
	s.want(`(do (set out ()) (while (empty out) (for-each (kafka-poll d "t" 1000) r (push out r/offset))) out)`, `(3)`)
}
