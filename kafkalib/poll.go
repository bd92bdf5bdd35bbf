package kafkalib

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kgo"
)

// pollOptions are the named arguments of kafka-poll.
var pollOptions = append([]string{"max-records", "shape", "detail"}, waitingOptions("default-api-timeout-ms")...)

// poll is (kafka-poll kid [topics] millis option…).
func poll(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 3)
	if err != nil {
		return interp.Null(), err
	}
	h, err := a.handle(0, Consumer)
	if err != nil {
		return interp.Null(), err
	}
	c := h.consumer
	if len(a.values) < 2 {
		return interp.Null(), invalidArgument(call.Name() + ": the time to wait is missing: (kafka-poll kid millis) or (kafka-poll kid topics millis)")
	}
	times, err := a.times(h, "default-api-timeout-ms")
	if err != nil {
		return interp.Null(), err
	}
	if len(a.values) == 3 {
		topics, err := a.topicNames("topics", a.at(1))
		if err != nil {
			return interp.Null(), err
		}
		if err := c.pollTopics(call, topics, times.total); err != nil {
			return interp.Null(), err
		}
	}
	millis, err := a.whole("millis", a.at(len(a.values)-1), 0)
	if err != nil {
		return interp.Null(), err
	}
	o, err := a.pollOptions(c)
	if err != nil {
		return interp.Null(), err
	}
	if err := a.done(pollOptions...); err != nil {
		return interp.Null(), err
	}
	limit := boundedMillis(millis)
	if times.given {
		limit = min(limit, times.total)
	}
	o.deadline = time.Now().Add(limit)
	return c.pollShaped(call, o)
}

// pollTopics subscribes where the topics of a poll are not those of the
// subscription, waiting at most limit for another call that reads.
func (c *consumer) pollTopics(call *interp.Call, topics []string, limit time.Duration) error {
	c.mu.Lock()
	kind := c.want.kind
	c.mu.Unlock()
	if kind == assignment {
		return invalidArgument(call.Name() + ": the consumer has an assignment: poll without topics, or kafka-subscribe first")
	}
	return c.subscribeTopics(call, topics, limit)
}

// A pollCall is what the arguments of a poll say.
type pollCall struct {
	most     int
	shape    string
	detail   bool
	deadline time.Time
}

// pollOptions takes the options of kafka-poll but those about time.
func (a *arguments) pollOptions(c *consumer) (pollCall, error) {
	o := pollCall{most: int(c.h.config.number("max-poll-records"))}
	n, ok, err := a.numberOption("max-records", 1)
	if err != nil {
		return o, err
	}
	if ok {
		o.most = int(min(n, noLimit))
	}
	own := c.h.config.text("shape")
	if o.shape, err = a.choiceOption("shape", own, "records", "values", "by-topic"); err != nil {
		return o, err
	}
	o.detail, err = a.truthOption("detail")
	return o, err
}

// pollShaped polls, decodes and shapes.
func (c *consumer) pollShaped(call *interp.Call, o pollCall) (interp.Value, error) {
	if err := c.h.state.lib.permit.topics(Read, c.topics()...); err != nil {
		return interp.Null(), err
	}
	if insideCallback(call.Context(), c.h) {
		return interp.Null(), invalidArgument(call.Name() + ": a callback cannot poll its own handle")
	}
	switch err := c.acquire(call, time.Until(o.deadline)); {
	case errors.Is(err, errSlotBusy): // nothing came for this poll in its time
		return newShaper(o.shape, o.detail, nil, c.topics()).list(), nil
	case err != nil:
		return interp.Null(), err
	}
	defer c.release()
	for {
		var got polled
		if err := unlocked(call, func(ctx context.Context) (err error) {
			got, err = c.poll(ctx, o.most, o.deadline)
			return err
		}); err != nil {
			return interp.Null(), err
		}
		if got.rebalance != nil {
			if err := c.runRebalance(call, got.rebalance); err != nil {
				return interp.Null(), err
			}
			continue
		}
		v, n, err := c.shape(call, o, got.records)
		c.raiseEnds()
		if err != nil || n > 0 || len(got.records) == 0 {
			return v, err
		}
		// All were passed over: there is time for others.
	}
}

// unlocked runs f without the session's lock; f's own error comes before the
// end of the evaluation only where that goes on.
func unlocked(call *interp.Call, f func(ctx context.Context) error) error {
	var failed error
	if err := call.Unlocked(func(ctx context.Context) error {
		failed = f(ctx)
		return nil
	}); err != nil {
		return err
	}
	return failed
}

// runRebalance calls on-rebalance in the executor that polls.
func (c *consumer) runRebalance(call *interp.Call, r *rebalanceCall) error {
	defer close(r.done)
	c.setRebalancing(holder(call))
	defer c.setRebalancing(0)
	fn := c.h.config.value("on-rebalance").(callable)
	_, err := call.Invoke(fn.function.(interp.Value), interp.String(r.event), partitionList(r.partitions))
	if err == nil {
		return nil
	}
	if _, ok := err.(*interp.Exception); ok {
		c.h.emit(callbackFailed(err))
		return nil
	}
	return err
}

func (c *consumer) setRebalancing(holder int) {
	c.mu.Lock()
	c.turn.rebalancing = holder
	c.mu.Unlock()
}

var partitionShape = interp.NewShape("topic", "partition")

// partitionList is a list of ("topic" "partition").
func partitionList(partitions []TopicPartition) interp.Value {
	b := interp.NewListBuilder(partitionShape, len(partitions), 0)
	out := interp.NewList(len(partitions))
	for i, tp := range partitions {
		b.Value(interp.String(tp.Topic))
		b.Int(tp.Partition)
		out.SetAt(i, interp.FromList(b.List()))
	}
	return interp.FromList(out)
}

// topics are the topics that are read, as far as they are named.
func (c *consumer) topics() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string{}, c.want.topics...)
}

// shape decodes records and makes the list of a poll. It returns how many
// records are in it. A record that cannot be decoded is treated as
// on-decode-error says; by default the good ones before it are returned, and
// the next poll throws it.
func (c *consumer) shape(call *interp.Call, o pollCall, records []*kgo.Record) (interp.Value, int, error) {
	s := newShaper(o.shape, o.detail, records, c.topics())
	n := 0
	var dead []deadRecord
	for i, r := range records {
		if i%1000 == 999 {
			if err := call.Tick(); err != nil {
				c.giveBack(records[i:])
				return interp.Null(), 0, err
			}
		}
		key, value, fault := c.decode(o, r)
		if fault == nil {
			s.add(r, key, value, interp.Null())
			if lastOfPartition(records, i) || i%1000 == 998 { // its mark says it all
				c.markReturned(r)
			}
			n++
			continue
		}
		switch mode := c.h.config.text("on-decode-error"); mode {
		case "raw":
			s.add(r, rawPart(r.Key), rawPart(r.Value), exceptionList(fault))
			c.markReturned(r)
			n++
		case "skip":
			c.h.emit(Event{Code: "DECODE_FAILED", Topic: r.Topic, Partition: new(r.Partition), Offset: new(r.Offset), Error: fault, Record: rawRecord(r)})
			c.markReturned(r)
		case "throw":
			c.giveBack(records[i+1:])
			c.markReturned(r)
			if n == 0 {
				return interp.Null(), 0, fault
			}
			c.mu.Lock()
			c.pending = fault
			c.mu.Unlock()
			return s.list(), n, nil
		default:
			dead = append(dead, deadRecord{r, fault})
		}
	}
	if len(dead) > 0 {
		if err := c.bury(call, dead); err != nil {
			c.restart(records)
			return interp.Null(), 0, err
		}
		for i, r := range records {
			if lastOfPartition(records, i) {
				c.markReturned(r)
			}
		}
	}
	return s.list(), n, nil
}

// lastOfPartition reports whether the record after i is of another partition.
func lastOfPartition(records []*kgo.Record, i int) bool {
	return i+1 == len(records) || records[i+1].Partition != records[i].Partition || records[i+1].Topic != records[i].Topic
}

// decode decodes key and value as far as the shape shows them.
func (c *consumer) decode(o pollCall, r *kgo.Record) (key, value part, fault *Error) {
	var err error
	if needsKey(o.shape) {
		if key, err = c.decodePart(c.key, r.Key, r.Headers); err != nil {
			return key, value, c.decodeError("key", r, err)
		}
	}
	if value, err = c.decodePart(c.value, r.Value, r.Headers); err != nil {
		return key, value, c.decodeError("value", r, err)
	}
	return key, value, nil
}

// decodeError is DESERIALIZATION with the raw record.
func (c *consumer) decodeError(side string, r *kgo.Record, err error) *Error {
	codec := c.h.config.text(side + "-deserializer")
	e := clientError("DESERIALIZATION", fmt.Sprintf("%s of topic %s, partition %d, offset %d: codec %s: %s", side, quote(r.Topic), r.Partition, r.Offset, codec, err), err)
	e.Topic, e.Partition, e.Offset, e.Record, e.Side = r.Topic, new(r.Partition), new(r.Offset), rawRecord(r), side
	return e
}

func rawPart(data []byte) part {
	return part{raw: data, decoded: data == nil, value: interp.Null()}
}

// rawRecord is a record as errors and events show it, not decoded.
func rawRecord(r *kgo.Record) *RecordInfo {
	info := &RecordInfo{Topic: r.Topic, Partition: r.Partition, Offset: r.Offset, Timestamp: r.Timestamp.UnixMilli(), Key: r.Key, Value: r.Value}
	for _, h := range r.Headers {
		info.Headers = append(info.Headers, RecordHeader{h.Key, h.Value})
	}
	return info
}

func (c *consumer) markReturned(r *kgo.Record) {
	c.mu.Lock()
	c.marks.returned(r)
	c.mu.Unlock()
}

// giveBack keeps records for the next poll, as far as their partitions are
// still read: after max-poll-interval-ms the consumer has left its group.
func (c *consumer) giveBack(records []*kgo.Record) {
	c.mu.Lock()
	defer c.mu.Unlock()
	kept := make([]*kgo.Record, 0, len(records)+len(c.buffer))
	for _, r := range records {
		if c.owned[TopicPartition{r.Topic, r.Partition}] {
			kept = append(kept, r)
		}
	}
	c.buffer = append(kept, c.buffer...)
}

// restart gives all records of a poll back and forgets that some were
// returned: the position has not moved.
func (c *consumer) restart(records []*kgo.Record) {
	c.mu.Lock()
	for _, r := range records {
		tp := TopicPartition{r.Topic, r.Partition}
		delete(c.marks.working, tp)
		if p, ok := c.marks.position[tp]; ok && p > r.Offset {
			c.marks.position[tp] = r.Offset
		}
	}
	c.mu.Unlock()
	c.giveBack(records)
}
