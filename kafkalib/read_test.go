package kafkalib

import (
	"context"
	"crypto/rand"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
)

// client is a plain client of the broker that a script runs on.
func (s *script) client(opts ...kgo.Opt) *kgo.Client {
	s.t.Helper()
	base := []kgo.Opt{kgo.SeedBrokers(strings.Split(s.real, ",")...), kgo.MetadataMinAge(10 * time.Millisecond)}
	if s.broker != nil {
		base = []kgo.Opt{kgo.SeedBrokers(s.broker.Addresses()...), kgo.Dialer(s.broker.Dial), kgo.MetadataMinAge(10 * time.Millisecond)}
	}
	cl, err := kgo.NewClient(append(base, opts...)...)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(cl.Close)
	return cl
}

// transaction writes values to a topic in a transaction that is committed or
// aborted.
func (s *script) transaction(topic string, commit kgo.TransactionEndTry, values ...string) {
	s.t.Helper()
	cl := s.client(kgo.TransactionalID("tx-" + rand.Text()))
	if err := cl.BeginTransaction(); err != nil {
		s.t.Fatal(err)
	}
	for _, v := range values {
		if err := cl.ProduceSync(s.t.Context(), &kgo.Record{Topic: topic, Value: []byte(v)}).FirstErr(); err != nil {
			s.t.Fatal(err)
		}
	}
	if err := cl.EndTransaction(s.t.Context(), commit); err != nil {
		s.t.Fatal(err)
	}
}

// stableEnd waits until the last stable offset is the end: a real broker
// moves it some time after the end of a transaction.
func (s *script) stableEnd(topic string, end int64) {
	s.t.Helper()
	adm := kadm.NewClient(s.client())
	ctx, cancel := context.WithTimeout(s.t.Context(), time.Minute)
	defer cancel()
	for ctx.Err() == nil {
		offsets, err := adm.ListCommittedOffsets(ctx, topic)
		if o, ok := offsets.Lookup(topic, 0); err == nil && ok && o.Offset == end {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	s.t.Fatalf("the stable end of %s does not become %d", topic, end)
}

const readValues = `(kafka-read "embedded" "t" "shape" => "values")`

// Bounded reads end, whatever the range ends in.
func TestReadEnds(t *testing.T) {
	for _, tc := range []struct {
		name    string
		prepare func(s *script)
		printed string
	}{
		{"records", func(s *script) { s.eval(`(kafka-send p "t" ("1" "2"))`) }, `("1" "2")`},
		{"empty topic", func(s *script) {}, `()`},
		{"commit marker at the end", func(s *script) { s.transaction("t", kgo.TryCommit, "1", "2"); s.stableEnd("t", 3) }, `("1" "2")`},
		{"aborted records at the end", func(s *script) {
			s.eval(`(kafka-send p "t" ("1" "2"))`)
			s.transaction("t", kgo.TryAbort, "x", "y")
			s.stableEnd("t", 5)
		}, `("1" "2")`},
		{"nothing but aborted records", func(s *script) { s.transaction("t", kgo.TryAbort, "x", "y"); s.stableEnd("t", 3) }, `()`},
		{"aborted records between", func(s *script) {
			s.transaction("t", kgo.TryCommit, "1")
			s.transaction("t", kgo.TryAbort, "x")
			s.transaction("t", kgo.TryCommit, "2")
			s.stableEnd("t", 6)
		}, `("1" "2")`},
		{"deleted up to the end", func(s *script) {
			s.eval(`(do (kafka-send p "t" ("1" "2")) (kafka-delete-records "embedded" (list ("topic" => "t" "partition" => 0 "offset" => 2))))`)
		}, `()`},
		{"deleted at the beginning", func(s *script) {
			s.eval(`(do (kafka-send p "t" ("1" "2" "3")) (kafka-delete-records "embedded" (list ("topic" => "t" "partition" => 0 "offset" => 2))))`)
		}, `("3")`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := withTopic(t)
			tc.prepare(s)
			start := time.Now()
			s.want(readValues, tc.printed)
			inTime(t, start, 3*time.Second)
		})
	}
}

func TestReadPassesCompactedHoles(t *testing.T) {
	s := newEmbeddedScript(t)
	s.eval(`(do (kafka-create-topics "embedded" "t" "configs" => ("cleanup.policy" => "compact" "segment.bytes" => 1048576 "min.cleanable.dirty.ratio" => "0.01"))
	  (set p (kafka-create "producer" "embedded")))`)
	for range 20 {
		s.eval(`(kafka-send p "t" ("a" => "old" "b" => "old"))`)
	}
	s.eval(`(kafka-send p "t" ("a" => "new" "b" => "new"))`)
	s.broker.Cluster().Compact()
	v := s.eval(`(kafka-read "embedded" "t" "shape" => "values")`).String()
	if !strings.HasSuffix(v, `"new" "new")`) {
		t.Errorf("got %s", v)
	}
	s.want(`(kafka-read "embedded" "t" "from" => 1 "to" => 2 "shape" => "values")`, s.eval(`(do (set out ()) (for-each (kafka-read "embedded" "t") r (when (= r/offset 1) (push out r/value))) out)`).String())
}

func TestReadRanges(t *testing.T) {
	s := withTopic(t)
	seven(s)
	for _, tc := range []struct{ options, printed string }{
		{``, `("0" "1" "2" "3" "4" "5" "6")`},
		{`"from" => 2 "to" => 4`, `("2" "3")`},
		{`"from" => -2`, `("5" "6")`},
		{`"to" => -5`, `("0" "1")`},
		{`"to" => 100`, `("0" "1" "2" "3" "4" "5" "6")`}, // trap 1: more than the partition holds
		{`"from" => 100`, `()`},
		{`"from" => 4 "to" => 2`, `()`},
		{`"from" => "end"`, `()`},
		{`"from" => ("timestamp" => 1003) "to" => ("timestamp" => 1005)`, `("3" "4")`},
		{`"max-records" => 2`, `("0" "1")`},
		{`"max-records" => 2 "from" => 6`, `("6")`},
	} {
		s.want(`(kafka-read "embedded" "t" "shape" => "values" `+tc.options+`)`, tc.printed)
		s.want(`(kafka-read p "t" "shape" => "values" `+tc.options+`)`, tc.printed)
	}
	s.want(`(get (first (kafka-read "embedded" "t" "max-records" => 1)) "offset")`, `0`)
	s.want(`(kafka-read "embedded" (list ("topic" => "t" "partition" => 0)) "from" => 6 "shape" => "by-topic")`, `("t" => ("6"))`)
}

func TestReadOrder(t *testing.T) {
	s := newScript(t)
	s.eval(`(do (kafka-create-topics "embedded" ("b" "a") "partitions" => 2)
	  (set p (kafka-create "producer" "embedded"))
	  (for-each (list 1 0) n (kafka-send p ("a" "b") (list (concat n "x") (concat n "y")) "partition" => n)))`)
	s.want(`(do (set out ()) (for-each (kafka-read "embedded" ("b" "a")) r (push out (concat r/topic r/value))) out)`,
		`("b0x" "b0y" "b1x" "b1y" "a0x" "a0y" "a1x" "a1y")`)
	s.want(`(kafka-read "embedded" (list "a" ("topic" => "b" "partition" => 1)) "shape" => "by-topic")`,
		`("a" => ("0x" "0y" "1x" "1y") "b" => ("1x" "1y"))`)
}

func TestReadUsesCodecs(t *testing.T) {
	s := withTopic(t)
	s.eval(`(do (kafka-send (kafka-create "producer" "embedded" "value-codec" => "Integer") "t" (1 2)) (kafka-send p "t" "bad"))`)
	s.want(`(kafka-read "embedded" "t" "value-codec" => "Integer" "to" => 2 "shape" => "values")`, `(1 2)`)
	s.want(`(kafka-read ("servers" => "embedded" "value-codec" => "Integer" "on-decode-error" => "skip") "t" "shape" => "values")`, `(1 2)`)
	s.fails(`(kafka-read "embedded" "t" "value-codec" => "Integer")`, "DESERIALIZATION")
	s.want(`(kafka-read (kafka-create "consumer" "embedded" "value-codec" => "Integer") "t" "to" => 2 "shape" => "values")`, `(1 2)`)
}

func TestReadErrors(t *testing.T) {
	for _, tc := range []struct{ call, code string }{
		{`(kafka-read "embedded" "tt")`, "UNKNOWN_TOPIC_OR_PARTITION"},
		{`(kafka-read "embedded" (list ("topic" => "t" "partition" => 3)))`, "UNKNOWN_TOPIC_OR_PARTITION"},
		{`(kafka-read "embedded" "t" "from" => "start")`, "INVALID_CONFIG"},
		{`(kafka-read "embedded" "t" "form" => 1)`, "INVALID_CONFIG"},
		{`(kafka-read "embedded" 5)`, "INVALID_ARGUMENT"},
		{`(kafka-read 5 "t")`, "INVALID_CONFIG"},
		{`(kafka-read "c99" "t")`, "INVALID_HANDLE"},
	} {
		t.Run(tc.call, func(t *testing.T) { withTopic(t).fails(tc.call, tc.code) })
	}
}

func TestReadRefusesLargeRanges(t *testing.T) {
	s := withTopic(t)
	s.eval(`(do (set q (kafka-create "producer" "embedded" "delivery" => "async")) (set i 0)
	  (while (< i 10001) (kafka-send q "t" "x") (++ i)) (kafka-flush q))`)
	e := s.fails(readValues, "INVALID_ARGUMENT")
	if !strings.Contains(e.Message, "kafka-for-each") || !strings.Contains(e.Message, "10001") {
		t.Errorf("message: %s", e.Message)
	}
	s.want(`(size (kafka-read "embedded" "t" "shape" => "values" "max-records" => 10001))`, `10001`)
	s.want(`(size (kafka-read "embedded" "t" "shape" => "values" "from" => 1))`, `10000`)
}
