package kafkalib

import (
	"fmt"
	"testing"

	"github.com/twmb/franz-go/pkg/kgo"
)

// TestSeekGivenBack: a seek that could not be done is noted again, but not over one that the
// script asked for meanwhile.
func TestSeekGivenBack(t *testing.T) {
	place := TopicPartition{"t", 0}
	for _, tc := range []struct {
		name      string
		meanwhile TopicPartition
		want      int
	}{
		{"nothing meanwhile", TopicPartition{"u", 0}, 1},
		{"the partition", place, 9},
		{"its topic", TopicPartition{"t", wholeTopic}, 9},
		{"another partition", TopicPartition{"t", 1}, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := &consumer{seeks: map[TopicPartition]seek{tc.meanwhile: {order: 9}}}
			c.giveSeeksBack(map[TopicPartition]seek{place: {order: 1}})
			got, ok := c.takeSeek(place)
			if !ok || got.order != tc.want {
				t.Errorf("seek of the partition:\ngot  %d, %t\nwant %d", got.order, ok, tc.want)
			}
		})
	}
}

// TestBufferIsCopiedOnlyWhereNeeded: a seek or pause in a partition of which no record is taken
// does not have what is left of a fetch copied by every poll.
func TestBufferIsCopiedOnlyWhereNeeded(t *testing.T) {
	for _, tc := range []struct {
		name   string
		sought TopicPartition
		taken  string
		copied bool
	}{
		{"elsewhere", TopicPartition{"u", 0}, "[0 1]", false},
		{"behind what is taken", TopicPartition{"t", 1}, "[0 1]", false},
		{"in what is taken", TopicPartition{"t", 0}, "[3 4]", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := newEmbeddedScript(t)
			id, _ := s.eval(`(kafka-create "consumer" "embedded")`).AsString()
			c := s.handle(id).consumer
			var fetched []*kgo.Record
			for i := range 6 {
				fetched = append(fetched, &kgo.Record{Topic: "t", Partition: int32(i / 3), Offset: int64(i)})
			}
			c.mu.Lock()
			defer c.mu.Unlock()
			c.buffer = fetched
			c.seeks[tc.sought] = seek{}
			taken := []int64{}
			for _, r := range c.takeBuffered(2) {
				taken = append(taken, r.Offset)
			}
			if got := fmt.Sprint(taken); got != tc.taken {
				t.Errorf("offsets taken:\ngot  %s\nwant %s", got, tc.taken)
			}
			if copied := &c.buffer[0] != &fetched[2]; copied != tc.copied {
				t.Errorf("the rest was copied:\ngot  %t\nwant %t", copied, tc.copied)
			}
		})
	}
}
