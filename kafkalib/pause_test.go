package kafkalib

import (
	"fmt"
	"strings"
	"testing"
)

// TestPauses asserts that the latest word about a partition counts, be it about
// the partition or about its topic.
func TestPauses(t *testing.T) {
	owned := map[TopicPartition]bool{{"t", 0}: true, {"t", 1}: true, {"t", 2}: true, {"u", 0}: true}
	for _, tc := range []struct{ name, steps, list, paused string }{
		{"nothing", "", "", ""},
		{"a topic", "-t", "t", "t0 t1 t2 t7"},
		{"a partition", "-t1", "t1", "t1"},
		{"the topic of a paused partition", "-t1 -t", "t", "t0 t1 t2 t7"},
		{"resumed as a whole", "-t1 -t2 +t", "", ""},
		{"a partition of a paused topic resumed", "-t +t1", "t0 t2", "t0 t2 t7"},
		{"and paused again", "-t +t1 -t1", "t", "t0 t1 t2 t7"},
		{"all but one resumed", "-t +t0 +t2", "t1", "t1 t7"},
		{"resumed as a whole after that", "-t +t1 +t", "", ""},
		{"another topic", "-t -u0 +t", "u0", "u0"},
		{"resumed without a pause", "+t +u0", "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := newPauses()
			for _, step := range strings.Fields(tc.steps) {
				tp := TopicPartition{step[1:2], wholeTopic}
				if len(step) > 2 {
					tp.Partition = int32(step[2] - '0')
				}
				p.set(tp, step[0] == '-')
			}
			name := func(tp TopicPartition) string {
				if tp.Partition == wholeTopic {
					return tp.Topic
				}
				return fmt.Sprint(tp.Topic, tp.Partition)
			}
			var list, paused []string
			for _, tp := range p.list(owned) {
				list = append(list, name(tp))
			}
			for _, tp := range []TopicPartition{{"t", 0}, {"t", 1}, {"t", 2}, {"t", 7}, {"u", 0}} {
				if p.has(tp) {
					paused = append(paused, name(tp))
				}
			}
			if got := strings.Join(list, " "); got != tc.list {
				t.Errorf("the list\ngot  %s\nwant %s", got, tc.list)
			}
			if got := strings.Join(paused, " "); got != tc.paused {
				t.Errorf("what is paused\ngot  %s\nwant %s", got, tc.paused)
			}
			if got, want := p.empty(), tc.paused == ""; got != want {
				t.Errorf("empty: got %v, want %v", got, want)
			}
		})
	}
}

// TestPauseOfTopicAndPartition asserts what polls bring while topics and
// partitions are paused and resumed across each other.
func TestPauseOfTopicAndPartition(t *testing.T) {
	for _, group := range []string{"", `"group" => "g"`} {
		t.Run(group, func(t *testing.T) {
			sideBySide(t)
			s := newScript(t)
			s.eval(`(do
				(kafka-create-topics "embedded" "t" "partitions" => 3)
				(set p (kafka-create "producer" "embedded"))
				(set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest" ` + group + `))
				(set n 0)
				(set send (function () (do (++ n) (for (set i 0) (< i 3) (++ i) (kafka-send p "t" (concat i "-" n) "partition" => i)))))
				(set take (function (want)
				  (do (local out tries) (set out (list)) (set tries 0)
				    (while (and (< (size out) want) (< tries 1200))
				      (do (++ tries) (for-each (kafka-poll c "t" 50 "shape" => "values") v (push out v))))
				    (for-each (kafka-poll c "t" 50 "shape" => "values") v (push out v))
				    (sort out))))
				(send))`)
			s.want(`(take 3)`, `("0-1" "1-1" "2-1")`)
			s.want(`(kafka-pause c "t")`, `("t")`)
			s.want(`(kafka-resume c (list (list "topic" => "t" "partition" => 1)))`, `(("topic" => "t" "partition" => 0) ("topic" => "t" "partition" => 2))`)
			s.want(`(do (send) (take 1))`, `("1-2")`)
			s.want(`(kafka-pause c (list (list "topic" => "t" "partition" => 1)))`, `("t")`)
			s.want(`(do (send) (take 0))`, `()`)
			s.want(`(kafka-resume c "t")`, `()`)
			s.want(`(take 5)`, `("0-2" "0-3" "1-3" "2-2" "2-3")`)
			s.want(`(kafka-pause c (list (list "topic" => "t" "partition" => 0)))`, `(("topic" => "t" "partition" => 0))`)
			s.want(`(do (send) (take 2))`, `("1-4" "2-4")`)
			s.want(`(kafka-resume c "t")`, `()`)
			s.want(`(take 1)`, `("0-4")`)
		})
	}
}
