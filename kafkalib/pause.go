package kafkalib

import (
	"maps"
	"slices"

	"github.com/twmb/franz-go/pkg/kgo"
)

// pauses are the partitions that polls pass over. The latest word about a
// partition counts, be it about the partition or about its topic: pausing or
// resuming a topic does so with all its partitions, those included that it
// gets later. Not safe for concurrent use.
type pauses struct {
	// topics are those that are paused as a whole, each with the partitions
	// that were resumed since.
	topics map[string]map[int32]bool
	// single are the paused partitions of other topics.
	single map[TopicPartition]bool
}

func newPauses() pauses {
	return pauses{topics: make(map[string]map[int32]bool), single: make(map[TopicPartition]bool)}
}

func (p *pauses) empty() bool { return len(p.topics) == 0 && len(p.single) == 0 }

// has reports whether a partition is paused.
func (p *pauses) has(tp TopicPartition) bool {
	if resumed, ok := p.topics[tp.Topic]; ok {
		return !resumed[tp.Partition]
	}
	return p.single[tp]
}

// set pauses or resumes a partition, or a topic.
func (p *pauses) set(tp TopicPartition, pause bool) {
	resumed, whole := p.topics[tp.Topic]
	switch {
	case tp.Partition == wholeTopic:
		maps.DeleteFunc(p.single, func(single TopicPartition, _ bool) bool { return single.Topic == tp.Topic })
		delete(p.topics, tp.Topic)
		if pause {
			p.topics[tp.Topic] = make(map[int32]bool)
		}
	case whole && pause:
		delete(resumed, tp.Partition)
	case whole:
		resumed[tp.Partition] = true
	case pause:
		p.single[tp] = true
	default:
		delete(p.single, tp)
	}
}

// list are the paused topics and partitions, sorted. Of a topic of which some
// partitions were resumed it has the others among owned.
func (p *pauses) list(owned map[TopicPartition]bool) []TopicPartition {
	out := slices.Collect(maps.Keys(p.single))
	for topic, resumed := range p.topics {
		if len(resumed) == 0 {
			out = append(out, TopicPartition{topic, wholeTopic})
			continue
		}
		for tp := range owned {
			if tp.Topic == topic && p.has(tp) {
				out = append(out, tp)
			}
		}
	}
	slices.SortFunc(out, compareTopicPartitions)
	return out
}

// apply has a client pass over what is paused of a topic, and nothing else of
// it. A client pauses a topic whatever it knows about partitions, so a topic of
// which some were resumed is paused by its partitions among owned.
func (p *pauses) apply(client *kgo.Client, topic string, owned map[TopicPartition]bool) {
	resumed, whole := p.topics[topic]
	if whole && len(resumed) == 0 {
		client.PauseFetchTopics(topic)
		return
	}
	var pause, resume []int32
	seen := make(map[int32]bool)
	visit := func(tp TopicPartition) {
		if tp.Topic != topic || seen[tp.Partition] {
			return
		}
		seen[tp.Partition] = true
		if p.has(tp) {
			pause = append(pause, tp.Partition)
		} else {
			resume = append(resume, tp.Partition)
		}
	}
	for tp := range owned {
		visit(tp)
	}
	for tp := range p.single {
		visit(tp)
	}
	for _, partition := range client.PauseFetchPartitions(nil)[topic] {
		visit(TopicPartition{topic, partition})
	}
	client.PauseFetchPartitions(map[string][]int32{topic: pause})
	client.ResumeFetchPartitions(map[string][]int32{topic: resume})
	client.ResumeFetchTopics(topic)
}

// applyAll is apply for all topics of which anything is paused.
func (p *pauses) applyAll(client *kgo.Client, owned map[TopicPartition]bool) {
	topics := slices.Collect(maps.Keys(p.topics))
	for tp := range p.single {
		topics = append(topics, tp.Topic)
	}
	slices.Sort(topics)
	for _, topic := range slices.Compact(topics) {
		p.apply(client, topic, owned)
	}
}

// pause pauses or resumes places and returns what is paused.
func (c *consumer) pause(places []TopicPartition, pause bool) []TopicPartition {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, tp := range places {
		c.paused.set(tp, pause)
		if c.client != nil {
			c.paused.apply(c.client, tp.Topic, c.owned)
		}
	}
	return c.paused.list(c.owned)
}
