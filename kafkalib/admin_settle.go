package kafkalib

import (
	"context"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// settlePause is the pause between looks at a broker that does not show a
// change yet.
const settlePause = 20 * time.Millisecond

// settle waits until every broker shows what was changed, so that a script
// may use it in its next line. Brokers learn of changes at different times; a
// request to one that does not know of a topic yet fails. Where the time ends
// before, or a broker does not answer, that is an event.
func (w *administration) settle(ctx context.Context, results []itemResult, shown func(t *kmsg.MetadataResponseTopic, r itemResult) bool) {
	var names []string
	byName := make(map[string]itemResult)
	for _, r := range results {
		if r.done {
			names = append(names, r.name)
			byName[r.name] = r
		}
	}
	if len(names) == 0 {
		return
	}
	start := time.Now()
	w.settleEach(ctx, func(broker int32) (string, error) {
		return w.behind(ctx, broker, names, byName, shown)
	}, func(broker *int32, topic string) {
		w.h.emit(Event{Code: "METADATA_BEHIND", Topic: topic, Broker: broker, Duration: new(time.Since(start))})
	})
}

// settleEach waits until every broker shows a change. look asks one of them,
// and returns the first item whose change it does not show; behind is told
// where that is not seen to the end.
func (w *administration) settleEach(ctx context.Context, look func(broker int32) (string, error), behind func(broker *int32, item string)) {
	brokers, err := w.brokers(ctx)
	if err != nil {
		behind(nil, "")
		return
	}
	for _, id := range brokers {
		unanswered := 0
		for {
			item, err := look(id)
			if err == nil && item == "" {
				break
			}
			if err != nil {
				unanswered++
			}
			if unanswered == settleAttempts || ctx.Err() != nil {
				// A broker that is down does not hold the others up.
				behind(new(id), item)
				break
			}
			sleep(ctx, settlePause)
		}
	}
}

// settleAttempts is how often a broker is asked that does not answer: the
// first time may have met a connection that the broker had closed.
const settleAttempts = 3

// behind asks one broker, and returns the first topic whose change it does
// not show.
func (w *administration) behind(ctx context.Context, id int32, names []string, byName map[string]itemResult, shown func(*kmsg.MetadataResponseTopic, itemResult) bool) (string, error) {
	req := kmsg.NewPtrMetadataRequest()
	for _, n := range names {
		t := kmsg.NewMetadataRequestTopic()
		t.Topic = kmsg.StringPtr(n)
		req.Topics = append(req.Topics, t)
	}
	answer, err := w.client.Broker(int(id)).Request(ctx, req)
	if err != nil {
		return names[0], err
	}
	seen := make(map[string]*kmsg.MetadataResponseTopic)
	resp := answer.(*kmsg.MetadataResponse)
	for i := range resp.Topics {
		if t := &resp.Topics[i]; t.Topic != nil {
			seen[*t.Topic] = t
		}
	}
	for _, n := range names {
		if !shown(seen[n], byName[n]) {
			return n, nil
		}
	}
	return "", nil
}

// showsTopic reports whether a broker knows a topic and the leaders of its
// partitions.
func showsTopic(t *kmsg.MetadataResponseTopic, _ itemResult) bool {
	if t == nil || t.ErrorCode != 0 || len(t.Partitions) == 0 {
		return false
	}
	for _, p := range t.Partitions {
		if p.Leader < 0 {
			return false
		}
	}
	return true
}

// hidesTopic reports whether a broker no longer knows a topic.
func hidesTopic(t *kmsg.MetadataResponseTopic, _ itemResult) bool {
	return t == nil || t.ErrorCode == kerr.UnknownTopicOrPartition.Code
}
