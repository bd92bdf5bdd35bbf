package kafkalib

import (
	"context"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// The protocol's marks for the two ends of a partition.
const (
	askLatest   = int64(-1)
	askEarliest = int64(-2)
)

// A listed is the answer for one partition.
type listed struct {
	offset    int64 // -1 where no record has the timestamp
	timestamp int64 // of that record; -1 for the ends
	err       *Error
}

// listOffsets asks the leaders for offsets: askEarliest, askLatest (under
// read_committed the last stable one), or of the first record whose timestamp
// is at least so many ms. Leaders that move are asked again until ctx ends.
func listOffsets(ctx context.Context, client *kgo.Client, committed bool, ask map[TopicPartition]int64) (map[TopicPartition]listed, error) {
	out := make(map[TopicPartition]listed, len(ask))
	left := ask
	for attempt := 1; len(left) > 0; attempt++ {
		answers, err := requestOffsets(ctx, client, committed, left)
		if err != nil {
			return nil, err
		}
		again := make(map[TopicPartition]int64)
		for tp, at := range left {
			a, ok := answers[tp]
			if !ok {
				a.err = brokerErrorCode(kerr.UnknownTopicOrPartition.Code, nil)
			}
			if a.err != nil {
				a.err.Topic, a.err.Partition = tp.Topic, new(tp.Partition)
				if a.err.Retriable && attempt < unknownAttempts(a.err) && ctx.Err() == nil {
					again[tp] = at
					continue
				}
			}
			out[tp] = a
		}
		left = again
		if len(left) > 0 {
			sleep(ctx, min(time.Duration(attempt)*50*time.Millisecond, time.Second))
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
		}
	}
	return out, nil
}

// unknownAttempts is how often an answer is asked for again: what does not
// exist is believed soon, a leader that moves is waited for.
func unknownAttempts(e *Error) int {
	if e.Code == kerr.UnknownTopicOrPartition.Message {
		return 4
	}
	return 1 << 30
}

func requestOffsets(ctx context.Context, client *kgo.Client, committed bool, ask map[TopicPartition]int64) (map[TopicPartition]listed, error) {
	req := kmsg.NewPtrListOffsetsRequest()
	req.ReplicaID = -1
	if committed {
		req.IsolationLevel = 1
	}
	topics := make(map[string]int)
	for tp, at := range ask {
		i, ok := topics[tp.Topic]
		if !ok {
			i = len(req.Topics)
			topics[tp.Topic] = i
			t := kmsg.NewListOffsetsRequestTopic()
			t.Topic = tp.Topic
			req.Topics = append(req.Topics, t)
		}
		p := kmsg.NewListOffsetsRequestTopicPartition()
		p.Partition, p.Timestamp = tp.Partition, at
		req.Topics[i].Partitions = append(req.Topics[i].Partitions, p)
	}
	out := make(map[TopicPartition]listed, len(ask))
	for _, shard := range client.RequestSharded(ctx, req) {
		if shard.Err != nil {
			if ctx.Err() != nil {
				return nil, shard.Err
			}
			e := errorFrom(shard.Err)
			e.Retriable = e.Retriable || transient(e)
			if failed, ok := shard.Req.(*kmsg.ListOffsetsRequest); ok {
				for _, t := range failed.Topics {
					for _, p := range t.Partitions {
						copied := *e
						out[TopicPartition{t.Topic, p.Partition}] = listed{err: &copied}
					}
				}
			}
			continue
		}
		for _, t := range shard.Resp.(*kmsg.ListOffsetsResponse).Topics {
			for _, p := range t.Partitions {
				out[TopicPartition{t.Topic, p.Partition}] = listed{offset: p.Offset, timestamp: p.Timestamp, err: brokerErrorCode(p.ErrorCode, nil)}
			}
		}
	}
	return out, nil
}
