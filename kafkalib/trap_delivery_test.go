package kafkalib

import (
	"fmt"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
)

// Trap 37: leaders move under load, with several partitions: each record is
// stored once, those of a partition in order.
func TestTrap37LeadersMoveUnderLoad(t *testing.T) {
	s := newEmbeddedScript(t, kfake.NumBrokers(3))
	s.eval(`(do (kafka-create-topics "embedded" "t" "partitions" => 5) (set failed 0)
	  (set p (kafka-create "producer" "embedded" "delivery" => "async" "linger-ms" => 1 "on-delivery" => (function (r) (when (= (first r) "KafkaException") (++ failed))))))`)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			case <-time.After(15 * time.Millisecond):
				s.broker.Cluster().ShufflePartitionLeaders()
			}
		}
	}()
	const n = 4000
	s.eval(fmt.Sprintf(`(for (set i 0) (< i %d) (++ i) (do (kafka-send p "t" (string i) "partition" => (mod i 5)) (when (= 0 (mod i 200)) (sleep 10))))`, n))
	close(stop)
	<-stopped
	s.want(`(kafka-flush p)`, `0`)
	s.want(`failed`, `0`)
	for partition := range 5 {
		s.want(fmt.Sprintf(`(do (set next %d) (set wrong 0) (for-each (kafka-read "embedded" (list ("topic" => "t" "partition" => %d)) "shape" => "values") v (do (when (!= v (string next)) (++ wrong)) (set next (+ next 5)))) (list next wrong))`,
			partition, partition), fmt.Sprintf("(%d 0)", n+partition))
	}
}

// Trap 43: a session that ends loses nothing of what was sent to many
// partitions.
func TestTrap43ManyPartitionsAtTheEnd(t *testing.T) {
	s := newEmbeddedScript(t)
	s.eval(`(do (kafka-create-topics "embedded" "t" "partitions" => 1000) (set p (kafka-create "producer" "embedded" "delivery" => "async" "linger-ms" => 10000))
	  (for (set i 0) (< i 3000) (++ i) (kafka-send p "t" (string i) "partition" => (mod i 1000))))`)
	if err := s.Close(); err != nil {
		t.Errorf("closing: %v", err)
	}
	s.another().want(`(sum (apply (kafka-count "embedded" "t") c c/count))`, `3000`)
}

// Trap 49: subscriptions change while partitions are assigned.
func TestTrap49SubscriptionsChangeWhileAssigned(t *testing.T) {
	sideBySide(t)
	s := newScript(t)
	s.eval(`(do (kafka-create-topics "embedded" ("t" "u" "v") "partitions" => 3) (set p (kafka-create "producer" "embedded")) (kafka-send p ("t" "u" "v") "x" "partition" => 0))`)
	other := s.another()
	for _, m := range []*script{s, other} {
		m.eval(`(do (set seen 0) (set c (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest" "heartbeat-interval-ms" => 100)))`)
	}
	sets := []string{`("t" "u")`, `("u" "v")`, `("t" "v")`, `"t"`, `("t" "u" "v")`}
	for i := range 15 {
		s.eval(`(kafka-poll c ` + sets[i%len(sets)] + ` 20)`)
		other.eval(`(kafka-poll c ` + sets[(i*3+1)%len(sets)] + ` 20)`)
	}
	other.eval(`(kafka-destroy c)`)
	s.eval(`(kafka-send p ("t" "u" "v") "last" "partition" => 0)`)
	s.want(`(do (set got ()) (for (set n 0) (and (< n 500) (< (size got) 3)) (++ n) (for-each (kafka-poll c ("t" "u" "v") 200) r (when (= r/value "last") (push got r/topic)))) (sort got))`, `("t" "u" "v")`)
}
