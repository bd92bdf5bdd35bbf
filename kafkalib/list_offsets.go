package kafkalib

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// The timestamps by which a ListOffsets request asks for the ends of a
// partition, as the protocol has them.
const (
	latestTimestamp   = int64(-1)
	earliestTimestamp = int64(-2)
)

// A listedOffset is a broker's answer about an offset. Where no record is as
// young as the timestamp asked for, the offset is -1. The timestamp is that of
// the record found, -1 for the ends.
type listedOffset struct{ offset, timestamp int64 }

// listOffsetsRequest asks for the offset of a timestamp in each partition: ms
// since 1970, latestTimestamp or earliestTimestamp.
func listOffsetsRequest(places []TopicPartition, timestampOf func(TopicPartition) int64) *kmsg.ListOffsetsRequest {
	req := kmsg.NewPtrListOffsetsRequest()
	req.ReplicaID = -1
	eachTopic(places, func(topic string, partitions []int32) {
		t := kmsg.NewListOffsetsRequestTopic()
		t.Topic = topic
		for _, n := range partitions {
			p := kmsg.NewListOffsetsRequestTopicPartition()
			p.Partition, p.Timestamp = n, timestampOf(TopicPartition{topic, n})
			t.Partitions = append(t.Partitions, p)
		}
		req.Topics = append(req.Topics, t)
	})
	return req
}

// An offsetAnswer is what became of the question about one partition.
type offsetAnswer struct {
	listedOffset
	err *Error
}

// listOffsets asks for offsets on behalf of a client that reads: under
// read_committed (committed) the end is the last stable offset. Leaders that
// move are asked again until ctx ends. (What administers a cluster asks by
// administration.listOffsets, for high watermarks, and with its patience.)
func listOffsets(ctx context.Context, client *kgo.Client, committed bool, ask map[TopicPartition]int64) (map[TopicPartition]offsetAnswer, error) {
	out := make(map[TopicPartition]offsetAnswer, len(ask))
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

// requestOffsets asks each leader once. Where one does not answer, that is the
// failure of its partitions; the error is that of a ctx that has ended.
func requestOffsets(ctx context.Context, client *kgo.Client, committed bool, ask map[TopicPartition]int64) (map[TopicPartition]offsetAnswer, error) {
	req := listOffsetsRequest(slices.Collect(maps.Keys(ask)), func(tp TopicPartition) int64 { return ask[tp] })
	if committed {
		req.IsolationLevel = 1
	}
	out := make(map[TopicPartition]offsetAnswer, len(ask))
	for _, shard := range client.RequestSharded(ctx, req) {
		if shard.Err == nil {
			noteOffsets(out, shard.Resp.(*kmsg.ListOffsetsResponse))
			continue
		}
		if ctx.Err() != nil {
			return nil, shard.Err
		}
		e := errorFrom(shard.Err)
		e.Retriable = e.Retriable || transient(e)
		if failed, ok := shard.Req.(*kmsg.ListOffsetsRequest); ok {
			failOffsets(out, failed, e)
		}
	}
	return out, nil
}

// noteOffsets adds the answers of one leader.
func noteOffsets(out map[TopicPartition]offsetAnswer, resp *kmsg.ListOffsetsResponse) {
	for _, t := range resp.Topics {
		for _, p := range t.Partitions {
			out[TopicPartition{t.Topic, p.Partition}] = offsetAnswer{listedOffset{p.Offset, p.Timestamp}, brokerErrorCode(p.ErrorCode, nil)}
		}
	}
}

// failOffsets adds that one leader was not reached: for each partition with an
// error of its own, which is to name it.
func failOffsets(out map[TopicPartition]offsetAnswer, req *kmsg.ListOffsetsRequest, e *Error) {
	for _, t := range req.Topics {
		for _, p := range t.Partitions {
			copied := *e
			out[TopicPartition{t.Topic, p.Partition}] = offsetAnswer{err: &copied}
		}
	}
}
