package kafkalib

import (
	"fmt"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// TestTopicMadeAMomentBefore: the broker that is asked does not know yet of a
// topic that another client makes.
func TestTopicMadeAMomentBefore(t *testing.T) {
	for i, call := range []string{
		`(size (kafka-partitions p "new"))`,
		`(size (kafka-offsets p "new"))`,
		`(get (first (kafka-send q "new" "x" "report" => true)) "offset")`,
	} {
		t.Run(call, func(t *testing.T) {
			s := newEmbeddedScript(t)
			s.eval(`(do (kafka-create-topics "embedded" "other") (set p (kafka-create "producer" "embedded")) (kafka-send p "other" "x")
			  (set q (kafka-create "producer" "embedded" "partitioner" => (function (k v n) 0))))`)
			adm := kadm.NewClient(s.client())
			made := make(chan error, 1)
			s.broker.Cluster().ControlKey(int16(kmsg.Metadata), func(req kmsg.Request) (kmsg.Response, error, bool) {
				for _, topic := range req.(*kmsg.MetadataRequest).Topics {
					if topic.Topic != nil && *topic.Topic == "new" {
						go func() { // after the answer that it is not known
							_, err := adm.CreateTopic(t.Context(), 1, -1, nil, "new")
							made <- err
						}()
						return nil, nil, false
					}
				}
				s.broker.Cluster().KeepControl()
				return nil, nil, false
			})
			s.want(call, fmt.Sprint([]int{1, 1, 0}[i]))
			if err := <-made; err != nil {
				t.Error(err)
			}
		})
	}
}

// TestUnknownTopicInTime: a topic that does not exist is reported within about
// a second, with the nearest name.
func TestUnknownTopicInTime(t *testing.T) {
	s := withTopic(t)
	for _, call := range []string{`(kafka-partitions p "tt")`, `(kafka-offsets p "tt")`, `(kafka-send p "tt" "x")`, `(kafka-poll c "tt" 60000)`, `(kafka-read p "tt")`,
		`(kafka-assign c (list ("topic" => "tt" "partition" => 0)))`} {
		start := time.Now()
		e := s.fails(call, "UNKNOWN_TOPIC_OR_PARTITION")
		inTime(t, start, 2*time.Second)
		if want := `did you mean "t"?`; len(e.Message) < len(want) || e.Message[len(e.Message)-len(want):] != want {
			t.Errorf("%s: message\ngot  %s\nwant %s at its end", call, e.Message, want)
		}
	}
}

// TestPartitionThatDoesNotExist names a partition behind the last one of a topic.
func TestPartitionThatDoesNotExist(t *testing.T) {
	for _, tc := range []struct{ name, call string }{
		{"assigned", `(kafka-assign (kafka-create "consumer" "embedded") (("topic" => "t" "partition" => 2)))`},
		{"read", `(kafka-read "embedded" (("topic" => "t" "partition" => 2)))`},
		{"sent to", `(kafka-send (kafka-create "producer" "embedded") "t" "a" "partition" => 2)`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := newEmbeddedScript(t)
			s.eval(`(kafka-create-topics "embedded" "t" "partitions" => 2)`)
			e := s.fails(tc.call, "UNKNOWN_TOPIC_OR_PARTITION")
			if want := `partition 2 does not exist, topic "t" has the partitions 0 to 1`; e.Message != want {
				t.Errorf("message\ngot  %s\nwant %s", e.Message, want)
			}
		})
	}
}
