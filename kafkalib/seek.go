package kafkalib

import (
	"github.com/bpl-lang/bpl/interp"
)

var helpSeek = interp.Help{
	Signature: `(kafka-seek kid topic partition offset)`,
	Summary:   "has a consumer go on elsewhere, from the next poll on; before the assignment it is remembered",
	Result:    "true",
	Args: []interp.HelpArg{
		{Name: "kid", Type: "string", Meaning: "a consumer"},
		{Name: "topic", Type: "string", Meaning: "name of the topic"},
		{Name: "partition", Type: "number", Meaning: "number of the partition; null: all of the topic"},
		{Name: "offset", Type: "any", Meaning: offsetFormText},
	},
	Errors:  []string{"INVALID_ARGUMENT, INVALID_HANDLE, INVALID_TOPIC_EXCEPTION"},
	Related: []string{"kafka-assign", "kafka-position"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "sought")
  (kafka-send (kafka-create "producer" "embedded") "sought" ("a" "b" "c"))
  (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest"))
  (kafka-poll c "sought" 5000)
  (kafka-seek c "sought" 0 1)
  (kafka-poll c 5000 "shape" => "values"))`, Result: `("b" "c")`}},
}

// kafkaSeek is (kafka-seek kid topic partition offset).
func kafkaSeek(call *interp.Call) (interp.Value, error) {
	a, h, err := handleArguments(call, 4, Consumer)
	if err != nil {
		return interp.Null(), err
	}
	topic, err := a.text(1, "topic")
	if err != nil {
		return interp.Null(), err
	}
	if err := checkTopic(topic); err != nil {
		return interp.Null(), err
	}
	tp := TopicPartition{topic, wholeTopic}
	if !a.at(2).IsNull() {
		if tp.Partition, err = a.partition(a.at(2)); err != nil {
			return interp.Null(), err
		}
	}
	form, err := a.offsetForm("offset", a.at(3), false)
	if err != nil {
		return interp.Null(), err
	}
	h.consumer.remember(tp, form)
	return interp.Bool(true), nil
}

var helpPause = interp.Help{
	Signature: `(kafka-pause kid topics)`,
	Summary:   "has the polls of a consumer pass over topics or partitions, a topic with all that it has and gets; what is buffered of them is kept",
	Result:    `what is paused: names, and ("topic" "partition") lists`,
	Args: []interp.HelpArg{
		{Name: "kid", Type: "string", Meaning: "a consumer"},
		{Name: "topics", Type: "string or list", Meaning: `names, or ("topic" "partition") lists`},
	},
	Errors:   []string{"INVALID_ARGUMENT, INVALID_HANDLE, INVALID_TOPIC_EXCEPTION"},
	Related:  []string{"kafka-resume", "kafka-poll"},
	Examples: []interp.HelpExample{{Expression: `(kafka-pause (kafka-create "consumer" "embedded") ("a" ("topic" => "b" "partition" => 1)))`, Result: `("a" ("topic" => "b" "partition" => 1))`}},
}

var helpResume = interp.Help{
	Signature: `(kafka-resume kid topics)`,
	Summary:   "ends the pause of topics, with all their partitions, or of single partitions",
	Result:    `what is still paused: names, and ("topic" "partition") lists`,
	Args: []interp.HelpArg{
		{Name: "kid", Type: "string", Meaning: "a consumer"},
		{Name: "topics", Type: "string or list", Meaning: `names, or ("topic" "partition") lists`},
	},
	Errors:   []string{"INVALID_ARGUMENT, INVALID_HANDLE, INVALID_TOPIC_EXCEPTION"},
	Related:  []string{"kafka-pause"},
	Examples: []interp.HelpExample{{Expression: `(do (set c (kafka-create "consumer" "embedded")) (kafka-pause c ("a" "b")) (kafka-resume c "a"))`, Result: `("b")`}},
}

// kafkaPause is (kafka-pause kid topics).
func kafkaPause(c *interp.Call) (interp.Value, error) { return pauseOrResume(c, true) }

// kafkaResume is (kafka-resume kid topics).
func kafkaResume(c *interp.Call) (interp.Value, error) { return pauseOrResume(c, false) }

func pauseOrResume(call *interp.Call, pause bool) (interp.Value, error) {
	a, h, err := handleArguments(call, 2, Consumer)
	if err != nil {
		return interp.Null(), err
	}
	places, err := a.topicsOrPartitions(a.at(1))
	if err != nil {
		return interp.Null(), err
	}
	out := interp.NewList(0)
	for _, tp := range h.consumer.pause(places, pause) {
		if tp.Partition == wholeTopic {
			out.Append(interp.String(tp.Topic))
			continue
		}
		l, _ := partitionList([]TopicPartition{tp}).AsList()
		out.Append(l.At(0))
	}
	return interp.FromList(out), nil
}

// topicsOrPartitions reads a name, or a list of names and ("topic"
// "partition") lists. A name stands for the whole topic.
func (a *arguments) topicsOrPartitions(v interp.Value) ([]TopicPartition, error) {
	if s, ok := v.AsString(); ok {
		return []TopicPartition{{s, wholeTopic}}, checkTopic(s)
	}
	l, ok := v.AsList()
	if !ok {
		return nil, a.wrong("topics", v, `a name, or a list of names or of ("topic" => t "partition" => p)`)
	}
	if !element(v, "topic").IsNull() { // one partition
		one := interp.NewList(1)
		one.SetAt(0, v)
		l = one
	}
	var out []TopicPartition
	for i := range l.Len() {
		if s, ok := l.At(i).AsString(); ok {
			if err := checkTopic(s); err != nil {
				return nil, err
			}
			out = append(out, TopicPartition{s, wholeTopic})
			continue
		}
		one := interp.NewList(1)
		one.SetAt(0, l.At(i))
		if err := a.eachPlace("topics", interp.FromList(one), func(tp TopicPartition, _ *interp.List) error {
			out = append(out, tp)
			return nil
		}); err != nil {
			return nil, err
		}
	}
	return out, nil
}
