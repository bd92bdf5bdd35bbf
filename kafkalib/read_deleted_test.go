package kafkalib

import (
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// TestReadEndsWhereTheTopicIsDeleted: bounded reads end where the topic is
// deleted while they go on.
func TestReadEndsWhereTheTopicIsDeleted(t *testing.T) {
	alwaysSideBySide(t)
	fill := func(t *testing.T) *script {
		s := newEmbeddedScript(t)
		s.eval(`(do (kafka-create-topics "embedded" "t") (set p (kafka-create "producer" "embedded" "linger-ms" => 0))
		  (for (set i 0) (< i 40) (++ i) (kafka-send p "t" (repeat "x" 1000))))`)
		return s
	}
	t.Run("kafka-read", func(t *testing.T) {
		s := fill(t)
		adm := kadm.NewClient(s.client())
		s.broker.Cluster().ControlKey(int16(kmsg.Fetch), func(kmsg.Request) (kmsg.Response, error, bool) {
			s.broker.Cluster().SleepControl(func() { // the ends are known, the records are not read yet
				if _, err := adm.DeleteTopic(t.Context(), "t"); err != nil {
					t.Error(err)
				}
			})
			return nil, nil, false
		})
		start := time.Now()
		s.want(`(kafka-read "embedded" "t" "shape" => "values")`, `()`)
		inTime(t, start, 10*time.Second)
	})
	for _, group := range []string{"", `"group" => "g"`} {
		t.Run("kafka-for-each "+group, func(t *testing.T) {
			s := fill(t)
			s.eval(`(do (set n 0) (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest" "max-poll-records" => 5 ` + group + `)))`)
			start := time.Now()
			s.want(`(kafka-for-each c "t" r (do (++ n) (when (= n 5) (kafka-delete-topics "embedded" "t"))) "to" => "end")`, `5`)
			inTime(t, start, 10*time.Second)
			s.want(`n`, `5`)
			s.fails(`(kafka-for-each c ("t" "never") r null "to" => "end")`, "UNKNOWN_TOPIC_OR_PARTITION")
		})
	}
}
