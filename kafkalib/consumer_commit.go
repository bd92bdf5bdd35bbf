package kafkalib

import (
	"context"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// commitAtIntervals commits what the script is done with, until the consumer
// is closed. What is under way then is given up: closing commits again, and
// needs the time that it has.
func (c *consumer) commitAtIntervals() {
	ticker := time.NewTicker(max(c.h.config.millis("auto-commit-interval-ms"), 10*time.Millisecond))
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			if failed, over := c.commitOpen(c.open, nil); failed != nil && !over { // else the next one repeats it
				c.commitFailed(failed)
			}
		case <-c.open.Done():
			return
		}
	}
}

// commitDone commits what the script is done with, of some topics or of all,
// where the consumer commits by itself. A failure is an event: the records may
// be read again.
func (c *consumer) commitDone(ctx context.Context, topics []string) {
	if failed, _ := c.commitOpen(ctx, topics); failed != nil {
		c.commitFailed(failed)
	}
}

// commitFailed tells of a commit that nobody waits for.
func (c *consumer) commitFailed(e *Error) {
	c.h.emit(Event{Code: "COMMIT_FAILED", Error: e, Topic: e.Topic, Partition: e.Partition})
}

// commitOpen is commitDone that returns the failure, and whether there was no
// answer when its time was over or ctx ended. What is not committed stays to be
// committed.
func (c *consumer) commitOpen(ctx context.Context, topics []string) (failed *Error, over bool) {
	if !c.autoCommit {
		return nil, false
	}
	c.mu.Lock()
	open := c.marks.open(topics)
	c.mu.Unlock()
	if len(open) == 0 {
		return nil, false
	}
	ctx, cancel := context.WithTimeout(ctx, c.h.config.millis("default-api-timeout-ms"))
	defer cancel()
	failed = errorFrom(c.commit(ctx, open, nil))
	over = failed != nil && ctx.Err() != nil && (failed.Code == "TIMED_OUT" || failed.Code == "CLOSED")
	if over {
		failed = errorFrom(c.h.conns.timedOut(ctx, "the commit"))
	}
	return failed, over
}

// commit asks the broker to store offsets, with metadata where there is some,
// and waits for the answer. The first refusal is the error.
func (c *consumer) commit(ctx context.Context, offsets map[TopicPartition]kgo.EpochOffset, metadata map[TopicPartition]string) error {
	c.mu.Lock()
	client, member := c.client, c.member() && c.client != nil
	c.mu.Unlock()
	if !member {
		var err error
		if client, err = c.requests(); err != nil {
			return err
		}
	}
	var answers map[TopicPartition]error
	var err error
	if member {
		answers, err = commitAsMember(ctx, client, offsets, metadata)
	} else {
		answers, err = commitForGroup(ctx, client, c.group, offsets, metadata)
	}
	if err != nil {
		return err
	}
	return c.noteCommitted(answers, offsets)
}

// noteCommitted notes what the broker has stored.
func (c *consumer) noteCommitted(answers map[TopicPartition]error, offsets map[TopicPartition]kgo.EpochOffset) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var refused error
	for tp, err := range answers {
		if err == nil {
			c.marks.committed[tp] = offsets[tp]
			continue
		}
		e := *errorFrom(err)
		e.Topic, e.Partition = tp.Topic, new(tp.Partition)
		refused = &e
	}
	return refused
}

// commitAsMember commits with the member's generation.
func commitAsMember(ctx context.Context, client *kgo.Client, offsets map[TopicPartition]kgo.EpochOffset, metadata map[TopicPartition]string) (map[TopicPartition]error, error) {
	byTopic := make(map[string]map[int32]kgo.EpochOffset)
	for tp, o := range offsets {
		if byTopic[tp.Topic] == nil {
			byTopic[tp.Topic] = make(map[int32]kgo.EpochOffset)
		}
		byTopic[tp.Topic][tp.Partition] = o
	}
	// Without metadata of the script there is none: the client would give its
	// member id.
	ctx = kgo.PreCommitFnContext(ctx, func(req *kmsg.OffsetCommitRequest) error {
		for i := range req.Topics {
			for j := range req.Topics[i].Partitions {
				p := &req.Topics[i].Partitions[j]
				p.Metadata = new(metadata[TopicPartition{req.Topics[i].Topic, p.Partition}])
			}
		}
		return nil
	})
	var answers map[TopicPartition]error
	var failed error
	client.CommitOffsetsSync(ctx, byTopic, func(_ *kgo.Client, _ *kmsg.OffsetCommitRequest, resp *kmsg.OffsetCommitResponse, err error) {
		if failed = err; err != nil {
			return
		}
		answers = make(map[TopicPartition]error)
		for _, t := range resp.Topics {
			for _, p := range t.Partitions {
				answers[TopicPartition{t.Topic, p.Partition}] = kerr.ErrorForCode(p.ErrorCode)
			}
		}
	})
	return answers, failed
}

// commitForGroup commits without being a member.
func commitForGroup(ctx context.Context, client *kgo.Client, group string, offsets map[TopicPartition]kgo.EpochOffset, metadata map[TopicPartition]string) (map[TopicPartition]error, error) {
	var list kadm.Offsets
	for tp, o := range offsets {
		list.Add(kadm.Offset{Topic: tp.Topic, Partition: tp.Partition, At: o.Offset, LeaderEpoch: o.Epoch, Metadata: metadata[tp]})
	}
	resp, err := kadm.NewClient(client).CommitOffsets(ctx, group, list)
	if err != nil {
		return nil, err
	}
	answers := make(map[TopicPartition]error)
	for topic, partitions := range resp {
		for p, r := range partitions {
			answers[TopicPartition{topic, p}] = r.Err
		}
	}
	return answers, nil
}
