package kafkalib

import (
	"fmt"
	"slices"

	"github.com/bpl-lang/bpl/interp"
)

var helpSendRecords = interp.Help{
	Signature: `(kafka-send-records kid records "topic" => t "key" => k "value" => v "partition" => p "timestamp" => ms "headers" => h "report" => b "timeout-ms" => n)`,
	Summary:   "sends records as kafka-poll gives them, each with its own topic, key, partition, timestamp and headers",
	Result:    "as kafka-send",
	Args: []interp.HelpArg{
		{Name: "kid", Type: "string", Meaning: "a producer"},
		{Name: "records", Type: "list", Meaning: `a list of ("topic" "key" "value" "partition" "timestamp" "headers"); "all-headers" is preferred, other elements are ignored`},
		{Name: `"topic" … "headers"`, Type: "any", Meaning: "override a field of all records; null takes it away"},
		{Name: `"report"`, Type: "boolean", Meaning: "gives where each record went"},
		{Name: `"timeout-ms"`, Type: "number", Meaning: "longest time to wait; default delivery-timeout-ms"},
	},
	Errors:  []string{"as kafka-send"},
	Related: []string{"kafka-send", "kafka-poll"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" ("from" "to"))
  (set p (kafka-create "producer" "embedded"))
  (kafka-send p "from" ("k" => "a" "b") "headers" => ("h" => "1"))
  (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest"))
  (kafka-send-records p (kafka-poll c "from" 5000) "topic" => "to" "partition" => null)
  (set r (first (kafka-poll c "to" 5000)))
  (list r/key r/value r/headers))`, Result: `("k" "a" ("h" => "1"))`}},
}

// recordFields are the elements of a record that are sent, and the options
// that override them.
var recordFields = []string{"topic", "key", "value", "partition", "timestamp", "headers"}

// sendRecords is (kafka-send-records kid records option…).
func sendRecords(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 2)
	if err != nil {
		return interp.Null(), err
	}
	h, err := a.handle(0, Producer)
	if err != nil {
		return interp.Null(), err
	}
	list, ok := a.at(1).AsList()
	if !ok || isFunction(list) {
		return interp.Null(), a.wrong("records", a.at(1), `a list of ("topic" => t "value" => v …)`)
	}
	overrides := make(map[string]interp.Value)
	for _, name := range recordFields {
		if a.given(name) {
			overrides[name], _ = a.option(name)
		}
	}
	options, err := a.sendOptions(h)
	if err != nil {
		return interp.Null(), err
	}
	if err := a.done(slices.Concat(recordFields, []string{"report"}, waitingOptions("delivery-timeout-ms"))...); err != nil {
		return interp.Null(), err
	}
	if err := h.producer.prepareRecords(call, list, overrides, options.timeout); err != nil {
		return interp.Null(), err
	}
	var topics []string
	messages := make([]message, 0, list.Len())
	for i := range list.Len() {
		if i%1000 == 999 {
			if err := call.Tick(); err != nil {
				return interp.Null(), err
			}
		}
		m, err := h.producer.recordMessage(a, i, list.At(i), overrides)
		if err != nil {
			return interp.Null(), err
		}
		if !slices.Contains(topics, m.topic) {
			topics = append(topics, m.topic)
		}
		messages = append(messages, m)
	}
	return h.producer.send(call, topics, messages, options)
}

// recordMessage is the message of record i of a call.
func (p *producer) recordMessage(a *arguments, i int, record interp.Value, overrides map[string]interp.Value) (message, error) {
	place := fmt.Sprintf("records: element %d", i)
	if l, ok := record.AsList(); !ok || isFunction(l) {
		return message{}, a.wrong(place, record, `("topic" => t "value" => v …)`)
	}
	field := func(name string) interp.Value {
		if v, ok := overrides[name]; ok {
			return v
		}
		return element(record, name)
	}
	faulty := func(name string, err error) (message, error) {
		if _, ok := overrides[name]; ok {
			err = ofOption(err)
		}
		return message{}, err
	}
	topic, ok := field("topic").AsString()
	if !ok {
		return faulty("topic", a.wrong(place+": topic", field("topic"), "the name of a topic as a string"))
	}
	if err := checkTopic(topic); err != nil {
		return message{}, err
	}
	f := commonFields{partition: anyPartition}
	var err error
	if v := field("partition"); !v.IsNull() {
		if f.partition, err = a.partition(v); err != nil {
			return faulty("partition", err)
		}
	}
	if v := field("timestamp"); !v.IsNull() {
		if f.timestamp, err = a.timestamp(v); err != nil {
			return faulty("timestamp", err)
		}
	}
	headers := field("headers")
	if _, overridden := overrides["headers"]; !overridden {
		if all := element(record, "all-headers"); !all.IsNull() {
			headers = all
		}
	}
	if !headers.IsNull() {
		if f.headers, err = a.headers(headers); err != nil {
			return faulty("headers", err)
		}
	}
	f.topic = topic
	m, err := p.message(field("key"), field("value"), f)
	m.topic = topic
	return m, err
}
