package recorder

import (
	"errors"
	"strings"

	"github.com/twmb/franz-go/pkg/kerr"
)

// isPartitioning recognises the client's refusal of a partition that the topic
// does not have: it is an error without a type.
func isPartitioning(err error) bool {
	return strings.Contains(err.Error(), "invalid record partitioning choice")
}

// errorCode is the name of the protocol's error, or a general one.
func errorCode(err error) string {
	if e, ok := errors.AsType[*kerr.Error](err); ok {
		return e.Message
	}
	if isPartitioning(err) {
		return kerr.UnknownTopicOrPartition.Message
	}
	return "DELIVERY_FAILED"
}
