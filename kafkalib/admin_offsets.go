package kafkalib

import (
	"context"

	"github.com/bpl-lang/bpl/interp"
)

var helpOffsets = interp.Help{
	Signature: `(kafka-offsets where topics "at" => form "timeout-ms" => n)`,
	Summary:   "tells an offset in each partition: the end, the beginning, or that of a time",
	Result:    `a list of ("topic" "partition" "offset" "timestamp"); timestamp is that of the record found by a time, else null`,
	Args: []interp.HelpArg{
		argWhere, argTopics,
		{Name: `"at"`, Type: "string or number", Meaning: `"latest" or "end" (the high watermark, default), "earliest" or "beginning", or ms since 1970: the first record that is not older, the end where there is none`},
		argTimeout,
	},
	Errors:  []string{errTopic, errNoAnswer},
	Related: []string{"kafka-count", "kafka-group-offsets", "kafka-delete-records"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "read")
  (set p (kafka-create "producer" "embedded"))
  (kafka-send p "read" "a" "timestamp" => 1000)
  (kafka-send p "read" "b" "timestamp" => 2000)
  (list (kafka-offsets "embedded" "read") (kafka-offsets "embedded" "read" "at" => 1500)))`,
		Result: `((("topic" => "read" "partition" => 0 "offset" => 2 "timestamp" => null)) (("topic" => "read" "partition" => 0 "offset" => 1 "timestamp" => 2000)))`}},
}

// offsets is (kafka-offsets where topics ["at" => "latest"]).
func offsets(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 2)
	if err != nil {
		return interp.Null(), err
	}
	topics, err := a.topics(a.at(1))
	if err != nil {
		return interp.Null(), err
	}
	time, err := a.timeOption("at")
	if err != nil {
		return interp.Null(), err
	}
	w, err := a.lookAt(topics.names, "at")
	if err != nil {
		return interp.Null(), err
	}
	var q offsetsFound
	err = w.run(call, "the offsets of "+many(topics.names), func(ctx context.Context) (err error) {
		q, err = w.offsetsAt(ctx, topics.names, time)
		return err
	})
	if err != nil {
		return interp.Null(), err
	}
	table := newPlaceTable("offset", "timestamp")
	return table.fill(topics, q.infos, q.unknown, func(place TopicPartition, _ partitionInfo) {
		if e := q.failed[place]; e != nil {
			table.fail(place, e)
			return
		}
		o := q.found[place]
		table.add(place, number(o.offset), orNull(o.timestamp))
	})
}

// timeOption takes an option that stands for a time in a partition: its ends
// by name, or ms since 1970.
func (a *arguments) timeOption(name string) (int64, error) {
	v, ok := a.option(name)
	if !ok {
		return latestTimestamp, nil
	}
	form, err := a.offsetForm(name, v, false)
	if err == nil {
		switch form.kind {
		case atEnd:
			return latestTimestamp, nil
		case atBeginning:
			return earliestTimestamp, nil
		case atTime, atOffset:
			return form.n, nil
		}
	}
	return 0, a.wrongOption(name, v, `"latest", "end", "earliest", "beginning", or ms since 1970`)
}

// offsetsFound is what is known of the partitions of topics.
type offsetsFound struct {
	infos   map[string]*topicInfo
	unknown map[string]*Error
	found   map[TopicPartition]listedOffset
	failed  map[TopicPartition]*Error
}

// offsetsAt asks for the offset of a time in all partitions of topics; where
// no record is as young it is the end.
func (w *administration) offsetsAt(ctx context.Context, names []string, time int64) (q offsetsFound, err error) {
	if q.infos, q.unknown, err = w.lookUp(ctx, names); err != nil {
		return q, err
	}
	q.found, q.failed, err = w.listOffsets(ctx, placesOf(names, q.infos), func(TopicPartition) int64 { return time })
	if err != nil || time < 0 {
		return q, err
	}
	var late []TopicPartition
	for place, o := range q.found {
		if o.offset < 0 {
			late = append(late, place)
		}
	}
	if len(late) == 0 {
		return q, nil
	}
	ends, failed, err := w.endsOf(ctx, late)
	if err != nil {
		return q, err
	}
	for _, place := range late {
		q.found[place] = listedOffset{ends[place].offset, -1}
		if failed[place] != nil {
			q.failed[place] = failed[place]
		}
	}
	return q, nil
}
