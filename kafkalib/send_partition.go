package kafkalib

import (
	"context"
	"fmt"

	"github.com/bpl-lang/bpl/interp"
)

// choosePartitions asks the script's own partitioner for each message that
// names no partition: here, before anything is queued.
func (p *producer) choosePartitions(c *interp.Call, messages []message) error {
	if !p.choices.partitioner {
		return nil
	}
	function := p.h.config.value("partitioner").(callable).function.(interp.Value)
	counts := make(map[string]int)
	for i := range messages {
		m := &messages[i]
		if m.partition != anyPartition {
			continue
		}
		n, known := counts[m.topic]
		if !known {
			var failed error
			err := c.Unlocked(func(ctx context.Context) error {
				n, failed = p.partitionCount(ctx, m.topic)
				return nil
			})
			if err != nil {
				return err
			}
			if failed != nil {
				return failed
			}
			counts[m.topic] = n
		}
		answer, err := c.Invoke(function, decodedOr(readBack(p.key, m.key), m.key), decodedOr(readBack(p.value, m.value), m.value), interp.Int(int32(n)))
		if err != nil {
			return err
		}
		choice, ok := answer.AsInt()
		if !ok || choice < 0 || choice >= int64(n) {
			return invalidArgument(fmt.Sprintf("%s: the partitioner answered %s for topic %s, expected a number from 0 to %d", c.Name(), shownScript(answer), quote(m.topic), n-1))
		}
		m.partition = int32(choice)
	}
	return nil
}

// partitionCount asks the cluster how many partitions a topic has.
func (p *producer) partitionCount(ctx context.Context, topic string) (int, error) {
	waiting, cancel := p.h.waiting(ctx, p.h.config.millis("default-api-timeout-ms"))
	defer cancel()
	if err := p.contact(ctx, waiting); err != nil {
		return 0, err
	}
	var topics map[string]*topicInfo
	err := p.h.repeat(waiting, func(ctx context.Context) (err error) {
		topics, err = fetchKnown(ctx, p.client, p.h.config.truth("allow-auto-create-topics"), topic)
		return err
	})
	if err != nil {
		if waiting.Err() != nil {
			return 0, p.h.over(ctx, waiting, "the number of partitions of "+quote(topic))
		}
		return 0, errorFrom(err)
	}
	info := topics[topic]
	switch {
	case info == nil:
		return 0, clientError("UNKNOWN_TOPIC_OR_PARTITION", "topic "+quote(topic)+" does not exist", nil)
	case info.err != nil:
		e := info.err
		e.Topic = topic
		return 0, p.withTopicHint(e)
	}
	return len(info.partitions), nil
}
