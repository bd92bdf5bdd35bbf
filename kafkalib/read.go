package kafkalib

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kgo"
)

var helpRead = interp.Help{
	Signature: `(kafka-read where topics "from" => form "to" => form "max-records" => n "shape" => s "detail" => b "timeout-ms" => n)`,
	Summary:   "reads all records of a range and always ends; no position is moved",
	Result:    "as kafka-poll by shape: topic by topic, partition by partition, in the order of offsets",
	Args: []interp.HelpArg{
		{Name: "where", Type: "string or list", Meaning: "servers with consumer options, or any handle; of a consumer its codecs are used"},
		{Name: "topics", Type: "string or list", Meaning: `names, or ("topic" "partition") lists`},
		{Name: `"from"`, Type: "any", Meaning: `default "beginning"; ` + offsetFormText},
		{Name: `"to"`, Type: "any", Meaning: `the offset behind the last record; default "end", at the start of the call`},
		{Name: `"max-records"`, Type: "number", Meaning: "the first so many; without it a range of more than 10,000 is refused"},
		{Name: `"shape"`, Type: "string", Meaning: `"records", "values" or "by-topic"`},
		{Name: `"detail"`, Type: "boolean", Meaning: "as in kafka-poll"},
		argTimeout,
	},
	Errors: []string{
		"INVALID_ARGUMENT: the range holds more than 10,000 records; use kafka-for-each",
		"UNKNOWN_TOPIC_OR_PARTITION: there is no such topic or partition",
		"DESERIALIZATION: a record cannot be decoded",
	},
	Related: []string{"kafka-for-each", "kafka-poll", "kafka-offsets"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "history")
  (kafka-send (kafka-create "producer" "embedded") "history" ("a" "b" "c"))
  (list (kafka-read "embedded" "history" "shape" => "values")
    (kafka-read "embedded" "history" "from" => -1 "shape" => "values")))`, Result: `(("a" "b" "c") ("c"))`}},
}

// mostRead is how many records are held without "max-records".
const mostRead = 10_000

// readCallOptions are the named arguments of kafka-read that are no options of a
// consumer.
var readCallOptions = []string{"from", "to", "max-records", "shape", "detail", "timeout-ms"}

// read is (kafka-read where topics option…).
func read(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 2)
	if err != nil {
		return interp.Null(), err
	}
	places, err := a.topicsOrPartitions(a.at(1))
	if err != nil {
		return interp.Null(), err
	}
	from, err := a.formOption("from", offsetForm{kind: atBeginning})
	if err != nil {
		return interp.Null(), err
	}
	to, err := a.formOption("to", offsetForm{kind: atEnd})
	if err != nil {
		return interp.Null(), err
	}
	most, limited, err := a.numberOption("max-records", 1)
	if err != nil {
		return interp.Null(), err
	}
	detail, err := a.truthOption("detail")
	if err != nil {
		return interp.Null(), err
	}
	shape, err := a.choiceOption("shape", "", "records", "values", "by-topic")
	if err != nil {
		return interp.Null(), err
	}
	w, consumer, err := a.readWhere()
	if err != nil {
		return interp.Null(), err
	}
	o := pollCall{shape: shape, detail: detail}
	if o.shape == "" {
		o.shape = consumer.h.config.text("shape")
	}
	var topics []string
	for _, tp := range places {
		topics = append(topics, tp.Topic)
	}
	if err := w.h.state.lib.permit.topics(Read, topics...); err != nil {
		return interp.Null(), err
	}
	r := &rangeOfRead{w: w, config: consumer.h.config, places: places, from: from, to: to, limited: limited, most: mostRead}
	if limited {
		r.most = int(min(most, noLimit))
	}
	var records []*kgo.Record
	err = w.run(call, "the records of the range", func(ctx context.Context) (err error) {
		records, err = r.read(ctx)
		return err
	})
	if err == nil {
		err = w.run(call, "the schema registry", func(ctx context.Context) error {
			return consumer.fetchSchemas(ctx, records, time.Now().Add(w.timeout))
		})
	}
	if err != nil {
		return interp.Null(), err
	}
	consumer.want.topics = slices.Compact(topics)
	v, _, err := consumer.shape(call, o, records)
	if err == nil {
		err = consumer.pending // a record that cannot be decoded, by on-decode-error "throw"
	}
	if err != nil {
		return interp.Null(), err
	}
	return v, nil
}

// readWhere reads the first argument of kafka-read: a handle of any kind, or
// servers with consumer options. The consumer decodes; it is in no table and
// reads nothing itself.
func (a *arguments) readWhere() (*administration, *consumer, error) {
	if id, ok := a.at(0).AsString(); ok && IsHandleText(id) {
		w, err := a.where(readCallOptions...)
		if err != nil {
			return nil, nil, err
		}
		config := w.h.config
		if w.h.kind != Consumer {
			if config, err = resolve(Consumer, references{}, layer{}); err != nil {
				return nil, nil, err
			}
		}
		decoder, err := w.decoder(config)
		return w, decoder, err
	}
	s := stateOf(a.call)
	timeout, limited, err := a.numberOption("timeout-ms", 0)
	if err != nil {
		return nil, nil, err
	}
	named, err := a.consumerSettings()
	if err != nil {
		return nil, nil, err
	}
	config, err := configSettings(a.at(0))
	if err != nil {
		return nil, nil, err
	}
	layers, err := s.withProfile([]layer{{settings: named}, {settings: config}, {}})
	if err != nil {
		return nil, nil, err
	}
	resolved, err := resolve(Consumer, s.lib.refs, layers...)
	if err != nil {
		return nil, nil, err
	}
	if !resolved.given("servers") {
		return nil, nil, invalidConfig(a.call.Name() + `: where: got ` + shownScript(a.at(0)) + `, expected a handle, "host:port", a list of such texts, or "embedded"`)
	}
	h, err := s.pooled(resolved)
	if err != nil {
		return nil, nil, err
	}
	w := &administration{h: h, client: h.client, conns: h.conns, timeout: resolved.millis("default-api-timeout-ms")}
	if limited {
		w.timeout = boundedMillis(timeout)
	}
	decoder, err := w.decoder(resolved)
	return w, decoder, err
}

// consumerSettings are the named arguments that nobody took, options of a
// consumer.
func (a *arguments) consumerSettings() ([]setting, error) {
	var named []setting
	for i := range a.named {
		n := &a.named[i]
		if n.taken {
			continue
		}
		if findOption(Consumer, n.name) == nil {
			if _, _, ok := referenceName(Consumer, n.name); !ok {
				nearby := hint(n.name, readCallOptions)
				if nearby == "" {
					nearby = optionHint(Consumer, n.name)
				}
				return nil, invalidConfig(a.call.Name() + ": unknown option " + quote(n.name) + nearby)
			}
		}
		v, err := namedOption(n.name, n.value)
		if err != nil {
			return nil, invalidConfig("option " + quote(n.name) + ": " + err.Error())
		}
		named = append(named, setting{n.name, v})
	}
	return named, nil
}

// decoder is a consumer for the codecs of a configuration only.
func (w *administration) decoder(config *Config) (*consumer, error) {
	h := &handle{id: w.h.id, kind: Consumer, config: config, state: w.h.state, conns: w.conns, events: w.h.events, ended: w.h.ended}
	c := &consumer{h: h, side: w.client, marks: newMarks(), open: h.ended}
	var err error
	if c.key, err = h.codec("key", "deserializer"); err != nil {
		return nil, err
	}
	c.value, err = h.codec("value", "deserializer")
	return c, err
}

// A rangeOfRead is the range of one kafka-read.
type rangeOfRead struct {
	w        *administration
	config   *Config // of a consumer
	places   []TopicPartition
	from, to offsetForm
	limited  bool
	most     int
}

// read reads the range, one partition after the other. It begins anew where
// it is tried again.
func (r *rangeOfRead) read(ctx context.Context) ([]*kgo.Record, error) {
	partitions, err := r.partitions(ctx)
	if err != nil {
		return nil, err
	}
	committed := r.config.text("isolation-level") == "read_committed"
	begins, ends, err := r.bounds(ctx, committed, partitions)
	if err != nil {
		return nil, err
	}
	if !r.limited {
		total := int64(0)
		for _, tp := range partitions {
			total += max(ends[tp]-begins[tp], 0)
		}
		if total > mostRead {
			return nil, invalidArgument(fmt.Sprintf("the range holds up to %d records, more than %d: give \"max-records\", or use kafka-for-each, which holds one batch at a time", total, mostRead))
		}
	}
	var records []*kgo.Record
	for _, tp := range partitions {
		rr := rangeReader{client: r.w.client, committed: committed, place: tp, next: begins[tp], end: ends[tp]}
		for rr.next < rr.end && len(records) < r.most {
			more, err := rr.read(ctx)
			if err != nil {
				return nil, err
			}
			records = append(records, more[:min(len(more), r.most-len(records))]...)
		}
	}
	return records, nil
}

// partitions are the partitions of the range in its order: as the topics were
// named, then by number.
func (r *rangeOfRead) partitions(ctx context.Context) ([]TopicPartition, error) {
	var names []string
	for _, tp := range r.places {
		if !slices.Contains(names, tp.Topic) {
			names = append(names, tp.Topic)
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	infos, err := fetchTopics(ctx, r.w.client, r.config.truth("allow-auto-create-topics"), names...)
	if err != nil {
		return nil, err
	}
	var out []TopicPartition
	for _, name := range names {
		info := infos[name]
		switch {
		case info == nil, info.err != nil && isUnknownTopic(info.err):
			return nil, unknownTopicError(ctx, r.w.client, name)
		case info.err != nil:
			e := *info.err
			e.Topic = name
			return nil, &e
		}
		for _, p := range info.partitions {
			tp := TopicPartition{name, p.number}
			if slices.Contains(r.places, tp) || slices.Contains(r.places, TopicPartition{name, wholeTopic}) {
				out = append(out, tp)
			}
		}
		for _, tp := range r.places {
			if tp.Topic == name && int(tp.Partition) >= len(info.partitions) {
				return nil, beyondPartitions(tp, len(info.partitions))
			}
		}
	}
	return out, nil
}

// bounds resolves where each partition begins and ends, within what it has
// now.
func (r *rangeOfRead) bounds(ctx context.Context, committed bool, partitions []TopicPartition) (begins, ends map[TopicPartition]int64, err error) {
	resolve := func(form offsetForm) (map[TopicPartition]int64, error) {
		forms := make(map[TopicPartition]offsetForm, len(partitions))
		for _, tp := range partitions {
			forms[tp] = form
		}
		return resolveOffsets(ctx, r.w.client, committed, forms)
	}
	low, err := resolve(offsetForm{kind: atBeginning})
	if err != nil {
		return nil, nil, err
	}
	high, err := resolve(offsetForm{kind: atEnd})
	if err != nil {
		return nil, nil, err
	}
	if begins, err = resolve(r.from); err != nil {
		return nil, nil, err
	}
	if ends, err = resolve(r.to); err != nil {
		return nil, nil, err
	}
	for _, tp := range partitions {
		begins[tp] = max(begins[tp], low[tp])
		ends[tp] = min(ends[tp], high[tp])
	}
	return begins, ends, nil
}
