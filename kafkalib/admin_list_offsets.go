package kafkalib

import (
	"context"
	"sync"

	"github.com/twmb/franz-go/pkg/kmsg"
)

// The times by which brokers list the ends of a partition.
const (
	latestTime   = -1
	earliestTime = -2
)

// A listedOffset is a broker's answer about an offset. Where no record is as
// young as a time, the offset is -1; the timestamp is -1 where it says none.
type listedOffset struct{ offset, timestamp int64 }

// listOffsets asks for the offset of a time in each partition: ms since 1970,
// latestTime for the high watermark, earliestTime for the first offset.
func (w *administration) listOffsets(ctx context.Context, places []TopicPartition, timeOf func(TopicPartition) int64) (map[TopicPartition]listedOffset, map[TopicPartition]*Error, error) {
	var mu sync.Mutex
	found := make(map[TopicPartition]listedOffset, len(places))
	failed, err := w.askLeaders(ctx, places, func(ctx context.Context, broker int32, places []TopicPartition) (map[TopicPartition]*Error, error) {
		req := kmsg.NewPtrListOffsetsRequest()
		req.ReplicaID = -1
		req.TimeoutMillis = w.brokerTime()
		eachTopic(places, func(topic string, partitions []int32) {
			t := kmsg.NewListOffsetsRequestTopic()
			t.Topic = topic
			for _, n := range partitions {
				p := kmsg.NewListOffsetsRequestTopicPartition()
				p.Partition, p.Timestamp = n, timeOf(TopicPartition{topic, n})
				t.Partitions = append(t.Partitions, p)
			}
			req.Topics = append(req.Topics, t)
		})
		resp, err := w.client.Broker(int(broker)).Request(ctx, req)
		if err != nil {
			return nil, err
		}
		failed := make(map[TopicPartition]*Error)
		mu.Lock()
		defer mu.Unlock()
		for _, t := range resp.(*kmsg.ListOffsetsResponse).Topics {
			for _, p := range t.Partitions {
				place := TopicPartition{t.Topic, p.Partition}
				if e := brokerErrorCode(p.ErrorCode, nil); e != nil {
					failed[place] = e
					continue
				}
				found[place] = listedOffset{p.Offset, p.Timestamp}
			}
		}
		return failed, nil
	})
	return found, failed, err
}

// endsOf asks for the high watermarks of partitions.
func (w *administration) endsOf(ctx context.Context, places []TopicPartition) (map[TopicPartition]listedOffset, map[TopicPartition]*Error, error) {
	return w.listOffsets(ctx, places, func(TopicPartition) int64 { return latestTime })
}

// startsOf asks for the first offsets of partitions.
func (w *administration) startsOf(ctx context.Context, places []TopicPartition) (map[TopicPartition]listedOffset, map[TopicPartition]*Error, error) {
	return w.listOffsets(ctx, places, func(TopicPartition) int64 { return earliestTime })
}

// eachTopic calls f with the partitions of each topic.
func eachTopic(places []TopicPartition, f func(topic string, partitions []int32)) {
	byTopic := make(map[string][]int32)
	for _, p := range places {
		byTopic[p.Topic] = append(byTopic[p.Topic], p.Partition)
	}
	for _, topic := range topicsOf(places) {
		f(topic, byTopic[topic])
	}
}
