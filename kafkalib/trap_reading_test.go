package kafkalib

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// compacted makes a compacted topic "t" whose records 0 to n-1 of the key "k",
// all but the last, are gone, between a first and a last record that stay.
func compacted(s *script, n int) {
	s.t.Helper()
	s.eval(`(do (kafka-create-topics "embedded" "t" "configs" => ("cleanup.policy" => "compact" "segment.bytes" => 1048576 "min.cleanable.dirty.ratio" => "0.01"))
	  (set p (kafka-create "producer" "embedded")) (kafka-send p "t" ("first" => "1")) (set q (kafka-create "producer" "embedded" "delivery" => "async" "linger-ms" => 0)))`)
	s.Set("n", n)
	s.eval(`(do (for (set i 0) (< i n) (++ i) (do (kafka-send q "t" (repeat "x" 1000) "key" => "k") (when (= 0 (mod i 20)) (kafka-flush q)))) (kafka-flush q)
	  (kafka-send p "t" ("last" => "2")) (kafka-send p "t" ("last" => "3")))`)
	s.broker.Cluster().Compact()
}

// Trap 2: offsets that are not consecutive: the last three of a compacted
// partition, and of one that ends in a transaction.
func TestTrap02HolesBeforeTheEnd(t *testing.T) {
	t.Run("compacted", func(t *testing.T) {
		s := newEmbeddedScript(t)
		compacted(s, 60)
		end := s.eval(`(get (first (kafka-offsets "embedded" "t")) "offset")`).String()
		s.want(`(last (kafka-read "embedded" "t" "from" => -3 "shape" => "values"))`, `"3"`)
		s.want(`(last (kafka-read "embedded" "t" "from" => 10 "to" => `+end+` "shape" => "values"))`, `"3"`)
		s.want(`(first (kafka-read "embedded" "t" "to" => 40 "shape" => "values"))`, `"1"`)
		start := time.Now()
		s.want(`(do (set got ()) (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest")) (kafka-for-each c "t" r (push got r/value) "to" => "end") (list (first got) (last got)))`, `("1" "3")`)
		inTime(t, start, 5*time.Second)
	})
	t.Run("transaction", func(t *testing.T) {
		s := withTopic(t)
		s.transaction("t", true, "1", "2", "3", "4")
		s.stableEnd("t", 5)
		s.want(`(kafka-read "embedded" "t" "from" => -3 "shape" => "values")`, `("3" "4")`) // the marker is the last offset
	})
}

// Trap 4: a read from a time begins with the first record that is not older,
// where the timestamps go up and down.
func TestTrap04TimesOutOfOrder(t *testing.T) {
	s := withTopic(t)
	for _, ms := range []int{1000, 5000, 2000, 4000, 3000, 6000} {
		s.eval(fmt.Sprintf(`(kafka-send p "t" "%d" "timestamp" => %d)`, ms, ms))
	}
	for _, tc := range []struct {
		since int
		first string
	}{{500, "1000"}, {1001, "5000"}, {3500, "5000"}, {5001, "6000"}} {
		s.want(fmt.Sprintf(`(first (kafka-read "embedded" "t" "from" => ("timestamp" => %d) "shape" => "values"))`, tc.since), `"`+tc.first+`"`)
		s.want(fmt.Sprintf(`(do (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => ("timestamp" => %d))) (first (kafka-poll c "t" 60000 "shape" => "values")))`, tc.since), `"`+tc.first+`"`)
	}
}

// Trap 7: an offset that the script gives goes before the group's commit, the
// commit before auto-offset-reset.
func TestTrap07StartAndCommit(t *testing.T) {
	s := withTopic(t)
	seven(s)
	s.eval(`(kafka-alter-group-offsets "embedded" "g" (list ("topic" => "t" "partition" => 0 "offset" => 3)))`)
	member := `(set c (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest" "enable-auto-commit" => false))`
	first := func(more, want string) {
		t.Helper()
		s.eval(member)
		s.want(`(do `+more+` (first (kafka-poll c 60000 "shape" => "values")))`, want)
		s.eval(`(kafka-destroy c)`)
	}
	first(`(kafka-subscribe c "t")`, `"3"`)
	first(`(kafka-subscribe c "t") (kafka-seek c "t" 0 5)`, `"5"`)
	first(`(kafka-assign c (list ("topic" => "t" "partition" => 0)))`, `"3"`)
	first(`(kafka-assign c (list ("topic" => "t" "partition" => 0 "offset" => 1)))`, `"1"`)
	s.want(`(get (first (kafka-group-offsets "embedded" "g")) "offset")`, `3`)
}

// Trap 8: three before the end, where there are not as many.
func TestTrap08BeforeTheEndOfLittle(t *testing.T) {
	sideBySide(t)
	for _, tc := range []struct{ name, fill, want string }{
		{"empty", `null`, `()`},
		{"one record", `(kafka-send p "t" "1")`, `("1")`},
		{"trimmed to one", `(do (kafka-send p "t" ("1" "2" "3" "4")) (kafka-delete-records "embedded" (list ("topic" => "t" "partition" => 0 "offset" => 3))))`, `("4")`},
		{"trimmed to none", `(do (kafka-send p "t" ("1" "2")) (kafka-delete-records "embedded" (list ("topic" => "t" "partition" => 0 "offset" => 2))))`, `()`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := withTopic(t)
			s.eval(tc.fill)
			start := time.Now()
			s.want(`(kafka-read "embedded" "t" "from" => -3 "shape" => "values")`, tc.want)
			s.want(`(do (kafka-assign c (list ("topic" => "t" "partition" => 0 "offset" => -3))) (kafka-poll c 500 "shape" => "values"))`, tc.want)
			inTime(t, start, 3*time.Second)
		})
	}
}

// Trap 11: a hole that is larger than a fetch.
func TestTrap11HoleLargerThanAFetch(t *testing.T) {
	s := newEmbeddedScript(t)
	compacted(s, 200)
	s.eval(`(set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest" "fetch-max-bytes" => 2000 "max-partition-fetch-bytes" => 2000))`)
	s.want(`(do (set got ()) (for (set n 0) (and (< n 100) (!= "3" (last got))) (++ n) (for-each (kafka-poll c "t" 1000 "shape" => "values") v (push got v))) (list (first got) (last got)))`, `("1" "3")`)
}

// Traps A10 and A11: the end of an evaluation ends every call that waits, and
// leaves no lock held.
func TestTrapA10CallsEndWithTheEvaluation(t *testing.T) {
	alwaysSideBySide(t)
	o := newOutage(t)
	o.eval(`(do (kafka-create-topics "localhost:9092" "t") (set p (kafka-create "producer" "localhost:9092")) (kafka-send p "t" "x")
	  (set c (kafka-create "consumer" "localhost:9092" "auto-offset-reset" => "earliest")) (kafka-poll c "t" 60000)
	  (set full (kafka-create "producer" "localhost:9092" "delivery" => "async" "max-buffered-records" => 1)) (kafka-send full "t" "x") (kafka-flush full) (kafka-poll c 60000))`)
	for _, tc := range []struct {
		call string
		down bool
	}{
		{`(kafka-poll c 3600000)`, false},
		{`(kafka-for-each c "t" r null)`, false},
		{`(kafka-send p "t" "x")`, true},
		{`(for (set i 0) (< i 10) (++ i) (kafka-send full "t" "x"))`, true},
		{`(kafka-flush full)`, true},
		{`(kafka-partitions p "t")`, true},
		{`(kafka-lag c)`, true},
	} {
		t.Run(tc.call, func(t *testing.T) {
			o.net.setDown(tc.down)
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			start := time.Now()
			_, err := o.Session.Eval(ctx, tc.call)
			if _, ok := err.(*interp.CancelError); !ok && !strings.Contains(fmt.Sprint(err), "deadline") {
				t.Errorf("got  %v\nwant the end of the evaluation", err)
			}
			inTime(t, start, 2*time.Second)
			o.want(`(+ 1 1)`, `2`)
		})
	}
	o.net.setDown(false)
	o.want(`(kafka-flush full)`, `0`)
}
