package kafkalib

import (
	"slices"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// A topicWatch knows the partitions and leaders of the topics that a handle
// uses, as its clients last knew them, and raises what changes.
type topicWatch struct {
	emit func(Event)

	mu      sync.Mutex
	leaders map[string][]int32 // by partition; -1 while none was known
}

func newTopicWatch(emit func(Event)) *topicWatch {
	return &topicWatch{emit: emit, leaders: make(map[string][]int32)}
}

// look compares what a client knows of topics with what was known before.
func (w *topicWatch) look(cl *kgo.Client, topics []string) {
	if len(topics) == 0 {
		return
	}
	for _, topic := range topics {
		req := kmsg.NewPtrMetadataRequest()
		t := kmsg.NewMetadataRequestTopic()
		t.Topic = kmsg.StringPtr(topic)
		req.Topics = append(req.Topics, t)
		// A topic that the client does not know, or whose leader is away, is
		// an error here, and no request.
		resp, err := cl.RequestCachedMetadata(overContext, req, time.Hour)
		if err != nil || len(resp.Topics) != 1 || resp.Topics[0].ErrorCode != 0 {
			continue
		}
		leaders := make([]int32, len(resp.Topics[0].Partitions))
		for i := range leaders {
			leaders[i] = -1
		}
		for _, p := range resp.Topics[0].Partitions {
			if int(p.Partition) < len(leaders) && p.ErrorCode == 0 {
				leaders[p.Partition] = p.Leader
			}
		}
		w.compare(topic, leaders)
	}
}

// compare notes the leaders of a topic and raises what is not as before. A
// partition without leader keeps its old one: that the leader is away is no
// change.
func (w *topicWatch) compare(topic string, leaders []int32) {
	w.mu.Lock()
	old := w.leaders[topic]
	known := slices.Clone(leaders)
	var events []Event
	for i, leader := range leaders {
		switch {
		case i >= len(old) || old[i] < 0 || leader == old[i]:
		case leader < 0:
			known[i] = old[i]
		default:
			events = append(events, Event{Code: "LEADER_CHANGED", Topic: topic, Partition: new(int32(i)), Broker: new(leader)})
		}
	}
	if len(old) > 0 && len(leaders) > len(old) {
		events = append(events, Event{Code: "PARTITION_COUNT_CHANGED", Topic: topic, Count: new(int64(len(leaders)))})
	}
	w.leaders[topic] = known
	w.mu.Unlock()
	for _, e := range events {
		w.emit(e)
	}
}

// forget drops what is known of a topic that is another one now.
func (w *topicWatch) forget(topic string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.leaders, topic)
}
