package kafkalib

import "github.com/bpl-lang/bpl/interp"

// eventValue is an event as a list of the script. Called under the session's
// lock.
func (h *handle) eventValue(e Event) interp.Value {
	l := interp.NewList(0)
	l.Put("code", interp.String(e.Code))
	l.Put("severity", interp.String(e.Severity()))
	l.Put("time", interp.Long(e.Time.UnixMilli()))
	l.Put("client", interp.String(e.Client))
	if e.Broker != nil {
		l.Put("broker", interp.Int(*e.Broker))
	}
	if e.Host != "" {
		l.Put("host", interp.String(e.Host))
		l.Put("port", interp.Int(e.Port))
	}
	if e.Topic != "" {
		l.Put("topic", interp.String(e.Topic))
	}
	if e.Partition != nil {
		l.Put("partition", interp.Int(*e.Partition))
	}
	if e.Partitions != nil {
		l.Put("partitions", partitionList(e.Partitions))
	}
	if e.Offset != nil {
		l.Put("offset", interp.Long(*e.Offset))
	}
	if e.Count != nil {
		l.Put("count", number(*e.Count))
	}
	if e.Duration != nil {
		l.Put("duration-ms", number(e.Duration.Milliseconds()))
	}
	if e.Outcome != "" {
		l.Put("outcome", interp.String(e.Outcome))
	}
	if e.Fallback != "" {
		l.Put("fallback", interp.String(e.Fallback))
	}
	if e.Alarm != 0 {
		l.Put("alarm", number(e.Alarm))
	}
	if e.Metric != "" {
		l.Put("metric", interp.String(e.Metric))
	}
	if e.Value != nil {
		l.Put("value", interp.Double(*e.Value))
	}
	if e.ValueText != "" {
		l.Put("value", interp.String(e.ValueText))
	}
	if e.Record != nil {
		l.Put("record", recordInfoValue(h.asGiven(e.Record)))
	}
	if e.Error != nil {
		l.Put("error", exceptionList(e.Error))
	}
	return interp.FromList(l)
}

// asGiven is a record with key and value as the script gave them, where the
// handle is a producer.
func (h *handle) asGiven(r *RecordInfo) *RecordInfo {
	if h.producer == nil {
		return r
	}
	copied := *r // the host may look at the event, too
	return h.producer.asGiven(&copied)
}
