package kafkalib

import (
	"context"
	"errors"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// A rangeReader reads a partition from one offset up to another, by requests
// of its own. A consumer never says that nothing is left where a range ends in
// transaction markers, aborted records or holes; the broker's answer does.
type rangeReader struct {
	client    *kgo.Client
	committed bool // read_committed
	place     TopicPartition
	next, end int64 // the end is behind the last record of the range

	id       [16]byte
	leader   int32
	known    bool  // id and leader
	most     int32 // bytes of one answer
	attempts int   // in a row without an answer
}

// rangeBytes is how much of a partition one answer holds, unless one batch is
// larger.
const rangeBytes = 1 << 20

// read returns the next records of the range, none where the answer held only
// what is not shown. The range is over when next has reached end.
func (r *rangeReader) read(ctx context.Context) ([]*kgo.Record, error) {
	if r.next >= r.end {
		return nil, nil
	}
	part, err := r.fetch(ctx)
	if err != nil {
		return nil, r.retry(ctx, err)
	}
	if err := kerr.ErrorForCode(part.ErrorCode); err != nil {
		switch {
		case errors.Is(err, kerr.OffsetOutOfRange):
			return nil, r.skipDeleted(ctx)
		case errors.Is(err, kerr.UnknownTopicOrPartition), errors.Is(err, kerr.UnknownTopicID):
			return nil, r.gone(ctx, err)
		}
		return nil, r.retry(ctx, err)
	}
	r.attempts = 0
	isolation := kgo.ReadUncommitted()
	if r.committed {
		isolation = kgo.ReadCommitted()
	}
	fetched, next := kgo.ProcessFetchPartition(kgo.ProcessFetchPartitionOpts{
		Offset: r.next, IsolationLevel: isolation, Topic: r.place.Topic, Partition: r.place.Partition,
	}, part, kgo.DefaultDecompressor(), nil)
	if fetched.Err != nil {
		return nil, errorFrom(fetched.Err)
	}
	switch {
	case next > r.next:
		r.next = next
	case len(part.RecordBatches) == 0:
		r.next = r.end // nothing is there: the range ends in a hole
	case r.most < maxBatch:
		r.most = min(2*r.most, maxBatch)
	default:
		r.next = r.end
	}
	records := fetched.Records
	for len(records) > 0 && records[len(records)-1].Offset >= r.end {
		records = records[:len(records)-1]
	}
	return records, nil
}

// fetch asks the leader once.
func (r *rangeReader) fetch(ctx context.Context) (*kmsg.FetchResponseTopicPartition, error) {
	if !r.known {
		if err := r.find(ctx); err != nil {
			return nil, err
		}
	}
	if r.most == 0 {
		r.most = rangeBytes
	}
	req := kmsg.NewPtrFetchRequest()
	req.ReplicaID, req.SessionEpoch = -1, -1 // no session
	req.MinBytes, req.MaxBytes, req.MaxWaitMillis = 0, r.most, 0
	if r.committed {
		req.IsolationLevel = 1
	}
	t := kmsg.NewFetchRequestTopic()
	t.Topic, t.TopicID = r.place.Topic, r.id
	p := kmsg.NewFetchRequestTopicPartition()
	p.Partition, p.FetchOffset, p.PartitionMaxBytes, p.CurrentLeaderEpoch = r.place.Partition, r.next, r.most, -1
	t.Partitions = append(t.Partitions, p)
	req.Topics = append(req.Topics, t)
	answer, err := r.client.Broker(int(r.leader)).Request(ctx, req)
	if err != nil {
		return nil, err
	}
	resp := answer.(*kmsg.FetchResponse)
	if err := kerr.ErrorForCode(resp.ErrorCode); err != nil {
		return nil, err
	}
	if len(resp.Topics) != 1 || len(resp.Topics[0].Partitions) != 1 {
		return nil, kerr.UnknownServerError
	}
	return &resp.Topics[0].Partitions[0], nil
}

// find asks for the topic's id and the partition's leader.
func (r *rangeReader) find(ctx context.Context) error {
	topics, err := fetchTopics(ctx, r.client, false, r.place.Topic)
	if err != nil {
		return err
	}
	info := topics[r.place.Topic]
	switch {
	case info == nil:
		return kerr.UnknownTopicOrPartition
	case info.err != nil:
		return info.err.Cause
	case r.id != [16]byte{} && r.id != info.id:
		return kerr.UnknownTopicID // created again: another topic
	}
	for _, p := range info.partitions {
		if p.number == r.place.Partition {
			if p.leader < 0 {
				return kerr.LeaderNotAvailable
			}
			r.id, r.leader, r.known = info.id, p.leader, true
			return nil
		}
	}
	return kerr.UnknownTopicOrPartition
}

// retry pauses before another attempt at what waiting may cure; else it
// returns the error.
func (r *rangeReader) retry(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if errors.Is(err, kerr.UnknownTopicOrPartition) || errors.Is(err, kerr.UnknownTopicID) {
		return r.gone(ctx, err)
	}
	e := errorFrom(err)
	if !e.Retriable && !transient(e) {
		return placedAt(e, r.place)
	}
	r.known = false
	r.attempts++
	sleep(ctx, min(time.Duration(r.attempts)*50*time.Millisecond, time.Second))
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// gone ends the range of a topic that was deleted, after a second look: a
// broker may be behind the others.
func (r *rangeReader) gone(ctx context.Context, err error) error {
	r.known = false
	r.attempts++
	if r.attempts <= 3 {
		sleep(ctx, metadataMinAge)
		return nil
	}
	if r.id == [16]byte{} {
		return placedAt(errorFrom(err), r.place) // it never was there
	}
	r.next = r.end
	return nil
}

// skipDeleted goes on where the partition begins now: what was before was
// deleted meanwhile.
func (r *rangeReader) skipDeleted(ctx context.Context) error {
	begin, err := listAll(ctx, r.client, r.committed, map[TopicPartition]int64{r.place: earliestTimestamp})
	if err != nil {
		return err
	}
	if begin[r.place] <= r.next {
		r.next = r.end // the offset is behind the end
		return nil
	}
	r.next = begin[r.place]
	return nil
}

// placedAt names a partition in a copy of an error.
func placedAt(e *Error, tp TopicPartition) *Error {
	copied := *e
	copied.Topic, copied.Partition = tp.Topic, new(tp.Partition)
	return &copied
}

// nextShown returns the offset of the first record at or behind from that a
// consumer would return, or end where there is none before it.
func nextShown(ctx context.Context, client *kgo.Client, committed bool, tp TopicPartition, from, end int64) (int64, error) {
	r := rangeReader{client: client, committed: committed, place: tp, next: from, end: end}
	for r.next < r.end {
		records, err := r.read(ctx)
		if err != nil {
			return from, err
		}
		if len(records) > 0 {
			return records[0].Offset, nil
		}
	}
	return end, nil
}
