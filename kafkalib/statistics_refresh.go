package kafkalib

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// A refresher asks the cluster, in the background, for what the clients do not
// hear of by themselves: the replicas in sync, and the ends of partitions that
// are not being fetched. It does so only when somebody looks at figures that
// depend on them, so the figures may be as old as the last look. Safe for
// concurrent use.
type refresher struct {
	mu      sync.Mutex
	closed  bool
	running bool
	began   time.Time
	done    sync.WaitGroup
}

const (
	// refreshEvery is the least time between the questions of one handle.
	refreshEvery = time.Second
	// refreshTime bounds one of them.
	refreshTime = 5 * time.Second
)

// refresh begins to ask, unless it is being asked or was a moment ago. It
// never waits.
func (h *handle) refresh() {
	r := &h.stats.refresher
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed || r.running || time.Since(r.began) < refreshEvery {
		return
	}
	client, partitions := h.refreshWith()
	topics := h.topicsInUse()
	if client == nil || len(topics) == 0 {
		return
	}
	r.running, r.began = true, time.Now()
	r.done.Go(func() {
		ctx, cancel := context.WithTimeout(h.ended, refreshTime)
		defer cancel()
		h.refreshTopics(ctx, client, topics)
		h.refreshEnds(ctx, client, partitions)
		r.mu.Lock()
		defer r.mu.Unlock()
		r.running = false
	})
}

// close waits for the questions; the handle's context has ended them.
func (r *refresher) close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.done.Wait()
}

// refreshWith is the client to ask with, and the partitions whose ends are
// asked for; nil where there is nothing to ask.
func (h *handle) refreshWith() (*kgo.Client, []TopicPartition) {
	switch {
	case h.producer != nil:
		return h.producer.client, nil
	case h.recorder != nil:
		return h.recorder.client(), nil
	case h.consumer != nil:
		h.consumer.mu.Lock()
		defer h.consumer.mu.Unlock()
		var list []TopicPartition
		for tp := range h.consumer.owned {
			list = append(list, tp)
		}
		return h.consumer.side, list
	}
	return nil, nil
}

// topicsInUse are the topics that the handle works with.
func (h *handle) topicsInUse() []string {
	topics := h.topicNames()
	h.stats.mu.Lock()
	for tp := range h.stats.partitions {
		topics = append(topics, tp.Topic)
	}
	h.stats.mu.Unlock()
	slices.Sort(topics)
	return slices.Compact(topics)
}

// refreshTopics asks for leaders and replicas.
func (h *handle) refreshTopics(ctx context.Context, client *kgo.Client, topics []string) {
	infos, err := fetchTopics(ctx, client, false, topics...)
	if err != nil {
		return // what is known stays; the request itself is counted
	}
	h.stats.mu.Lock()
	defer h.stats.mu.Unlock()
	for _, info := range infos {
		if info.err != nil {
			h.stats.dropTopic(info.name, info.err)
			continue
		}
		for _, p := range info.partitions {
			f := h.stats.partition(info.name, p.number)
			f.leader, f.replicas, f.inSync = p.leader, len(p.replicas), len(p.inSync)
		}
	}
}

// dropTopic forgets a topic that does not exist any more. Called with the
// lock.
func (s *statistics) dropTopic(topic string, e *Error) {
	if !isUnknownTopic(e) {
		return
	}
	for tp := range s.partitions {
		if tp.Topic == topic {
			delete(s.partitions, tp)
		}
	}
}

// refreshEnds asks for the ends of partitions.
func (h *handle) refreshEnds(ctx context.Context, client *kgo.Client, partitions []TopicPartition) {
	if len(partitions) == 0 {
		return
	}
	ask := make(map[TopicPartition]int64)
	for _, tp := range partitions {
		ask[tp] = latestTimestamp
	}
	ends, err := listAll(ctx, client, h.consumer.committed, ask)
	if err != nil {
		return
	}
	h.stats.mu.Lock()
	defer h.stats.mu.Unlock()
	for tp, end := range ends {
		p := h.stats.partition(tp.Topic, tp.Partition)
		if h.consumer.committed {
			p.stable = end
		}
		p.high = max(p.high, end)
	}
}

// fromCache takes leaders and replicas from what the client knows, for topics
// that were not asked for yet.
func (h *handle) fromCache() {
	client, _ := h.refreshWith()
	if client == nil {
		return
	}
	for _, topic := range h.unknownTopics() {
		req := kmsg.NewPtrMetadataRequest()
		t := kmsg.NewMetadataRequestTopic()
		t.Topic = kmsg.StringPtr(topic)
		req.Topics = append(req.Topics, t)
		resp, err := client.RequestCachedMetadata(overContext, req, time.Hour)
		if err != nil || len(resp.Topics) != 1 || resp.Topics[0].ErrorCode != 0 {
			continue
		}
		h.stats.mu.Lock()
		for _, p := range resp.Topics[0].Partitions {
			f := h.stats.partition(topic, p.Partition)
			f.leader, f.replicas, f.inSync = p.Leader, len(p.Replicas), len(p.ISR)
		}
		h.stats.mu.Unlock()
	}
}

// unknownTopics are the topics whose replicas are not known.
func (h *handle) unknownTopics() []string {
	topics := h.topicsInUse()
	h.stats.mu.Lock()
	defer h.stats.mu.Unlock()
	known := make(map[string]bool)
	for tp, p := range h.stats.partitions {
		known[tp.Topic] = known[tp.Topic] || p.replicas > 0
	}
	return slices.DeleteFunc(topics, func(topic string) bool { return known[topic] })
}
