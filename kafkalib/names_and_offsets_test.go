package kafkalib

import (
	"testing"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kgo"
)

// TestNumericTopicNames: a topic whose name is a number is a topic, and no
// place in a list.
func TestNumericTopicNames(t *testing.T) {
	s := newScript(t)
	s.want(`(kafka-create-topics "embedded" ("500" "0"))`, `("500" => true "0" => true)`)
	s.eval(`(do (set p (kafka-create "producer" "embedded")) (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest")))`)
	s.want(`(kafka-send p ("500" "0") "x")`, `null`)
	s.want(`(do (set out ()) (while (< (size out) 2) (for-each (kafka-poll c ("500" "0") 60000) r (push out r/topic))) (sort out))`, `("0" "500")`)
	s.want(`(kafka-read "embedded" "500" "shape" => "by-topic")`, `("500" => ("x"))`)
}

// largeOffset is beyond what 32 bits and doubles of small integers hold.
const largeOffset = int64(1) << 40

// TestLargeOffsetsOfRecords: no broker can be told to start there, so what
// counts offsets is tested alone.
func TestLargeOffsetsOfRecords(t *testing.T) {
	record := &kgo.Record{Topic: "t", Offset: largeOffset, Value: []byte("x"), LeaderEpoch: -1}
	tp := TopicPartition{"t", 0}
	t.Run("record", func(t *testing.T) {
		l := newRecordBuilder([]*kgo.Record{record}, false).record(record, part{value: interp.Null(), decoded: true}, part{raw: record.Value})
		if got, _ := l.Get("offset"); got.String() != "1099511627776" {
			t.Errorf("offset:\ngot  %s\nwant 1099511627776", got)
		}
	})
	t.Run("position and commit", func(t *testing.T) {
		m := newMarks()
		m.returned(record)
		m.advance()
		if got := m.position[tp]; got != largeOffset+1 {
			t.Errorf("position:\ngot  %d\nwant %d", got, largeOffset+1)
		}
		if got := m.open(nil)[tp].Offset; got != largeOffset+1 {
			t.Errorf("to be committed:\ngot  %d\nwant %d", got, largeOffset+1)
		}
	})
	t.Run("seek", func(t *testing.T) {
		s := newEmbeddedScript(t)
		s.eval(`(do (kafka-create-topics "embedded" "t") (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "none")))`)
		s.want(`(kafka-assign c (list ("topic" => "t" "partition" => 0 "offset" => 1099511627776)))`, `(("topic" => "t" "partition" => 0))`)
		s.want(`(kafka-position c)`, `(("topic" => "t" "partition" => 0 "offset" => 1099511627776))`)
		s.want(`(kafka-lag c)`, `(("topic" => "t" "partition" => 0 "position" => 1099511627776 "end-offset" => 0 "lag" => -1099511627776))`)
		s.want(`(kafka-seek c "t" 0 1099511627777)`, `true`)
		s.fails(`(kafka-poll c 60000)`, "OFFSET_OUT_OF_RANGE")
		s.want(`(kafka-position c)`, `(("topic" => "t" "partition" => 0 "offset" => 1099511627777))`)
	})
}
