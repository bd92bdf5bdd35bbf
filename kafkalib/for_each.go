package kafkalib

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kgo"
)

var helpForEach = interp.Help{
	Signature: `(kafka-for-each kid topics name CODE… "count" => n "idle-ms" => n "until" => CODE "to" => "end" "commit" => b)`,
	Summary:   "evaluates code with each record, and commits exactly what was processed",
	Result:    "the number of records",
	Args: []interp.HelpArg{
		{Name: "kid", Type: "string", Meaning: "a consumer"},
		{Name: "topics", Type: "string or list", Meaning: "as in kafka-poll; null: the present subscription or assignment"},
		{Name: "name", Type: "reference", Meaning: "is bound to each record"},
		{Name: `"count"`, Type: "number", Meaning: "ends after exactly so many"},
		{Name: `"idle-ms"`, Type: "number", Meaning: "ends after so long without a record"},
		{Name: `"until"`, Type: "code", Meaning: "evaluated after each record; true ends"},
		{Name: `"to"`, Type: "string", Meaning: `"end": ends where the partitions ended when the call began`},
		{Name: `"commit"`, Type: "boolean", Meaning: "false: commits nothing"},
	},
	Errors: []string{
		"what the code throws: the records before are committed, the next call begins with the failing one",
		"as kafka-poll",
	},
	Related: []string{"kafka-poll", "kafka-read", "kafka-commit"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "each")
  (kafka-send (kafka-create "producer" "embedded") "each" ("a" "b" "c"))
  (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest"))
  (set out ())
  (list (kafka-for-each c "each" r (push out r/value) "to" => "end") out))`, Result: `(3 ("a" "b" "c"))`}},
}

// forEachOptions are the named arguments of kafka-for-each.
var forEachOptions = []string{"count", "idle-ms", "until", "to", "commit"}

// kafkaForEach is (kafka-for-each kid topics name CODE… option…).
func kafkaForEach(c *interp.Call) (interp.Value, error) {
	f := &forEach{call: c}
	err := f.prepare()
	if err == nil {
		err = f.run()
	}
	if err != nil {
		return interp.Null(), err
	}
	return number(f.n), nil
}

// A forEach is one call of kafka-for-each.
type forEach struct {
	call    *interp.Call
	c       *consumer
	name    interp.Value
	code    []int // arguments that are code
	until   int   // the argument "until", -1 where there is none
	count   int64 // most records, -1 for no limit
	idle    time.Duration
	hasIdle bool // there is an idle time
	toEnd   bool
	commit  bool

	n      int64 // records processed
	ends   map[TopicPartition]int64
	beyond []*kgo.Record // behind their ends: not of this call
}

// prepare reads the arguments: the first two are evaluated, the third is a
// name, named ones are options, the rest is code.
func (f *forEach) prepare() error {
	f.until, f.count = -1, -1
	a := &arguments{call: f.call}
	unnamed := 0
	for i := range f.call.Len() {
		switch name := f.call.ArgName(i); {
		case normalName(name) == "until":
			f.until = i
		case name != "":
			v, err := f.call.Eval(i)
			if err != nil {
				return err
			}
			a.named = append(a.named, namedArgument{name: name, value: v})
		case unnamed < 2:
			v, err := f.call.Eval(i)
			if err != nil {
				return err
			}
			a.values = append(a.values, v)
			unnamed++
		case unnamed == 2:
			f.name = f.call.Arg(i)
			unnamed++
		default:
			f.code = append(f.code, i)
		}
	}
	h, err := a.handle(0, Consumer)
	if err != nil {
		return err
	}
	f.c = h.consumer
	if ref := f.name.Ref(); unnamed < 3 || ref == nil || ref.Hard() || ref.Walks() {
		return a.wrong("name", f.name, "a name to bind")
	}
	if err := f.options(a); err != nil {
		return err
	}
	if v := a.at(1); !v.IsNull() {
		topics, err := a.topicNames("topics", v)
		if err != nil {
			return err
		}
		return f.c.pollTopics(f.call, topics, f.c.h.config.millis("default-api-timeout-ms"))
	}
	return nil
}

// options takes the named arguments but "until", which is code.
func (f *forEach) options(a *arguments) error {
	n, ok, err := a.numberOption("count", 0)
	if err != nil {
		return err
	}
	if ok {
		f.count = n
	}
	ms, ok, err := a.numberOption("idle-ms", 0)
	if err != nil {
		return err
	}
	f.idle, f.hasIdle = boundedMillis(ms), ok
	to, err := a.choiceOption("to", "", "end")
	if err != nil {
		return err
	}
	f.toEnd = to == "end"
	commit, err := a.truthOr("commit", true)
	if err != nil {
		return err
	}
	f.commit = commit && f.c.group != ""
	return a.done(forEachOptions...)
}

// run polls and processes until the call is over. It holds the slot, so that
// no other poll comes between.
func (f *forEach) run() error {
	c := f.c
	if insideCallback(f.call.Context(), c.h) {
		return invalidArgument(f.call.Name() + ": a callback cannot poll its own handle")
	}
	if err := c.h.state.lib.permit.topics(Read, c.topics()...); err != nil {
		return err
	}
	if err := c.acquireFor(f.call, maxWait); err != nil {
		return err
	}
	defer c.release()
	defer func() { c.giveBack(f.beyond) }()
	last := time.Now()
	for f.count < 0 || f.n < f.count {
		got, over, err := f.next(last)
		if err != nil || over {
			return err
		}
		if got.rebalance != nil {
			if err := c.runRebalance(f.call, got.rebalance); err != nil {
				return err
			}
			continue
		}
		if len(got.records) == 0 {
			continue
		}
		over, err = f.batch(got.records)
		if err != nil || over {
			return err
		}
		last = time.Now()
	}
	return nil
}

// endCheck is how long a call that goes to the end polls before it looks
// whether the ends are reached: without progress nothing else tells.
const endCheck = 500 * time.Millisecond

// next polls for the next records. It is over when the idle time has passed
// or the ends are reached.
func (f *forEach) next(last time.Time) (got polled, over bool, err error) {
	c := f.c
	most := int(c.h.config.number("max-poll-records"))
	if f.count >= 0 {
		most = int(min(int64(most), f.count-f.n))
	}
	deadline := time.Now().Add(maxWait)
	if f.hasIdle {
		deadline = last.Add(f.idle)
	}
	if f.toEnd {
		deadline = earlier(deadline, time.Now().Add(endCheck))
	}
	err = unlocked(f.call, func(ctx context.Context) error {
		if f.toEnd {
			if over, err := f.atEnd(ctx, false); over || err != nil {
				return endOr(err)
			}
		}
		var err error
		if got, err = c.poll(ctx, most, deadline); f.deletedMeanwhile(err) {
			return nil // its partitions are at their ends
		}
		if err != nil || got.records != nil || got.rebalance != nil {
			return err
		}
		if f.hasIdle && !time.Now().Before(last.Add(f.idle)) {
			return errEndReached
		}
		if f.toEnd {
			if over, err := f.atEnd(ctx, true); over || err != nil {
				return endOr(err)
			}
		}
		return nil
	})
	if errors.Is(err, errEndReached) {
		return polled{}, true, nil
	}
	return got, false, err
}

// deletedMeanwhile reports whether an error says that a topic does not exist any
// more of which the call that goes to the end had ends.
func (f *forEach) deletedMeanwhile(err error) bool {
	e, ok := errors.AsType[*Error](err)
	if !f.toEnd || !ok || !isUnknownTopic(e) {
		return false
	}
	for tp := range f.ends {
		if tp.Topic == e.Topic {
			return true
		}
	}
	return false
}

var errEndReached = errors.New("the end is reached")

func endOr(err error) error {
	if err == nil {
		return errEndReached
	}
	return err
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// atEnd reports whether all partitions have reached the ends that they had
// when the call began. Partitions that come later have theirs from then.
// After a wait without records it asks what is left before the ends: markers,
// aborted records and holes are nothing.
func (f *forEach) atEnd(ctx context.Context, waited bool) (bool, error) {
	c := f.c
	side, err := c.requests()
	if err != nil {
		return false, err
	}
	partitions := c.partitions()
	if err := f.pin(ctx, side, partitions); err != nil {
		return false, endFault(err)
	}
	if len(partitions) == 0 {
		return waited && c.nothingToRead(), nil
	}
	positions := c.positions()
	for _, tp := range partitions {
		position, known := positions[tp]
		if !known {
			return false, nil
		}
		if position >= f.ends[tp] {
			continue
		}
		if !waited {
			return false, nil
		}
		if shown, err := nextShown(ctx, side, c.committed, tp, position, f.ends[tp]); err != nil || shown < f.ends[tp] {
			return false, endFault(err)
		}
	}
	return true, nil
}

// pin notes the ends: at the start of the call those of all partitions of the
// subscription, whoever of a group will read them; later those of new ones.
func (f *forEach) pin(ctx context.Context, side *kgo.Client, partitions []TopicPartition) error {
	c := f.c
	if f.ends == nil {
		if err := c.h.conns.contact(ctx, side); err != nil {
			return err
		}
		partitions = c.assignedPartitions()
		if len(partitions) == 0 {
			all, err := c.directPartitions(ctx, side)
			if err != nil {
				return err
			}
			partitions = all
		}
	}
	forms := make(map[TopicPartition]offsetForm)
	for _, tp := range partitions {
		if _, ok := f.ends[tp]; !ok {
			forms[tp] = offsetForm{kind: atEnd}
		}
	}
	ends, err := resolveOffsets(ctx, side, c.committed, forms)
	if err != nil {
		return err
	}
	if f.ends == nil {
		f.ends = make(map[TopicPartition]int64)
	}
	maps.Copy(f.ends, ends)
	return nil
}

// endFault lets what waiting cures pass: the next look tells.
func endFault(err error) error {
	if err == nil {
		return nil
	}
	if e := errorFrom(err); fatal(e) || e.Code == "CONNECTION_REFUSED" || e.Code == "HOST_UNRESOLVED" {
		return e
	}
	return nil
}

// nothingToRead reports whether none of the topics exists.
func (c *consumer) nothingToRead() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.member() {
		return len(c.missing) > 0 && len(c.missing) == len(c.want.topics)
	}
	return c.checked || c.want.kind == patternSubscription
}

// batch processes the records of a poll, and commits those that were
// processed. An exception leaves the failing record and the rest for the next
// call.
func (f *forEach) batch(records []*kgo.Record) (over bool, err error) {
	c := f.c
	records = f.withinEnds(records)
	o := pollCall{shape: "records"}
	done := 0
	for ; done < len(records) && !over && err == nil; done++ {
		var shown interp.Value
		var n int
		if shown, n, err = c.shape(f.call, o, records[done:done+1]); err != nil {
			if e, ok := errors.AsType[*Error](err); ok && e.Code == "DESERIALIZATION" {
				done++ // counts as processed like any other
			}
			break
		}
		if n == 0 {
			continue // passed over
		}
		l, _ := shown.AsList()
		over, err = f.process(l.At(0))
		if err != nil {
			break
		}
	}
	c.settleBatch(records, done, f.commit)
	c.raiseEnds()
	if f.commit && done > 0 {
		if fault := f.commitBatch(records[:done]); fault != nil && err == nil {
			err = fault
		}
	}
	return over, err
}

// withinEnds keeps records behind the ends out of the call.
func (f *forEach) withinEnds(records []*kgo.Record) []*kgo.Record {
	if !f.toEnd {
		return records
	}
	return slices.DeleteFunc(slices.Clone(records), func(r *kgo.Record) bool {
		end, ok := f.ends[TopicPartition{r.Topic, r.Partition}]
		if ok && r.Offset >= end {
			f.beyond = append(f.beyond, r)
			return true
		}
		return false
	})
}

// process evaluates the code with one record, and then "until".
func (f *forEach) process(record interp.Value) (over bool, err error) {
	if err := f.call.SetLocal(f.name, record); err != nil {
		return false, err
	}
	for _, i := range f.code {
		if _, err := f.call.Eval(i); err != nil {
			return false, err
		}
	}
	f.n++
	if err := f.call.Tick(); err != nil {
		return false, err
	}
	if f.until >= 0 {
		v, err := f.call.Eval(f.until)
		if err != nil {
			return false, err
		}
		over = v.Truth()
	}
	return over || f.count >= 0 && f.n >= f.count, nil
}

// settleBatch moves the position to behind the records that were processed,
// and gives the others back. Without commits, what was processed is not marked
// as done, or it would be committed later.
func (c *consumer) settleBatch(records []*kgo.Record, done int, mark bool) {
	if done < len(records) {
		c.restart(records[done:])
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.marks.working)
	for _, r := range records[:done] {
		if mark {
			c.marks.returned(r)
		} else {
			c.marks.position[TopicPartition{r.Topic, r.Partition}] = r.Offset + 1
		}
	}
}

// commitBatch commits behind the processed records. What a rebalance took
// away is read by another member again; that is an event, no exception.
func (f *forEach) commitBatch(records []*kgo.Record) error {
	c := f.c
	offsets := make(map[TopicPartition]kgo.EpochOffset)
	for _, r := range records {
		offsets[TopicPartition{r.Topic, r.Partition}] = kgo.EpochOffset{Epoch: r.LeaderEpoch, Offset: r.Offset + 1}
	}
	err := unlocked(f.call, func(ctx context.Context) error {
		waiting, cancel := c.h.waiting(ctx, c.h.config.millis("default-api-timeout-ms"))
		defer cancel()
		err := c.h.repeat(waiting, func(ctx context.Context) error { return c.commit(ctx, offsets, nil) })
		if err != nil && waiting.Err() != nil {
			return c.h.over(ctx, waiting, "the commit")
		}
		return err
	})
	if err == nil {
		return nil
	}
	e, ok := errors.AsType[*Error](err)
	if !ok && !isKafka(err) {
		return err
	}
	if !ok {
		e = errorFrom(err)
	}
	if fatal(e) || e.Code == "CLOSED" {
		return e
	}
	c.h.emit(Event{Code: "COMMIT_FAILED", Error: e, Topic: e.Topic, Partition: e.Partition})
	return nil
}

// isKafka reports whether an error is one of Kafka's, as opposed to the end
// of the evaluation.
func isKafka(err error) bool {
	switch err.(type) {
	case *interp.CancelError, *interp.LimitError, *interp.ExitError, *interp.PanicError, *interp.Exception:
		return false
	}
	return !errors.Is(err, context.Canceled)
}
