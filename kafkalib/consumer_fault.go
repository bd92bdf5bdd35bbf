package kafkalib

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

// fault handles one error of a poll. It returns what waiting cannot cure.
func (c *consumer) fault(ctx context.Context, client *kgo.Client, f kgo.FetchError) error {
	if lost, ok := errors.AsType[*kgo.ErrDataLoss](f.Err); ok {
		c.h.emit(Event{Code: "OFFSET_RESET", Topic: lost.Topic, Partition: new(lost.Partition), Offset: new(lost.ResetTo), Error: placed(errorFrom(f.Err), f)})
		return nil
	}
	if strings.Contains(f.Err.Error(), "no prior committed offset") {
		return placed(clientError("OFFSET_OUT_OF_RANGE", "the group has no commit for the partition, and auto-offset-reset is none", f.Err), f)
	}
	e := placed(errorFrom(f.Err), f)
	if _, ok := errors.AsType[*kgo.ErrGroupSession](f.Err); ok && !fatal(e) {
		c.h.emit(Event{Code: "GROUP_ERROR", Error: e})
		return nil
	}
	switch {
	case errors.Is(f.Err, kerr.UnknownTopicOrPartition), errors.Is(f.Err, kerr.UnknownTopicID):
		return c.topicGone(ctx, client, f.Topic, e)
	case fatal(e):
		return e
	}
	c.h.emit(Event{Code: "FETCH_FAILED", Topic: f.Topic, Partition: e.Partition, Error: e})
	return nil
}

// placed names topic and partition in a copy of an error.
func placed(e *Error, f kgo.FetchError) *Error {
	copied := *e
	copied.Topic = f.Topic
	if f.Topic != "" && f.Partition >= 0 {
		copied.Partition = new(f.Partition)
	}
	return &copied
}

// fatal reports whether waiting does not cure an error of a consumer.
func fatal(e *Error) bool {
	switch e.Code {
	case "TOPIC_AUTHORIZATION_FAILED", "GROUP_AUTHORIZATION_FAILED", "CLUSTER_AUTHORIZATION_FAILED",
		"SASL_AUTHENTICATION_FAILED", "AUTHENTICATION_FAILED", "UNSUPPORTED_SASL_MECHANISM", "TLS_HANDSHAKE_FAILED",
		"OFFSET_OUT_OF_RANGE", "FENCED_INSTANCE_ID", "UNRELEASED_INSTANCE_ID", "INVALID_GROUP_ID", "GROUP_MAX_SIZE_REACHED",
		"INCONSISTENT_GROUP_PROTOCOL", "INVALID_SESSION_TIMEOUT", "UNSUPPORTED_VERSION", "UNSUPPORTED_ASSIGNOR",
		"INVALID_TOPIC_EXCEPTION", "CORRUPT_MESSAGE", "UNSUPPORTED_COMPRESSION_TYPE", "DESERIALIZATION":
		return true
	}
	return false
}

// checkTopics looks the topics of a new subscription up: the client waits for
// an unknown topic without a word. Each unknown one is thrown once, and then
// ignored until it exists.
func (c *consumer) checkTopics(ctx context.Context, client *kgo.Client) error {
	c.mu.Lock()
	checked, kind, topics := c.checked, c.want.kind, slices.Clone(c.want.topics)
	c.mu.Unlock()
	if checked || kind == patternSubscription || len(topics) == 0 {
		return nil
	}
	unknown, refused := c.lookUp(ctx, client, topics)
	c.mu.Lock()
	c.checked = true
	c.missing = make(map[string]bool)
	for _, t := range unknown {
		c.missing[t] = true
	}
	c.mu.Unlock()
	if refused != nil {
		return refused
	}
	if len(unknown) > 0 {
		return c.unknownTopic(ctx, client, unknown[0])
	}
	return nil
}

// lookUp returns the topics that do not exist, after a second look: a broker
// may not know yet what was just created.
func (c *consumer) lookUp(ctx context.Context, client *kgo.Client, topics []string) (unknown []string, refused error) {
	create := c.h.config.truth("allow-auto-create-topics")
	for attempt := range 3 {
		if attempt > 0 {
			sleep(ctx, metadataMinAge)
		}
		infos, err := fetchTopics(ctx, client, create, topics...)
		if err != nil {
			return nil, nil // the poll itself will tell
		}
		unknown = nil
		for _, t := range topics {
			info := infos[t]
			switch {
			case info == nil, info.err != nil && info.err.Code == "UNKNOWN_TOPIC_OR_PARTITION":
				unknown = append(unknown, t)
			case info.err != nil && fatal(info.err):
				e := *info.err
				e.Topic = t
				refused = &e
			}
		}
		if len(unknown) == 0 || refused != nil || ctx.Err() != nil {
			break
		}
	}
	return unknown, refused
}

func (c *consumer) unknownTopic(ctx context.Context, client *kgo.Client, topic string) error {
	e := brokerErrorCode(kerr.UnknownTopicOrPartition.Code, nil)
	e.Topic = topic
	e.Message = "topic " + quote(topic) + " does not exist" + topicHint(ctx, client, topic)
	return e
}

// topicGone is called when a broker does not know a topic that is read.
func (c *consumer) topicGone(ctx context.Context, client *kgo.Client, topic string, e *Error) error {
	c.mu.Lock()
	known := c.missing[topic]
	if c.missing == nil {
		c.missing = make(map[string]bool)
	}
	c.missing[topic] = true
	c.mu.Unlock()
	if known {
		return nil
	}
	return e
}

// missingPause is the time between looks for topics that do not exist.
const missingPause = 500 * time.Millisecond

// lookForMissing has the client read topics that exist now: by itself it
// would ask for them again with metadata-max-age-ms only.
func (c *consumer) lookForMissing(ctx context.Context, client *kgo.Client) {
	c.mu.Lock()
	if len(c.missing) == 0 || time.Since(c.looked) < missingPause {
		c.mu.Unlock()
		return
	}
	c.looked = time.Now()
	names := slices.Sorted(maps.Keys(c.missing))
	c.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, hintTime)
	defer cancel()
	infos, err := fetchTopics(ctx, client, false, names...)
	if err != nil {
		return
	}
	var found []string
	c.mu.Lock()
	for _, n := range names {
		if info := infos[n]; info != nil && info.err == nil {
			found = append(found, n)
			delete(c.missing, n)
		}
	}
	c.mu.Unlock()
	if len(found) > 0 {
		client.PurgeTopicsFromConsuming(found...)
		client.AddConsumeTopics(found...)
	}
}
