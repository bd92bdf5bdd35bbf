package kafkalib

import (
	"strings"
)

// An Error is a failure as scripts see it: the exception KafkaException. It
// keeps its cause for errors.Is and errors.As. An Error is not changed after
// it was returned and so is safe for concurrent use.
type Error struct {
	Code    string
	Origin  string // OriginClient or OriginBroker
	Message string
	// Retriable says that the same call may succeed later.
	Retriable bool

	// What is known of the place; nil or "" where it is not.
	Broker    *int32
	Topic     string
	Partition *int32
	Offset    *int64

	// Record is the record that could not be decoded or delivered.
	Record *RecordInfo
	// Records are all the records of the call that were not delivered.
	Records []RecordInfo
	// HasRecords says that the list of records belongs to the error even
	// where it is empty.
	HasRecords bool

	// Side is "key" or "value", of a record that could not be decoded.
	Side string

	Cause error
}

// A RecordInfo is a record in an error, with its outcome.
type RecordInfo struct {
	Topic      string
	Partition  int32 // -1 where it is not known
	Offset     int64 // -1 where it has none
	Timestamp  int64 // ms since 1970; -1 where it has none
	Key, Value []byte
	Headers    []RecordHeader
	// KeySource and ValueSource are what the script had given, before the
	// codec; nil where the record never was a script's value.
	KeySource, ValueSource any
	Code, Message          string
	Persisted              string // "no", "possibly"; "" where it says nothing
}

// A RecordHeader is one header of a record; a nil value is null.
type RecordHeader struct {
	Name  string
	Value []byte
}

// Error returns "CODE: message".
func (e *Error) Error() string {
	if e.Message == "" {
		return e.Code
	}
	return e.Code + ": " + e.Message
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Is reports whether target is an Error of the same code, and of the same
// origin where target has one.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code && (t.Origin == "" || t.Origin == e.Origin)
}

// clientError makes an Error of origin "client" whose retriability is that
// of the code table.
func clientError(code, message string, cause error) *Error {
	e := &Error{Code: code, Origin: OriginClient, Message: message, Cause: cause}
	if entry := errorEntry(code, OriginClient); entry != nil {
		e.Retriable = entry.retriable
	}
	return e
}

// invalidConfig makes an INVALID_CONFIG of origin "client".
func invalidConfig(message string) *Error {
	return clientError("INVALID_CONFIG", message, nil)
}

// invalidArgument makes an INVALID_ARGUMENT of origin "client".
func invalidArgument(message string) *Error {
	return clientError("INVALID_ARGUMENT", message, nil)
}

// sentence joins the parts that are not empty with sep.
func sentence(sep string, parts ...string) string {
	kept := parts[:0]
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, sep)
}

// CodeOf returns the code that an error has for scripts: that of a *Error, else
// the one of the table that describes it.
func CodeOf(err error) string { return errorFrom(err).Code }
