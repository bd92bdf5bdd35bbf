package kafkalib

import (
	"slices"

	"github.com/twmb/franz-go/pkg/kgo"
)

// marks knows how far a consumer has come in each partition: what the last
// poll returned, what the script is done with, and what was committed. An
// offset is always that of the next record. Guarded by the consumer's lock.
type marks struct {
	working   map[TopicPartition]kgo.EpochOffset // returned by the last poll
	done      map[TopicPartition]kgo.EpochOffset // the script has gone on
	committed map[TopicPartition]kgo.EpochOffset
	position  map[TopicPartition]int64 // next offset to be returned
	// ahead is the offset that the client brings next, where it has brought
	// records since position was set.
	ahead map[TopicPartition]int64
}

func newMarks() marks {
	return marks{
		working: make(map[TopicPartition]kgo.EpochOffset), done: make(map[TopicPartition]kgo.EpochOffset),
		committed: make(map[TopicPartition]kgo.EpochOffset), position: make(map[TopicPartition]int64),
		ahead: make(map[TopicPartition]int64),
	}
}

// begin notes that the client goes on at an offset.
func (m *marks) begin(tp TopicPartition, offset int64) {
	m.position[tp] = offset
	delete(m.ahead, tp)
}

// next is the offset that the client is expected to bring next.
func (m *marks) next(tp TopicPartition) (offset int64, known bool) {
	if offset, known = m.ahead[tp]; !known {
		offset, known = m.position[tp]
	}
	return offset, known
}

// returned notes that a record was given to the script.
func (m *marks) returned(r *kgo.Record) {
	tp := TopicPartition{r.Topic, r.Partition}
	m.working[tp] = kgo.EpochOffset{Epoch: r.LeaderEpoch, Offset: r.Offset + 1}
	m.position[tp] = r.Offset + 1
}

// advance notes that the script is done with all that was returned.
func (m *marks) advance() {
	for tp, o := range m.working {
		m.done[tp] = o
	}
	clear(m.working)
}

// open are the offsets that are done and not committed, of some topics or,
// where none is named, of all.
func (m *marks) open(topics []string) map[TopicPartition]kgo.EpochOffset {
	out := make(map[TopicPartition]kgo.EpochOffset)
	for tp, o := range m.done {
		if topics != nil && !slices.Contains(topics, tp.Topic) {
			continue
		}
		if c, ok := m.committed[tp]; !ok || c.Offset != o.Offset {
			out[tp] = o
		}
	}
	return out
}

// drop forgets a partition.
func (m *marks) drop(tp TopicPartition) {
	delete(m.working, tp)
	delete(m.done, tp)
	delete(m.committed, tp)
	delete(m.position, tp)
	delete(m.ahead, tp)
}
