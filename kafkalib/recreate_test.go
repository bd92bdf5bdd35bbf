package kafkalib

import (
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
)

// recreate deletes a topic and creates it again, as another process does.
func (s *script) recreate(topic string, partitions int32) {
	s.t.Helper()
	adm := kadm.NewClient(s.client())
	if _, err := adm.DeleteTopic(s.t.Context(), topic); err != nil {
		s.t.Fatal(err)
	}
	for range 6000 { // a minute
		r, err := adm.CreateTopic(s.t.Context(), partitions, -1, nil, topic)
		if err == nil && r.Err == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.t.Fatal("the topic cannot be created again")
}

func TestSendAfterForeignRecreation(t *testing.T) {
	s := withTopic(t)
	s.eval(`(kafka-send p "t" "old")`)
	s.recreate("t", 1)
	start := time.Now()
	s.want(`(get (first (kafka-send p "t" "new" "report" => true)) "offset")`, `0`)
	t.Logf("it took %v", time.Since(start))
	s.want(`(kafka-send p "t" "newer")`, `null`)
	s.want(`(kafka-read "embedded" "t" "shape" => "values")`, `("new" "newer")`)
}

func TestSendAfterOwnRecreation(t *testing.T) {
	s := withTopic(t)
	s.eval(`(do (kafka-send p "t" "old") (kafka-delete-topics "embedded" "t") (kafka-create-topics "embedded" "t"))`)
	start := time.Now()
	s.want(`(kafka-send p "t" "new")`, `null`)
	inTime(t, start, time.Second)
	s.want(`(kafka-read "embedded" "t" "shape" => "values")`, `("new")`)
}

func TestPollAfterRecreation(t *testing.T) {
	sideBySide(t)
	for _, group := range []string{"", `"group" => "g"`} {
		for _, own := range []bool{true, false} {
			name := map[bool]string{true: "own ", false: "foreign "}[own] + group
			t.Run(name, func(t *testing.T) {
				s := withTopic(t)
				s.eval(`(do (kafka-send p "t" ("1" "2" "3")) (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest" ` + group + `)))`)
				s.want(`(size (kafka-poll c "t" 60000))`, `3`)
				if group != "" {
					s.want(`(kafka-commit c)`, `true`)
				}
				if own {
					s.eval(`(do (kafka-delete-topics "embedded" "t") (kafka-create-topics "embedded" "t"))`)
				} else {
					s.recreate("t", 1)
				}
				s.eval(`(kafka-send (kafka-create "producer" "embedded") "t" ("new-1" "new-2"))`)
				s.want(`(do (set out ()) (set n 0)
				  (while (and (< (size out) 2) (< n 500)) (for-each (kafka-poll c 200) r (push out (list r/offset r/value))) (++ n)) out)`,
					`((0 "new-1") (1 "new-2"))`)
			})
		}
	}
}

func TestPollOfADeletedTopic(t *testing.T) {
	sideBySide(t)
	for _, group := range []string{"", `"group" => "g"`} {
		for _, own := range []bool{true, false} {
			name := map[bool]string{true: "own ", false: "foreign "}[own] + group
			t.Run(name, func(t *testing.T) {
				s := withTopic(t)
				s.eval(`(do (kafka-send p "t" ("1" "2" "3")) (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest" ` + group + `)))`)
				s.want(`(size (kafka-poll c "t" 60000))`, `3`)
				if own {
					s.eval(`(kafka-delete-topics "embedded" "t")`)
				} else if _, err := kadm.NewClient(s.client()).DeleteTopic(t.Context(), "t"); err != nil {
					t.Fatal(err)
				}
				// Trap 16: thrown once, then nothing, without spinning.
				s.eval(`(do (set thrown 0) (set poll-once (function ()
				  (try (kafka-poll c 200) (e "KafkaException" => (when (= e/code "UNKNOWN_TOPIC_OR_PARTITION") (++ thrown)))))))`)
				s.want(`(do (for (set n 0) (and (< n 500) (= thrown 0)) (++ n) (poll-once)) (for (set n 0) (< n 10) (++ n) (poll-once)) thrown)`, `1`)
			})
		}
	}
}
