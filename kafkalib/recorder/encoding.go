package recorder

import (
	"fmt"
	"runtime/debug"
)

// An Encoding turns events into the values of Kafka records. It is used by one
// goroutine at a time.
type Encoding interface {
	// Name is that of the option: "json", "msgpack", "avro".
	Name() string
	// Append appends the encoded event, which is complete.
	Append(to []byte, e *Event) ([]byte, error)
}

// maxDepth bounds the nesting of bodies.
const maxDepth = 1_000

func tooDeep() error {
	return fmt.Errorf("the body is nested deeper than %d levels, or contains itself", maxDepth)
}

// An EncodeError says why an event could not be encoded.
type EncodeError struct {
	Encoding string
	Cause    error
}

func (e *EncodeError) Error() string {
	return fmt.Sprintf("the event cannot be encoded as %s: %v", e.Encoding, e.Cause)
}

// Unwrap returns the cause.
func (e *EncodeError) Unwrap() error { return e.Cause }

// Encode encodes an event, completed as far as it can be without a recorder. Panics
// are errors.
func Encode(with Encoding, e *Event) ([]byte, error) { return encode(with, e) }

// encode encodes an event. A panic of the encoding, or of a method of the body,
// is an error.
func encode(with Encoding, e *Event) (data []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			data, err = nil, &EncodeError{with.Name(), fmt.Errorf("panic: %v\n%s", p, debug.Stack())}
		}
	}()
	data, err = with.Append(nil, e)
	if err != nil {
		return nil, &EncodeError{with.Name(), err}
	}
	return data, nil
}
