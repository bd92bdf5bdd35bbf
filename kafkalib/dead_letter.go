package kafkalib

import (
	"context"
	"strconv"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kgo"
)

// A deadRecord is a record that could not be decoded and goes to the
// dead-letter topic.
type deadRecord struct {
	record *kgo.Record
	fault  *Error
}

// bury sends records raw to the dead-letter topic, with where they came from
// and why as headers, and waits until they are stored.
func (c *consumer) bury(call *interp.Call, dead []deadRecord) error {
	topic := c.h.config.text("on-decode-error")
	if err := c.h.state.lib.permit.topics(Write, topic); err != nil {
		return err
	}
	records := make([]*kgo.Record, len(dead))
	for i, d := range dead {
		r := d.record
		headers := append([]kgo.RecordHeader{}, r.Headers...)
		headers = append(headers,
			kgo.RecordHeader{Key: "error", Value: []byte(d.fault.Message)},
			kgo.RecordHeader{Key: "topic", Value: []byte(r.Topic)},
			kgo.RecordHeader{Key: "partition", Value: []byte(strconv.Itoa(int(r.Partition)))},
			kgo.RecordHeader{Key: "offset", Value: []byte(strconv.FormatInt(r.Offset, 10))})
		records[i] = &kgo.Record{Topic: topic, Key: r.Key, Value: r.Value, Headers: headers, Timestamp: r.Timestamp}
	}
	return unlocked(call, func(ctx context.Context) error {
		client, err := c.requests()
		if err != nil {
			return err
		}
		waiting, cancel := c.h.waiting(ctx, c.h.config.millis("default-api-timeout-ms"))
		defer cancel()
		for _, result := range client.ProduceSync(waiting, records...) {
			if result.Err == nil {
				continue
			}
			if waiting.Err() != nil {
				return c.h.over(ctx, waiting, "the dead-letter topic "+quote(topic))
			}
			e := *errorFrom(result.Err)
			e.Topic = topic
			if e.Message = "the dead-letter topic " + quote(topic) + " did not take a record: " + e.Message; isUnknownTopic(&e) {
				e.Message = "the dead-letter topic " + quote(topic) + " (on-decode-error) does not exist: create it"
			}
			return &e
		}
		return nil
	})
}
