package kafkalib

import (
	"context"
	"sync"

	"github.com/twmb/franz-go/pkg/kmsg"
)

// listOffsets asks for the offset of a timestamp in each partition, as
// listOffsetsRequest has them; latestTimestamp is the high watermark.
func (w *administration) listOffsets(ctx context.Context, places []TopicPartition, timestampOf func(TopicPartition) int64) (map[TopicPartition]listedOffset, map[TopicPartition]*Error, error) {
	var mu sync.Mutex
	found := make(map[TopicPartition]listedOffset, len(places))
	failed, err := w.askLeaders(ctx, places, func(ctx context.Context, broker int32, places []TopicPartition) (map[TopicPartition]*Error, error) {
		req := listOffsetsRequest(places, timestampOf)
		req.TimeoutMillis = w.brokerTime()
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
	return w.listOffsets(ctx, places, func(TopicPartition) int64 { return latestTimestamp })
}

// startsOf asks for the first offsets of partitions.
func (w *administration) startsOf(ctx context.Context, places []TopicPartition) (map[TopicPartition]listedOffset, map[TopicPartition]*Error, error) {
	return w.listOffsets(ctx, places, func(TopicPartition) int64 { return earliestTimestamp })
}
