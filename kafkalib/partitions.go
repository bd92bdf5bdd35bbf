package kafkalib

import (
	"context"

	"github.com/bpl-lang/bpl/interp"
)

var helpPartitions = interp.Help{
	Signature: `(kafka-partitions kid topic "timeout-ms" => n)`,
	Summary:   "lists the partitions of a topic",
	Result:    `a list of ("partition" "leader" "replicas" "in-sync-replicas" "offline-replicas"); leader null where there is none`,
	Args: []interp.HelpArg{
		{Name: "kid", Type: "string", Meaning: "a handle of any kind"},
		{Name: "topic", Type: "string", Meaning: "name of the topic"},
		argTimeout,
	},
	Errors:  []string{"UNKNOWN_TOPIC_OR_PARTITION: there is no such topic", errNoAnswer, "INVALID_HANDLE: the handle is not open"},
	Related: []string{"kafka-describe-topics", "kafka-leaders"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "shown")
  (kafka-partitions (kafka-create "producer" "embedded") "shown"))`,
		Result: `(("partition" => 0 "leader" => 0 "replicas" => (0) "in-sync-replicas" => (0) "offline-replicas" => ()))`}},
}

// partitions is (kafka-partitions kid topic).
func partitions(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 2)
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
	w, err := a.where()
	if err != nil {
		return interp.Null(), err
	}
	if err := w.h.state.lib.permit.topics(Look, topic); err != nil {
		return interp.Null(), err
	}
	var info *topicInfo
	err = w.run(call, "the partitions of "+quote(topic), func(ctx context.Context) error {
		topics, err := fetchKnown(ctx, w.client, false, topic)
		if err != nil {
			return err
		}
		info = topics[topic]
		if info != nil && info.err != nil {
			e := *info.err
			e.Topic = topic
			if isUnknownTopic(&e) {
				e.Message = "topic " + quote(topic) + " does not exist" + topicHint(ctx, w.client, topic)
			}
			return &e
		}
		return nil
	})
	if err != nil {
		return interp.Null(), err
	}
	return partitionTable(info), nil
}

var partitionTableShape = interp.NewShape("partition", "leader", "replicas", "in-sync-replicas", "offline-replicas")

// partitionTable is the list of a topic's partitions.
func partitionTable(info *topicInfo) interp.Value {
	out := interp.NewList(0)
	if info == nil {
		return interp.FromList(out)
	}
	b := interp.NewListBuilder(partitionTableShape, len(info.partitions), 0)
	for _, p := range info.partitions {
		b.Int(p.number)
		b.Value(orNull(int64(p.leader)))
		b.Value(numberList(p.replicas))
		b.Value(numberList(p.inSync))
		b.Value(numberList(p.offline))
		out.Append(interp.FromList(b.List()))
	}
	return interp.FromList(out)
}

func numberList(numbers []int32) interp.Value {
	l := interp.NewList(len(numbers))
	for i, n := range numbers {
		l.SetAt(i, interp.Int(n))
	}
	return interp.FromList(l)
}
