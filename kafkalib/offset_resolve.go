package kafkalib

import (
	"context"
	"fmt"

	"github.com/twmb/franz-go/pkg/kgo"
)

// resolveOffsets turns forms into offsets by asking the cluster. One that
// counts from the end stops at the beginning of the partition; a timestamp
// behind the last record is the end. Numbers are taken as they are.
func resolveOffsets(ctx context.Context, client *kgo.Client, committed bool, forms map[TopicPartition]offsetForm) (map[TopicPartition]int64, error) {
	out := make(map[TopicPartition]int64, len(forms))
	first, begin, end := make(map[TopicPartition]int64), make(map[TopicPartition]int64), make(map[TopicPartition]int64)
	for tp, f := range forms {
		switch f.kind {
		case atOffset:
			out[tp] = f.n
		case atBeginning:
			begin[tp] = earliestTimestamp
		case atEnd:
			end[tp] = latestTimestamp
		case atTime:
			first[tp] = f.n
			end[tp] = latestTimestamp
		case beforeEnd:
			begin[tp], end[tp] = earliestTimestamp, latestTimestamp
		}
	}
	begins, err := listAll(ctx, client, committed, begin)
	if err != nil {
		return nil, err
	}
	ends, err := listAll(ctx, client, committed, end)
	if err != nil {
		return nil, err
	}
	times, err := listAll(ctx, client, committed, first)
	if err != nil {
		return nil, err
	}
	for tp, f := range forms {
		switch f.kind {
		case atBeginning:
			out[tp] = begins[tp]
		case atEnd:
			out[tp] = ends[tp]
		case atTime:
			if out[tp] = times[tp]; times[tp] < 0 {
				out[tp] = ends[tp]
			}
		case beforeEnd:
			out[tp] = max(ends[tp]-f.n, begins[tp])
		}
	}
	return out, nil
}

// listAll is listOffsets where any refusal is the error.
func listAll(ctx context.Context, client *kgo.Client, committed bool, ask map[TopicPartition]int64) (map[TopicPartition]int64, error) {
	if len(ask) == 0 {
		return nil, nil
	}
	answers, err := listOffsets(ctx, client, committed, ask)
	if err != nil {
		return nil, err
	}
	out := make(map[TopicPartition]int64, len(answers))
	for tp, a := range answers {
		if a.err != nil {
			e := *a.err
			if e.Code == "UNKNOWN_TOPIC_OR_PARTITION" {
				e.Message = fmt.Sprintf("partition %d of topic %s does not exist", tp.Partition, quote(tp.Topic))
			}
			return nil, &e
		}
		out[tp] = a.offset
	}
	return out, nil
}

// form is where auto-offset-reset has a partition begin; ok is false for
// "none".
func (s startOffset) form() (f offsetForm, ok bool) {
	switch s.at {
	case "earliest":
		return offsetForm{kind: atBeginning}, true
	case "timestamp":
		return offsetForm{atTime, s.millis}, true
	case "none":
		return offsetForm{}, false
	}
	return offsetForm{kind: atEnd}, true
}
