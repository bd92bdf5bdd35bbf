package kafkalib

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// partitionValues are the values of a partition, in order.
func (s *spoolScript) partitionValues(topic string, partition int) []string {
	s.t.Helper()
	l, _ := s.eval(fmt.Sprintf(`(apply (kafka-read "embedded" (list (list "topic" => %q "partition" => %d "offset" => "earliest"))) r r/value)`, topic, partition)).AsList()
	var out []string
	for i := range l.Len() {
		v, _ := l.At(i).AsString()
		out = append(out, v)
	}
	return out
}

// keysOf are keys for the partitions of a topic that has n, in order.
func keysOf(n int) []string {
	keys := make([]string, n)
	partitions := kgo.StickyKeyPartitioner(nil).ForTopic("t")
	for left, i := n, 0; left > 0; i++ {
		key := strconv.Itoa(i)
		if p := partitions.Partition(&kgo.Record{Key: []byte(key)}, n); keys[p] == "" {
			keys[p] = key
			left--
		}
	}
	return keys
}

// TestSpooledStuckPartition asserts that a stuck partition holds up its own
// records only, with a window far smaller than what it holds up, and that
// none comes twice when it goes on.
func TestSpooledStuckPartition(t *testing.T) {
	for _, kind := range []string{"partition", "key"} {
		t.Run(kind, func(t *testing.T) {
			alwaysSideBySide(t)
			s := newSpoolScript(t)
			s.eval(`(kafka-create-topics "embedded" (list (list "name" => "t" "partitions" => 3) "other"))`)
			fault := s.broker.Cluster().Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.Produce}, Topic: "t", Partitions: []int32{0}, Err: kerr.NotEnoughReplicas, Count: -1})
			s.producer(`"max-in-flight-records" => 40`)
			// Each value goes to all partitions; a key and a partition are chosen alike.
			where := `"partition" => n`
			if kind == "key" {
				where = `"key" => (get keys n)`
				if err := s.Set("keys", keysOf(3)); err != nil {
					t.Fatal(err)
				}
			}
			send := func(from, to int) {
				s.eval(fmt.Sprintf(`(do (set i %d) (while (< i %d) (do (for-each (0 1 2) n (kafka-send p "t" (string i) %s)) (kafka-send p "other" (string i)) (++ i))))`, from, to, where))
			}
			send(0, 300)
			delivered := func() bool {
				return len(s.partitionValues("t", 1)) == 300 && len(s.partitionValues("t", 2)) == 300 && len(s.values("other")) == 300
			}
			soon(t, "delivery past the stuck partition", delivered)
			if got := s.partitionValues("t", 0); len(got) != 0 {
				t.Fatalf("the stuck partition has %v", got)
			}
			if n := s.waiting(); n != 300 {
				t.Errorf("records in the spool: got %d, want 300", n)
			}
			fault.Remove()
			send(300, 400)
			s.want(`(kafka-flush p)`, `0`)
			for n := range 3 {
				if got, want := s.partitionValues("t", n), numbersOf(0, 400); !slices.Equal(got, want) {
					t.Errorf("partition %d\ngot  %v\nwant %v", n, got, want)
				}
			}
			if got, want := s.values("other"), numbersOf(0, 400); !slices.Equal(got, want) {
				t.Errorf("the other topic\ngot  %v\nwant %v", got, want)
			}
		})
	}
}

// TestSpooledOrder asserts that records of a key are delivered in the order in
// which they were accepted, once each, across an outage, across spool and
// live, and across handles.
func TestSpooledOrder(t *testing.T) {
	for _, mode := range []string{"always", "when-needed"} {
		t.Run(mode, func(t *testing.T) {
			alwaysSideBySide(t)
			s := newSpoolScript(t)
			s.eval(`(kafka-create-topics "embedded" (list (list "name" => "t" "partitions" => 4)))`)
			options := fmt.Sprintf(`"spool-mode" => %q "max-in-flight-records" => 50 "max-buffered-records" => 100 "delivery" => "async"`, mode)
			s.producer(options)
			next := 0
			send := func(n int) {
				s.eval(fmt.Sprintf(`(do (set i %d) (while (< i %d) (do (kafka-send p "t" (string i) "key" => (string (mod i 7))) (++ i))))`, next, next+n))
				next += n
			}
			send(200)
			s.net.setDown(true)
			send(500)
			soon(t, "record on disk", func() bool { return s.waiting() > 0 })
			s.net.setDown(false)
			send(500)
			s.want(`(kafka-flush p)`, `0`)
			send(100)                      // live again
			s.want(`(kafka-flush p)`, `0`) // else records whose replies are cut off would come again
			s.net.setDown(true)
			send(100)
			s.want(`(kafka-destroy p)`, `true`) // the rest stays on disk
			s.net.setDown(false)
			s.producer(options)
			send(100)
			s.want(`(kafka-flush p)`, `0`)

			last := make(map[string]int)
			total := 0
			for n := range 4 {
				for _, v := range s.partitionValues("t", n) {
					i := 0
					fmt.Sscan(v, &i)
					key := fmt.Sprint(i % 7)
					if before, ok := last[key]; ok && i != before+7 || !ok && i >= 7 {
						t.Fatalf("key %s: %d after %d", key, i, before)
					}
					last[key] = i
					total++
				}
			}
			if total != next {
				t.Errorf("records: got %d, want %d", total, next)
			}
			if opened := s.all("SPOOL_OPENED"); len(opened) != 2 || *opened[0].Count != 0 || *opened[1].Count == 0 {
				t.Errorf("SPOOL_OPENED: got %v", opened)
			}
			if n := len(s.all("SPOOL_REPLAYED")); n != 1 {
				t.Errorf("SPOOL_REPLAYED: got %d, want 1", n)
			}
			s.await("SPOOL_DRAINED", 1)
		})
	}
}

// TestSpooledMemory asserts that in mode "when-needed" records go to disk
// while Kafka is down only, and that a sync send returns by then.
func TestSpooledMemory(t *testing.T) {
	alwaysSideBySide(t)
	s := newSpoolScript(t)
	s.eval(`(kafka-create-topics "embedded" "t")`)
	s.producer(`"spool-mode" => "when-needed"`)
	s.want(`(kafka-send p "t" "0" "report" => true "timestamp" => 5)`, `(("topic" => "t" "partition" => 0 "offset" => 0 "timestamp" => 5))`)
	if last := s.findProducer().spool.Stats().LastSequence; last != 0 {
		t.Errorf("%d records were written while Kafka was up", last)
	}
	s.net.setDown(true)
	start := time.Now()
	s.want(`(kafka-send p "t" "1" "report" => true "timestamp" => 6)`, `(("topic" => "t" "partition" => null "offset" => null "timestamp" => 6 "outcome" => "spooled"))`)
	inTime(t, start, 5*time.Second)
	start = time.Now()
	s.want(`(kafka-send p "t" "2")`, `null`)
	inTime(t, start, time.Second)
	if n := s.waiting(); n != 2 {
		t.Errorf("records in the spool: got %d, want 2", n)
	}
	s.net.setDown(false)
	s.want(`(kafka-flush p)`, `0`)
	s.await("SPOOL_DRAINED", 1)
	before := s.findProducer().spool.Stats().LastSequence
	s.want(`(kafka-send p "t" "3")`, `null`)
	if after := s.findProducer().spool.Stats().LastSequence; after != before {
		t.Errorf("a record was written after the spool had drained")
	}
	if got := strings.Join(s.values("t"), " "); got != "0 1 2 3" {
		t.Errorf("got  %s\nwant 0 1 2 3", got)
	}
}

// TestSpooledStuckTopic asserts that records without key, which no partition
// of their topic has room for, wait without work and go on with the others.
func TestSpooledStuckTopic(t *testing.T) {
	alwaysSideBySide(t)
	s := newSpoolScript(t)
	s.eval(`(kafka-create-topics "embedded" ("t" "other"))`)
	fault := s.broker.Cluster().Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.Produce}, Topic: "t", Err: kerr.NotEnoughReplicas, Count: -1})
	s.producer(`"max-in-flight-records" => 20`)
	s.eval(`(for (set i 0) (< i 100) (++ i) (kafka-send p "t" (string i) "key" => "k") (kafka-send p "t" "free") (kafka-send p "other" (string i)))`)
	soon(t, "delivery of the other topic", func() bool { return len(s.values("other")) == 100 })
	fault.Remove()
	s.want(`(kafka-flush p)`, `0`)
	var keyed []string
	free := 0
	for _, v := range s.values("t") {
		if v == "free" {
			free++
		} else {
			keyed = append(keyed, v)
		}
	}
	if free != 100 || !slices.Equal(keyed, numbersOf(0, 100)) {
		t.Errorf("got %d without key, and\n     %v\nwant 100, and\n     %v", free, keyed, numbersOf(0, 100))
	}
}
