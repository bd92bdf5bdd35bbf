package kafkalib

import (
	"context"

	"github.com/bpl-lang/bpl/interp"
)

var helpDescribeTopics = interp.Help{
	Signature: `(kafka-describe-topics where topics "timeout-ms" => n)`,
	Summary:   "describes topics: their ids, partitions, leaders and replicas",
	Result:    `topic => ("id" "internal" "partitions"), the partitions as kafka-partitions gives them; for a topic that fails ("code" "message")`,
	Args:      []interp.HelpArg{argWhere, argTopics, argTimeout},
	Errors:    []string{"INVALID_TOPIC_EXCEPTION: a name is not valid", errNoAnswer},
	Related:   []string{"kafka-list-topics", "kafka-partitions", "kafka-configs", "kafka-leaders"},
	Examples: []interp.HelpExample{
		{Expression: `(do (kafka-create-topics "embedded" "seen" "partitions" => 2)
  (set t (get (kafka-describe-topics "embedded" "seen") "seen"))
  (list (get t "internal") (size (get t "partitions")) (get (get (get t "partitions") 1) "leader")))`, Result: `(false 2 0)`},
		{Expression: `(get (get (kafka-describe-topics "embedded" ("unseen")) "unseen") "code")`, Result: `"UNKNOWN_TOPIC_OR_PARTITION"`},
	},
}

// describeTopics is (kafka-describe-topics where topics).
func describeTopics(call *interp.Call) (interp.Value, error) {
	w, topics, err := lookAtTopics(call)
	if err != nil {
		return interp.Null(), err
	}
	var infos map[string]*topicInfo
	var failed map[string]*Error
	err = w.run(call, "the description of "+many(topics.names), func(ctx context.Context) (err error) {
		infos, failed, err = w.lookUp(ctx, topics.names)
		return err
	})
	if err != nil {
		return interp.Null(), err
	}
	out := interp.NewList(0)
	for _, name := range topics.names {
		l := interp.NewList(0)
		if info := infos[name]; info != nil {
			l.Put("id", topicID(info.id))
			l.Put("internal", interp.Bool(info.internal))
			l.Put("partitions", partitionTable(info))
		} else {
			putFailure(l, failed[name])
		}
		out.Put(name, interp.FromList(l))
	}
	return interp.FromList(out), nil
}
