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
	// Partitions are those of PARTITIONS_ASSIGNED and its like.
	Partitions []TopicPartition
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
