package kafkalib

import (
	"context"

	"github.com/bpl-lang/bpl/interp"
)

var helpLeaders = interp.Help{
	Signature: `(kafka-leaders where topics "timeout-ms" => n)`,
	Summary:   "tells which broker leads each partition, and which is to lead it",
	Result:    `a list of ("topic" "partition" "leader" "preferred" "is-preferred"); leader null where there is none`,
	Args:      []interp.HelpArg{argWhere, argTopics, argTimeout},
	Errors:    []string{errTopic, errNoAnswer},
	Related:   []string{"kafka-elect-leaders", "kafka-partitions", "kafka-cluster"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "led") (kafka-leaders "embedded" "led"))`,
		Result:     `(("topic" => "led" "partition" => 0 "leader" => 0 "preferred" => 0 "is-preferred" => true))`}},
}

// leaders is (kafka-leaders where topics).
func leaders(call *interp.Call) (interp.Value, error) {
	w, topics, err := lookAtTopics(call)
	if err != nil {
		return interp.Null(), err
	}
	var infos map[string]*topicInfo
	var unknown map[string]*Error
	err = w.run(call, "the leaders of "+many(topics.names), func(ctx context.Context) (err error) {
		infos, unknown, err = w.lookUp(ctx, topics.names)
		return err
	})
	if err != nil {
		return interp.Null(), err
	}
	table := newPlaceTable("leader", "preferred", "is-preferred")
	return table.fill(topics, infos, unknown, func(place TopicPartition, p partitionInfo) {
		preferred := p.preferred()
		table.add(place, orNull(int64(p.leader)), orNull(int64(preferred)), interp.Bool(p.leader >= 0 && p.leader == preferred))
	})
}

// preferred is the replica that leads where all are well, -1 without replicas.
func (p partitionInfo) preferred() int32 {
	if len(p.replicas) == 0 {
		return -1
	}
	return p.replicas[0]
}
