package kafkalib

import (
	"context"
	"sync"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kmsg"
)

var helpDeleteRecords = interp.Help{
	Signature: `(kafka-delete-records where offsets "timeout-ms" => n)`,
	Summary:   "deletes the records of partitions that stand before an offset",
	Result:    `a list of ("topic" "partition" "low-watermark" "code"): the first offset that is left, or the code of the failure`,
	Args: []interp.HelpArg{
		argWhere,
		{Name: "offsets", Type: "list", Meaning: `a list of ("topic" "partition" "offset"); offset is a number, -1 or "end" for all records, or ("timestamp" => ms) for those that are older; () deletes nothing`},
		argTimeout,
	},
	Errors:  []string{"INVALID_TOPIC_EXCEPTION: a name is not valid", errNoAnswer, "of a partition, as \"code\": OFFSET_OUT_OF_RANGE, UNKNOWN_TOPIC_OR_PARTITION, POLICY_VIOLATION (a compacted topic) …"},
	Related: []string{"kafka-count", "kafka-offsets", "kafka-delete-topics"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "trimmed")
  (kafka-send (kafka-create "producer" "embedded") "trimmed" ("a" "b" "c"))
  (kafka-delete-records "embedded" (list ("topic" => "trimmed" "partition" => 0 "offset" => 2))))`,
		Result: `(("topic" => "trimmed" "partition" => 0 "low-watermark" => 2 "code" => null))`}},
}

// deleteRecords is (kafka-delete-records where offsets).
func deleteRecords(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 2)
	if err != nil {
		return interp.Null(), err
	}
	items, err := a.placeItems("offsets", a.at(1))
	if err != nil {
		return interp.Null(), err
	}
	forms := make(map[TopicPartition]offsetForm)
	for _, item := range items {
		if forms[item.TopicPartition], err = a.deletionForm(item); err != nil {
			return interp.Null(), err
		}
	}
	places := placesIn(items)
	if err := a.permitted(Delete, topicsOf(places)...); err != nil {
		return interp.Null(), err
	}
	w, err := a.where()
	if err != nil {
		return interp.Null(), err
	}
	var low map[TopicPartition]int64
	var failed map[TopicPartition]*Error
	if len(places) > 0 {
		err = w.run(call, "the deletion of records of "+many(topicsOf(places)), func(ctx context.Context) (err error) {
			low, failed, err = w.deleteRecords(ctx, places, forms)
			return err
		})
		if err != nil {
			return interp.Null(), err
		}
	}
	table := newPlaceTable("low-watermark", "code")
	for _, place := range places {
		watermark := interp.Null()
		if failed[place] == nil {
			watermark = number(low[place])
		}
		table.add(place, watermark, codeOf(failed[place]))
	}
	return table.value(), nil
}

// deletionForm is up to where a partition's records are deleted. It has to be
// said; -1 is Kafka's own word for all of them.
func (a *arguments) deletionForm(item placeItem) (offsetForm, error) {
	v := element(interp.FromList(item.list), "offset")
	form, err := a.offsetForm("offset", v, false)
	if err == nil {
		switch {
		case form == offsetForm{beforeEnd, 1}:
			return offsetForm{kind: atEnd}, nil
		case form.kind == atOffset || form.kind == atEnd || form.kind == atTime:
			return form, nil
		}
	}
	return form, a.wrong("offsets: offset", v, `an offset, -1 or "end" for all records, or ("timestamp" => ms)`)
}

// deleteRecords asks the leaders for the deletion, and returns the first
// offsets that are left.
func (w *administration) deleteRecords(ctx context.Context, places []TopicPartition, forms map[TopicPartition]offsetForm) (map[TopicPartition]int64, map[TopicPartition]*Error, error) {
	to, failed, err := w.deletionOffsets(ctx, places, forms)
	if err != nil {
		return nil, nil, err
	}
	var rest []TopicPartition
	for _, place := range places {
		if failed[place] == nil {
			rest = append(rest, place)
		}
	}
	var mu sync.Mutex
	low := make(map[TopicPartition]int64)
	refused, err := w.askLeaders(ctx, rest, func(ctx context.Context, broker int32, places []TopicPartition) (map[TopicPartition]*Error, error) {
		req := kmsg.NewPtrDeleteRecordsRequest()
		req.TimeoutMillis = w.brokerTime()
		eachTopic(places, func(topic string, partitions []int32) {
			t := kmsg.NewDeleteRecordsRequestTopic()
			t.Topic = topic
			for _, n := range partitions {
				p := kmsg.NewDeleteRecordsRequestTopicPartition()
				p.Partition, p.Offset = n, to[TopicPartition{topic, n}]
				t.Partitions = append(t.Partitions, p)
			}
			req.Topics = append(req.Topics, t)
		})
		resp, err := w.client.Broker(int(broker)).Request(ctx, req)
		if err != nil {
			return nil, err
		}
		failed := make(map[TopicPartition]*Error)
		mu.Lock()
		defer mu.Unlock()
		for _, t := range resp.(*kmsg.DeleteRecordsResponse).Topics {
			for _, p := range t.Partitions {
				place := TopicPartition{t.Topic, p.Partition}
				failed[place] = brokerErrorCode(p.ErrorCode, nil)
				low[place] = p.LowWatermark
			}
		}
		return failed, nil
	})
	for place, e := range refused {
		failed[place] = e
	}
	return low, failed, err
}

// deletionOffsets are the offsets that brokers are told; the end stays -1, so
// that it is that of the moment.
func (w *administration) deletionOffsets(ctx context.Context, places []TopicPartition, forms map[TopicPartition]offsetForm) (map[TopicPartition]int64, map[TopicPartition]*Error, error) {
	to := make(map[TopicPartition]int64)
	failed := make(map[TopicPartition]*Error)
	var timed []TopicPartition
	for _, place := range places {
		switch form := forms[place]; form.kind {
		case atTime:
			timed = append(timed, place)
		case atEnd:
			to[place] = -1
		default:
			to[place] = form.n
		}
	}
	if len(timed) == 0 {
		return to, failed, nil
	}
	found, failed, err := w.listOffsets(ctx, timed, func(place TopicPartition) int64 { return forms[place].n })
	for place, o := range found {
		to[place] = o.offset // -1, all, where no record is as young
	}
	return to, failed, err
}
