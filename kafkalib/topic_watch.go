package kafkalib

import (
	"sync"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// A topicWatch knows the partitions and leaders of the topics that a handle
// uses, and raises what changes. It is told by lists that may be older than
// what it knows.
type topicWatch struct {
	emit func(Event)

	mu     sync.Mutex
	topics map[string]*watchedTopic
}

// A watchedTopic is what is known of a topic.
type watchedTopic struct {
	id      [16]byte
	leaders []partitionLeader // by partition
}

// A partitionLeader is the leader of a partition, -1 for none, since an epoch.
type partitionLeader struct{ broker, epoch int32 }

func newTopicWatch(emit func(Event)) *topicWatch {
	return &topicWatch{emit: emit, topics: make(map[string]*watchedTopic)}
}

// lookAt compares what a client knows of topics with what was known before. A
// topic that the client does not know, or whose leader is away, is an error of
// the client here, and no request.
func (w *topicWatch) lookAt(cl *kgo.Client, topics []string) {
	for _, topic := range topics {
		if resp, err := cl.RequestCachedMetadata(overContext, topicsRequest(topic), cachedFor); err == nil {
			w.told(resp)
		}
	}
}

func topicsRequest(topics ...string) *kmsg.MetadataRequest {
	req := kmsg.NewPtrMetadataRequest()
	req.Topics = []kmsg.MetadataRequestTopic{} // none, where nil would be all
	for _, topic := range topics {
		t := kmsg.NewMetadataRequestTopic()
		t.Topic = kmsg.StringPtr(topic)
		req.Topics = append(req.Topics, t)
	}
	return req
}

// told is told of an answer with topics.
func (w *topicWatch) told(resp *kmsg.MetadataResponse) {
	for _, t := range resp.Topics {
		if t.Topic == nil || t.ErrorCode != 0 {
			continue
		}
		leaders := make([]partitionLeader, len(t.Partitions))
		for i := range leaders {
			leaders[i] = partitionLeader{-1, -1}
		}
		for _, p := range t.Partitions {
			if int(p.Partition) < len(leaders) && p.ErrorCode == 0 {
				leaders[p.Partition] = partitionLeader{p.Leader, p.LeaderEpoch}
			}
		}
		w.compare(*t.Topic, t.TopicID, leaders)
	}
}

// compare notes the leaders of a topic and raises what is not as before. A
// partition without leader keeps its old one: that the leader is away is no
// change.
func (w *topicWatch) compare(topic string, id [16]byte, leaders []partitionLeader) {
	w.mu.Lock()
	known := w.topics[topic]
	if known == nil || known.id != id {
		w.topics[topic] = &watchedTopic{id, leaders}
		w.mu.Unlock()
		return
	}
	var events []Event
	for i := range known.leaders[:min(len(known.leaders), len(leaders))] {
		was, is := &known.leaders[i], leaders[i]
		if is.broker < 0 || was.broker >= 0 && was.epoch >= 0 && is.epoch <= was.epoch {
			continue
		}
		if was.broker >= 0 && was.broker != is.broker {
			events = append(events, Event{Code: "LEADER_CHANGED", Topic: topic, Partition: new(int32(i)), Broker: new(is.broker)})
		}
		*was = is
	}
	if len(leaders) > len(known.leaders) {
		known.leaders = append(known.leaders, leaders[len(known.leaders):]...)
		events = append(events, Event{Code: "PARTITION_COUNT_CHANGED", Topic: topic, Count: new(int64(len(leaders)))})
	}
	w.mu.Unlock()
	for _, e := range events {
		w.emit(e)
	}
}

// forget drops what is known of a topic that is another one now.
func (w *topicWatch) forget(topic string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.topics, topic)
}
