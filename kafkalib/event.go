package kafkalib

import "time"

// An Event is something that happened to a client. The severity and the
// meaning are those of the code table.
type Event struct {
	Code   string
	Time   time.Time
	Client string // the handle

	// What applies; nil or "" where it does not.
	Broker    *int32
	Host      string
	Port      int32
	Topic     string
	Partition *int32
	Offset    *int64
	Error     *Error
	Duration  *time.Duration
	Count     *int64
	Record    *RecordInfo
	Outcome   string
	// Fallback is the name of the one that a recorder uses or has left.
	Fallback string
	// Partitions are those of PARTITIONS_ASSIGNED and its like.
	Partitions []TopicPartition
	// Alarm is the number of an alarm, Metric the path that it is about in the
	// statistics, Value what it was.
	Alarm  int64
	Metric string
	Value  *float64
	// ValueText is the value of a metric that is no number.
	ValueText string

	// unheard keeps the event from the handle's functions.
	unheard bool
}

// A TopicPartition names a partition.
type TopicPartition struct {
	Topic     string
	Partition int32
}

// Severity is "info", "warning" or "error".
func (e Event) Severity() string {
	if entry := eventEntry(e.Code); entry != nil {
		return entry.severity
	}
	return "info"
}

// size is roughly how many bytes of records the event keeps from being freed.
func (e Event) size() int64 {
	n := e.Record.size()
	if e.Error != nil {
		n += e.Error.Record.size()
		for i := range e.Error.Records {
			n += e.Error.Records[i].size()
		}
	}
	return n
}

// size is the number of bytes of a record; a nil record has none.
func (r *RecordInfo) size() int64 {
	if r == nil {
		return 0
	}
	n := int64(len(r.Key) + len(r.Value))
	for _, h := range r.Headers {
		n += int64(len(h.Name) + len(h.Value))
	}
	return n
}
