package kafkalib

import (
	"encoding/base64"

	"github.com/bpl-lang/bpl/interp"
)

// topicID is the id of a topic as Kafka's own tools print it, null where the
// broker is too old to have one.
func topicID(id [16]byte) interp.Value {
	if id == [16]byte{} {
		return interp.Null()
	}
	return interp.String(base64.RawURLEncoding.EncodeToString(id[:]))
}
