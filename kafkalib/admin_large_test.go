package kafkalib

import (
	"fmt"
	"testing"
)

// largeTopic creates, describes, writes, counts, commits, assigns and reads a
// topic of so many partitions.
func largeTopic(t *testing.T, s *script, partitions int) {
	t.Helper()
	s.want(fmt.Sprintf(`(kafka-create-topics "embedded" ("name" => "large" "partitions" => %d "replication-factor" => 1))`, partitions), `("large" => true)`)
	s.want(`(do (set d (get (get (kafka-describe-topics "embedded" "large") "large") "partitions")) (list (size d) (get (get d (- (size d) 1)) "partition")))`,
		fmt.Sprintf(`(%d %d)`, partitions, partitions-1))
	s.eval(`(do (set p (kafka-create "producer" "embedded")) (set keys (list))
	  (for (set i 0) (< i 500) (++ i) (put keys (concat "key-" i) "v"))
	  (kafka-send p "large" keys))`)
	s.want(`(do (set sum 0) (for-each (kafka-count "embedded" "large") c (++ sum (get c "count"))) sum)`, `500`)
	s.want(`(size (kafka-leaders "embedded" "large"))`, fmt.Sprint(partitions))
	s.want(`(do (set c (kafka-alter-group-offsets "embedded" "g" "large" "to" => "beginning")) (list (size c) (size (find c x (not (= null (get x "code")))))))`,
		fmt.Sprintf(`(%d 0)`, partitions))
	s.want(`(do (set sum 0) (set l (kafka-group-lag "embedded" "g")) (for-each l x (++ sum (get x "lag"))) (list (size l) sum))`, fmt.Sprintf(`(%d 500)`, partitions))
	s.eval(`(do (set c (kafka-create "consumer" "embedded")) (set got 0)
	  (kafka-assign c (apply (kafka-leaders "embedded" "large") l (list "topic" => "large" "partition" => (get l "partition") "offset" => "beginning")))
	  (while (< got 500) (set got (+ got (size (kafka-poll c 60000))))))`)
	s.want(`(do (set l (kafka-lag c)) (set sum 0) (for-each l x (++ sum (get x "lag"))) (list (size l) sum))`, fmt.Sprintf(`(%d 0)`, partitions))
	s.want(`(kafka-delete-topics "embedded" "large")`, `("large" => true)`)
}

// TestLargeTopic is a topic of 9,000 partitions.
func TestLargeTopic(t *testing.T) {
	if testing.Short() {
		t.Skip("large")
	}
	largeTopic(t, newEmbeddedScript(t), 9_000)
}

// TestTooManyPartitions bounds what the embedded broker makes at once, as real
// brokers do, and spreads what is more over several requests.
func TestTooManyPartitions(t *testing.T) {
	s := newEmbeddedScript(t)
	s.want(`(get (get (kafka-create-topics "embedded" "t" "partitions" => 2000000000 "detail" => true) "t") "code")`, `"POLICY_VIOLATION"`)
	s.want(`(kafka-create-topics "embedded" (("name" => "a" "partitions" => 6000) ("name" => "b" "partitions" => 6000) ("name" => "c" "partitions" => 10001)))`,
		`("a" => true "b" => true "c" => false)`)
	s.want(`(get (get (kafka-create-partitions "embedded" "a" 2000000000 "detail" => true) "a") "code")`, `"POLICY_VIOLATION"`)
}
