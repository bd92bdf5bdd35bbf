package kafkalib

import (
	"context"
	"errors"
	"strings"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

// fault handles one error of a poll. It returns what waiting cannot cure.
func (c *consumer) fault(ctx context.Context, f kgo.FetchError) error {
	if lost, ok := errors.AsType[*kgo.ErrDataLoss](f.Err); ok {
		c.h.emit(Event{Code: "OFFSET_RESET", Topic: lost.Topic, Partition: new(lost.Partition), Offset: new(lost.ResetTo), Error: placed(errorFrom(f.Err), f)})
		return nil
	}
	if strings.Contains(f.Err.Error(), "no prior committed offset") {
		return placed(c.noOffset(f.Err), f)
	}
	e := placed(errorFrom(f.Err), f)
	if _, ok := errors.AsType[*kgo.ErrGroupSession](f.Err); ok && !fatal(e) {
		c.groupFault(e)
		return nil
	}
	switch {
	case errors.Is(f.Err, kerr.UnknownTopicOrPartition), errors.Is(f.Err, kerr.UnknownTopicID):
		return c.topicFault(ctx, f.Topic, e)
	case fatal(e):
		return e
	}
	c.h.emit(Event{Code: "FETCH_FAILED", Topic: f.Topic, Partition: e.Partition, Error: e})
	return nil
}

// noOffset is the error of a partition for which nothing says where to begin:
// Java's NoOffsetForPartitionException, which has no code of its own.
func (c *consumer) noOffset(cause error) *Error {
	missing, remedy := "the consumer has no group, whose commit it could begin at", "kafka-assign"
	if c.group != "" {
		missing, remedy = "group "+quote(c.group)+" has no committed offset for the partition", "kafka-alter-group-offsets"
	}
	return clientError("OFFSET_OUT_OF_RANGE", missing+`, and auto-offset-reset is "none": say where to begin with `+remedy+`, or choose "earliest" or "latest"`, cause)
}

// groupFault raises that the consumer is no member of its group: not with each
// attempt to join that fails, but when it begins and when the cause changes.
func (c *consumer) groupFault(e *Error) {
	c.mu.Lock()
	raise := c.outOfGroup != e.Code
	c.outOfGroup = e.Code
	c.mu.Unlock()
	if raise {
		c.h.emit(Event{Code: "GROUP_ERROR", Error: e})
	}
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
