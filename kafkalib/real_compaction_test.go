//go:build integration

package kafkalib

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestRealCompactedHoles: a broker's log cleaner leaves holes in the middle
// and at the end of what is read; bounded reads and polls pass them. The topic has a
// name of its own: a broker that starts again may still apply the policy of a deleted
// topic to a later one of its name.
func TestRealCompactedHoles(t *testing.T) {
	emptyReal(t)
	s := newRealScript(t)
	s.Set("big", strings.Repeat("x", 50_000))
	// The cleaner leaves the newest segment alone, so the records that are to go
	// stand in older ones: of about 20 records each.
	s.eval(`(do (kafka-create-topics "embedded" "compacted" "configs" => ("cleanup.policy" => "compact" "segment.bytes" => 1048576 "min.cleanable.dirty.ratio" => "0.001"
	    "min.compaction.lag.ms" => 0 "max.compaction.lag.ms" => 1000 "delete.retention.ms" => 0))
	  (set p (kafka-create "producer" "embedded" "linger-ms" => 0))
	  (kafka-send p "compacted" ("first" => "1"))
	  (for (set i 0) (< i 60) (++ i) (kafka-send p "compacted" big "key" => "k"))
	  (kafka-send p "compacted" ("middle" => "2"))
	  (for (set i 0) (< i 60) (++ i) (kafka-send p "compacted" big "key" => "k"))
	  (kafka-send p "compacted" ("last" => "3")))`)
	const read = `(apply (kafka-read "embedded" "compacted" "max-records" => 10000) r r/offset)`
	left := int64(0)
	for deadline := time.Now().Add(3 * time.Minute); ; time.Sleep(250 * time.Millisecond) {
		if left = int64(s.eval(read).List().Len()); left < 70 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the log was not compacted: %d records are left", left)
		}
	}
	t.Logf("%d of 123 records are left", left)
	began := time.Now()
	s.want(`(kafka-count "embedded" "compacted")`, `(("topic" => "compacted" "partition" => 0 "begin" => 0 "end" => 123 "count" => 123))`)
	s.want(`(list (get (first (kafka-read "embedded" "compacted")) "value") (get (last (kafka-read "embedded" "compacted")) "value"))`, `("1" "3")`)
	// The hole behind the first record: a range that ends within it.
	s.want(`(kafka-read "embedded" "compacted" "to" => 20 "shape" => "values")`, `("1")`)
	s.want(`(kafka-read "embedded" "compacted" "from" => 5 "to" => 20 "shape" => "values")`, `()`)
	s.want(`(kafka-read "embedded" "compacted" "from" => -1 "shape" => "values")`, `("3")`)
	s.want(`(do (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest" "max-partition-fetch-bytes" => 1000)) (set got ())
	  (kafka-for-each c "compacted" r "to" => "end" (when (!= r/key "k") (push got r/value))) got)`, `("1" "2" "3")`)
	s.want(`(do (kafka-assign c (list ("topic" => "compacted" "partition" => 0 "offset" => 5))) (get (first (kafka-poll c 60000 "max-records" => 1)) "offset"))`,
		fmt.Sprint(firstFrom(s.eval(read).String(), 5)))
	inTime(t, began, 20*time.Second)
}

// firstFrom is the first of printed offsets that is not below one.
func firstFrom(printed string, least int64) int64 {
	for _, field := range strings.Fields(strings.Trim(printed, "()")) {
		var n int64
		if fmt.Sscan(field, &n); n >= least {
			return n
		}
	}
	return -1
}
