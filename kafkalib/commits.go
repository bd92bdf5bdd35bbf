package kafkalib

import (
	"context"
	"errors"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

// fetchCommits asks for a group's commits; partitions without one are left
// out.
func fetchCommits(ctx context.Context, client *kgo.Client, group string, partitions []TopicPartition) (map[TopicPartition]int64, error) {
	resp, err := kadm.NewClient(client).FetchOffsets(ctx, group)
	if err != nil {
		if errors.Is(err, kerr.GroupIDNotFound) {
			return map[TopicPartition]int64{}, nil
		}
		return nil, err
	}
	out := make(map[TopicPartition]int64)
	for _, tp := range partitions {
		if o, ok := resp.Lookup(tp.Topic, tp.Partition); ok && o.Err == nil && o.At >= 0 {
			out[tp] = o.At
		}
	}
	return out, nil
}
