package kafkalib

import (
	"context"

	"github.com/bpl-lang/bpl/interp"
)

var helpCount = interp.Help{
	Signature: `(kafka-count where topics "timeout-ms" => n)`,
	Summary:   "counts the records of topics, partition by partition",
	Result:    `a list of ("topic" "partition" "begin" "end" "count"); count is end minus begin, an upper bound on compacted or transactional topics`,
	Args:      []interp.HelpArg{argWhere, argTopics, argTimeout},
	Errors:    []string{errTopic, errNoAnswer},
	Related:   []string{"kafka-offsets", "kafka-delete-records"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "counted")
  (kafka-send (kafka-create "producer" "embedded") "counted" ("a" "b" "c"))
  (kafka-count "embedded" "counted"))`,
		Result: `(("topic" => "counted" "partition" => 0 "begin" => 0 "end" => 3 "count" => 3))`}},
}

// count is (kafka-count where topics).
func count(call *interp.Call) (interp.Value, error) {
	w, topics, err := lookAtTopics(call)
	if err != nil {
		return interp.Null(), err
	}
	var begin offsetsFound
	var ends map[TopicPartition]listedOffset
	var failed map[TopicPartition]*Error
	err = w.run(call, "the offsets of "+many(topics.names), func(ctx context.Context) (err error) {
		if begin, err = w.offsetsAt(ctx, topics.names, earliestTimestamp); err == nil {
			ends, failed, err = w.endsOf(ctx, placesOf(topics.names, begin.infos))
		}
		return err
	})
	if err != nil {
		return interp.Null(), err
	}
	table := newPlaceTable("begin", "end", "count")
	return table.fill(topics, begin.infos, begin.unknown, func(place TopicPartition, _ partitionInfo) {
		e := begin.failed[place]
		if e == nil {
			e = failed[place]
		}
		if e != nil {
			table.fail(place, e)
			return
		}
		from, to := begin.found[place].offset, ends[place].offset
		table.add(place, number(from), number(to), number(to-from))
	})
}
