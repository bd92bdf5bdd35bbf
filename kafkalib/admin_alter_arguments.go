package kafkalib

import (
	"fmt"

	"github.com/bpl-lang/bpl/interp"
)

// A commitTarget is where a group's commit is to be: of one partition, or of
// all of a topic.
type commitTarget struct {
	topic     string
	partition int32 // -1: all
	form      offsetForm
	metadata  string
}

const targetsText = `a list of ("topic" => t "partition" => p "offset" => o), or topics with "to"`

// commitTargets reads what kafka-alter-group-offsets is to change: a list of
// ("topic" "partition" "offset"), or topics with an offset form for all.
func (a *arguments) commitTargets(v interp.Value) (targets []commitTarget, alone bool, err error) {
	var to *offsetForm
	if form, ok := a.option("to"); ok {
		parsed, err := a.offsetForm("to", form, true)
		if err != nil {
			return nil, false, a.wrongOption("to", form, offsetFormText+`, or ("shift" => n)`)
		}
		to = &parsed
	}
	items := []interp.Value{v}
	if l, ok := v.AsList(); ok && element(v, "topic").IsNull() && element(v, "name").IsNull() {
		if isFunction(l) {
			return nil, false, a.wrong("offsets", v, targetsText)
		}
		items = items[:0]
		for i := range l.Len() {
			items = append(items, l.At(i))
		}
	} else {
		alone = true
	}
	for i, item := range items {
		t, err := a.commitTarget(fmt.Sprintf("offsets: element %d", i), item, to)
		if err != nil {
			return nil, false, err
		}
		repeated := false
		for _, before := range targets {
			if before.topic != t.topic || before.partition != t.partition && before.partition >= 0 && t.partition >= 0 {
				continue
			}
			if before != t {
				return nil, false, invalidArgument(fmt.Sprintf("%s: offsets: a partition of topic %s stands there twice", a.call.Name(), quote(t.topic)))
			}
			repeated = true
		}
		if !repeated {
			targets = append(targets, t)
		}
	}
	return targets, alone, nil
}

func (a *arguments) commitTarget(what string, v interp.Value, to *offsetForm) (commitTarget, error) {
	t := commitTarget{partition: -1}
	topic, isName := v.AsString()
	offset := interp.Null()
	if !isName {
		named := element(v, "topic")
		if named.IsNull() {
			named = element(v, "name")
		}
		if topic, isName = named.AsString(); !isName {
			return t, a.wrong(what, v, targetsText)
		}
		if p := element(v, "partition"); !p.IsNull() {
			n, ok := wholeValue(p)
			if !ok || n < 0 || n > noLimit {
				return t, a.wrong(what+": partition", p, "the number of a partition")
			}
			t.partition = int32(n)
		}
		if m := element(v, "metadata"); !m.IsNull() {
			text, ok := m.AsString()
			if !ok {
				return t, a.wrong(what+": metadata", m, "a string")
			}
			t.metadata = text
		}
		offset = element(v, "offset")
	}
	if err := checkTopic(topic); err != nil {
		return t, err
	}
	t.topic = topic
	if offset.IsNull() {
		if to == nil {
			return t, a.wrong(what+": offset", offset, offsetFormText+`, ("shift" => n), or the option "to" for all`)
		}
		t.form = *to
		return t, nil
	}
	var err error
	t.form, err = a.offsetForm(what+": offset", offset, true)
	return t, err
}
