package kafkalib

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// sendOptions are the named arguments of kafka-send.
var sendOptions = append([]string{"as", "key", "partition", "timestamp", "headers", "report"}, waitingOptions("delivery-timeout-ms")...)

// kafkaSend is (kafka-send kid topics messages option…).
func kafkaSend(c *interp.Call) (interp.Value, error) {
	a := sendArguments.Get().(*arguments)
	v, err := send(c, a)
	a.call, a.values, a.named = nil, nil, nil // the rest is overwritten by the next call
	sendArguments.Put(a)
	if err != nil {
		return interp.Null(), err
	}
	return v, nil
}

// sendArguments are arguments for the next call: one message is sent so often
// that its arguments would be a fourth of all that is allocated. Nothing keeps
// them after the call.
var sendArguments = sync.Pool{New: func() any { return new(arguments) }}

// send is kafkaSend with arguments that the next call uses again.
func send(c *interp.Call, a *arguments) (interp.Value, error) {
	if err := a.read(c, 3); err != nil {
		return interp.Null(), err
	}
	h, err := a.handle(0, Producer)
	if err != nil {
		return interp.Null(), err
	}
	topics, err := a.topicNames("topics", a.at(1))
	if err != nil {
		return interp.Null(), err
	}
	fields, err := readCommonFields(a)
	if err != nil {
		return interp.Null(), err
	}
	options, err := a.sendOptions(h)
	if err != nil {
		return interp.Null(), err
	}
	messages, err := h.producer.messagesFor(a, topics, fields, options)
	if err != nil {
		return interp.Null(), err
	}
	if err := a.done(sendOptions...); err != nil {
		return interp.Null(), err
	}
	return h.producer.send(c, topics, messages, options)
}

// messagesFor is all messages of a call, encoded, for each topic in turn.
func (p *producer) messagesFor(a *arguments, topics []string, f commonFields, o sendCall) ([]message, error) {
	_, key := perTopic(p.key)
	_, value := perTopic(p.value)
	if !key && !value {
		messages, err := p.messages(a, a.at(2), f)
		return forTopics(messages, topics), err
	}
	v := a.at(2)
	l, isList := v.AsList()
	if err := p.prepare(a.call, topics, !f.key.IsNull() || isList && hasNames(l), !v.IsNull(), o.timeout); err != nil {
		return nil, err
	}
	var all []message
	for _, topic := range topics {
		f.topic = topic
		messages, err := p.messages(a, v, f)
		if err != nil {
			return nil, err
		}
		all = append(all, forTopics(messages, []string{topic})...)
	}
	return all, nil
}

// forTopics is all messages for each topic in turn.
func forTopics(messages []message, topics []string) []message {
	all := messages
	if len(topics) != 1 {
		all = make([]message, 0, len(messages)*len(topics))
		for range topics {
			all = append(all, messages...)
		}
	}
	for i := range all {
		all[i].topic = topics[i/len(messages)]
	}
	return all
}

// sendCall are the options that say how a call sends.
type sendCall struct {
	report  bool
	timeout time.Duration
	limited bool // the script gave the time
}

func (a *arguments) sendOptions(h *handle) (sendCall, error) {
	var o sendCall
	var err error
	if o.report, err = a.truthOption("report"); err != nil {
		return o, err
	}
	times, err := a.times(h, "delivery-timeout-ms")
	if o.timeout, o.limited = times.total, times.given; !o.limited {
		o.timeout = h.producer.outcomeTime()
	}
	return o, err
}

// send sends messages and gives the call's result.
func (p *producer) send(c *interp.Call, topics []string, messages []message, o sendCall) (interp.Value, error) {
	if err := p.h.state.lib.permit.topics(Write, topics...); err != nil {
		return interp.Null(), err
	}
	async := p.choices.async
	calls := p.h.calls.Load()
	inside := calls != nil && calls.calling.Load() && insideCallback(c.Context(), p.h)
	if inside && !async && !p.spooledAlways() {
		return interp.Null(), invalidArgument(c.Name() + ": a callback cannot wait for records of its own handle: create the producer with \"delivery\" => \"async\"")
	}
	if len(messages) == 0 {
		if o.report {
			return interp.FromList(interp.NewList(0)), nil
		}
		return interp.Null(), nil
	}
	if p.spooled != nil {
		return p.spooled.send(c, messages, o, inside)
	}
	if err := p.choosePartitions(c, messages); err != nil {
		return interp.Null(), err
	}
	var call *sending
	if !async {
		call = newSending(len(messages))
	}
	entries := p.newEntries(messages, call)
	if async && p.queueAtOnce(entries) {
		if o.report {
			return p.report(entries, async), nil
		}
		return interp.Null(), nil
	}
	var failed error
	err := c.Unlocked(func(ctx context.Context) error {
		failed = p.deliver(ctx, entries, call, o, inside)
		return nil
	})
	if err != nil {
		return interp.Null(), err
	}
	if failed != nil {
		return interp.Null(), failed
	}
	if !o.report {
		return interp.Null(), nil
	}
	return p.report(entries, async), nil
}

// atOnce is how many messages a call may queue without giving the session's
// lock away: as many as take less time than giving it away.
const atOnce = 16

// queueAtOnce queues a few entries where nothing has to be waited for, and
// reports whether it did. It spares such a call its contexts and timers, which
// cost more than the record.
func (p *producer) queueAtOnce(entries []entry) bool {
	calls := p.h.calls.Load()
	return len(entries) <= atOnce && (calls == nil || calls.hasRoom()) && p.h.ended.Err() == nil && p.h.conns.everReached() && p.queue.acceptNow(entries)
}

// newEntries makes the records of messages, in one piece.
func (p *producer) newEntries(messages []message, call *sending) []entry {
	var entries []entry
	if len(messages) == 1 {
		entries = p.lone()
	} else {
		entries = make([]entry, len(messages))
	}
	fillEntries(entries, messages, call)
	return entries
}

// fillEntries makes the records of messages.
func fillEntries(entries []entry, messages []message, call *sending) {
	for i := range messages {
		m, e := &messages[i], &entries[i]
		e.record.Topic, e.record.Key, e.record.Value = m.topic, m.key, m.value
		e.record.Headers, e.record.Timestamp = m.headers, m.timestamp
		e.partition, e.call = m.partition, call
		e.size = recordSize(&e.record)
	}
}

// lateness is how much later than it should the queue may end the time of records
// on a busy machine, before a call that waits for it gives up.
const lateness = 10 * time.Second

// deliver queues the entries and, in a sync call, waits for their outcomes.
func (p *producer) deliver(ctx context.Context, entries []entry, call *sending, o sendCall, inside bool) error {
	waiting, cancel := p.h.waiting(ctx, o.timeout)
	defer cancel()
	if err := p.contact(ctx, waiting); err != nil {
		return err
	}
	if calls := p.h.calls.Load(); calls != nil && !inside {
		if calls.room(waiting) != nil {
			return p.h.over(ctx, waiting, "room in the callback queue")
		}
	}
	n, refused := p.queue.accept(waiting, entries)
	if call == nil {
		if refused == nil {
			return nil
		}
		return p.outcome(ctx, waiting, entries, n, refused)
	}
	if refused != nil { // the others have their outcome soon
		p.queue.giveUp(call, len(entries)-n)
	}
	if refused == nil || n > 0 {
		if err := p.awaitOutcomes(ctx, waiting, entries, call, o); err != nil {
			return err
		}
	}
	return p.outcome(ctx, waiting, entries, n, refused)
}

// awaitOutcomes waits for the outcomes of the records of a sync call, longer than
// waiting does where the script gave no time.
func (p *producer) awaitOutcomes(ctx, waiting context.Context, entries []entry, call *sending, o sendCall) error {
	timeout := o.timeout
	if !o.limited { // the queue says when the time of the records is over
		timeout += lateness
		var cancel context.CancelFunc
		waiting, cancel = p.h.waiting(ctx, timeout)
		defer cancel()
	}
	err := p.queue.wait(waiting, call, timeout)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	}
	return p.waitingOver(ctx, waiting, entries)
}

// contact reaches the cluster once, so that a wrong address shows at once.
func (p *producer) contact(ctx, waiting context.Context) error {
	err := p.h.conns.contact(waiting, p.client)
	if err != nil && (ctx.Err() != nil || p.h.ended.Err() != nil) {
		return p.h.over(ctx, waiting, "a first answer of the servers")
	}
	return err
}

// outcome is the error of a call whose records have their outcomes, the first
// n of them: nil where all were delivered.
func (p *producer) outcome(ctx, waiting context.Context, entries []entry, n int, refused error) error {
	var first *Error
	if refused != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if _, ok := errors.AsType[*Error](refused); !ok {
			refused = p.h.over(ctx, waiting, "room in the queue")
		}
		first = errorFrom(refused)
	}
	var records []RecordInfo
	sync := entries[0].call != nil
	if sync {
		for i := range entries[:n] {
			if e := &entries[i]; e.spooled == nil && e.err != nil {
				if first == nil {
					first = e.err
				}
				records = append(records, *p.describe(e))
			}
		}
	}
	for i := n; i < len(entries); i++ {
		info := p.describe(&entries[i])
		info.Code, info.Message, info.Persisted = first.Code, first.Message, "no"
		records = append(records, *info)
	}
	if len(records) == 0 {
		return nil
	}
	return p.sendError(first, records, len(entries))
}

// sendError sums up what was not delivered.
func (p *producer) sendError(first *Error, records []RecordInfo, of int) error {
	e := *first
	e.Records = records
	if of > 1 {
		e.Message = fmt.Sprintf("%s not delivered, the first: %s", ofRecordsWere(int64(len(records)), int64(of)), e.Message)
	}
	if len(records) == 1 {
		e.Record = &records[0]
	}
	return p.withTopicHint(&e)
}

// waitingOver is TIMED_OUT with the records that have no good outcome yet.
func (p *producer) waitingOver(ctx, waiting context.Context, entries []entry) error {
	over := errorFrom(p.h.over(ctx, waiting, "the acknowledgement of records"))
	p.queue.mu.Lock()
	defer p.queue.mu.Unlock()
	for i := range entries {
		e := &entries[i]
		if e.err == nil && e.where == finished || e.spooled != nil {
			continue
		}
		info := p.asGiven(e.info())
		if e.err == nil {
			info.Code, info.Message, info.Persisted = over.Code, "no outcome yet; event DELIVERY_RESOLVED or on-delivery tells it", "possibly"
		}
		over.Records = append(over.Records, *info)
	}
	over.HasRecords = true
	return over
}

// describe is a record as an error shows it, key and value as the script gave
// them.
func (p *producer) describe(e *entry) *RecordInfo {
	p.queue.mu.Lock()
	info := e.info()
	p.queue.mu.Unlock()
	return p.asGiven(info)
}

func (p *producer) asGiven(info *RecordInfo) *RecordInfo {
	info.KeySource, info.ValueSource = readBack(p.key, info.Key), readBack(p.value, info.Value)
	return info
}

// readBack decodes what was encoded, so that an error shows what the script gave;
// nil where that cannot be done.
func readBack(c codec, data []byte) any {
	if data == nil {
		return nil
	}
	if v, err := c.value(data); err == nil {
		return v
	}
	return nil
}

// undelivered is the error of a flush or a close that left records behind.
func (p *producer) undelivered(failures []*entry, unkept int64, when string) error {
	var records []RecordInfo
	var first *Error
	for _, e := range failures {
		if e.err == nil {
			continue // was delivered in the end
		}
		if first == nil {
			first = e.err
		}
		records = append(records, *p.describe(e))
	}
	if first == nil {
		return nil
	}
	e := *first
	e.Records = records
	e.Message = fmt.Sprintf("%s: %s not delivered, the first: %s", when, recordsWere(int64(len(records))+unkept), first.Message)
	return &e
}

// report is the list of where each record went.
func (p *producer) report(entries []entry, async bool) interp.Value {
	unconfirmed := p.h.config.value("acks") == int64(0)
	spooled := false
	for i := range entries {
		spooled = spooled || !async && entries[i].spooled != nil
	}
	names := []string{"topic", "partition", "offset", "timestamp"}
	if unconfirmed || async || spooled {
		names = append(names, "outcome")
	}
	b := interp.NewListBuilder(interp.NewShape(names...), len(entries), 0)
	out := interp.NewList(len(entries))
	topics := make(map[string]interp.Value)
	queued, unsure := interp.String("queued"), interp.String("unconfirmed")
	for i := range entries {
		e := &entries[i]
		topic, ok := topics[e.record.Topic]
		if !ok {
			topic = interp.String(e.record.Topic)
			topics[e.record.Topic] = topic
		}
		b.Value(topic)
		switch {
		case async: // the client may be writing to the record
			b.Null()
			b.Null()
			b.Null()
			b.Value(queued)
		case e.spooled != nil:
			b.Null()
			b.Null()
			b.Long(e.timestamp.UnixMilli())
			b.Value(interp.String("spooled"))
		case unconfirmed:
			b.Null()
			b.Null()
			b.Long(e.timestamp.UnixMilli())
			b.Value(unsure)
		default:
			b.Int(e.record.Partition)
			b.Value(number(e.record.Offset))
			b.Long(e.timestamp.UnixMilli())
			if spooled {
				b.Value(interp.String("delivered"))
			}
		}
		out.SetAt(i, interp.FromList(b.List()))
	}
	return interp.FromList(out)
}

// deliveryCall is the call of on-delivery for a record with an outcome: its
// report, or its exception. Called with the queue's lock.
func (p *producer) deliveryCall(fn callable, e *entry) callback {
	call := callback{function: fn.function.(interp.Value)}
	if e.err == nil {
		call.args = func(*interp.Session) []interp.Value {
			l, _ := p.report([]entry{{record: e.record, timestamp: e.timestamp}}, false).AsList()
			return []interp.Value{l.At(0)}
		}
		return call
	}
	err, info := *e.err, e.info()
	call.args = func(*interp.Session) []interp.Value {
		err.Record = p.asGiven(info)
		return []interp.Value{exceptionList(&err)}
	}
	return call
}

// withTopicHint adds the nearest known name to the error about an unknown
// topic.
func (p *producer) withTopicHint(e *Error) *Error {
	if isUnknownTopic(e) && e.Topic != "" {
		e.Message = "topic " + quote(e.Topic) + " does not exist" + topicHint(p.h.ended, p.client, e.Topic)
	}
	return e
}
