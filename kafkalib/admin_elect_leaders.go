package kafkalib

import (
	"context"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kmsg"
)

var helpElectLeaders = interp.Help{
	Signature: `(kafka-elect-leaders where topics "unclean" => b "timeout-ms" => n)`,
	Summary:   "gives partitions back to their preferred leaders, or with \"unclean\" to any replica that lives",
	Result:    `a list of ("topic" "partition" "code"); code null where a leader was elected, ELECTION_NOT_NEEDED where it leads already. The embedded broker has no election: it lets the next broker lead, and answers without a code`,
	Args: []interp.HelpArg{
		argWhere, argTopics,
		{Name: `"unclean"`, Type: "boolean", Meaning: "where no replica in sync lives, another may lead: its missing records are lost"},
		argTimeout,
	},
	Errors:  []string{errNoAnswer, "CLUSTER_AUTHORIZATION_FAILED: the user may not alter the cluster"},
	Related: []string{"kafka-leaders", "kafka-partitions"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "elected") (kafka-elect-leaders "embedded" ("elected" "unknown")))`,
		Result:     `(("topic" => "elected" "partition" => 0 "code" => null) ("topic" => "unknown" "partition" => null "code" => "UNKNOWN_TOPIC_OR_PARTITION"))`}},
}

// electLeaders is (kafka-elect-leaders where topics ["unclean" => true]).
func electLeaders(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 2)
	if err != nil {
		return interp.Null(), err
	}
	topics, err := a.topics(a.at(1))
	if err != nil {
		return interp.Null(), err
	}
	unclean, err := a.truthOption("unclean")
	if err != nil {
		return interp.Null(), err
	}
	if err := a.permitted(Alter, topics.names...); err != nil {
		return interp.Null(), err
	}
	w, err := a.where("unclean")
	if err != nil {
		return interp.Null(), err
	}
	var infos map[string]*topicInfo
	var unknown map[string]*Error
	var failed map[TopicPartition]*Error
	err = w.run(call, "the election of leaders of "+many(topics.names), func(ctx context.Context) (err error) {
		if infos, unknown, err = w.lookUp(ctx, topics.names); err != nil {
			return err
		}
		places := placesOf(topics.names, infos)
		if failed, err = w.electLeaders(ctx, places, unclean); err == nil && !unclean {
			w.settleLeaders(ctx, places, failed)
		}
		return err
	})
	if err != nil {
		return interp.Null(), err
	}
	table := newPlaceTable("code")
	for _, name := range topics.names {
		info := infos[name]
		if info == nil {
			if topics.alone {
				return interp.Null(), unknown[name]
			}
			table.failed(name, unknown[name])
			continue
		}
		for _, p := range info.partitions {
			place := TopicPartition{name, p.number}
			table.add(place, codeOf(failed[place]))
		}
	}
	return table.value(), nil
}

// electLeaders asks the controller for elections. No partition at all would
// mean every partition of the cluster, so nothing is asked then.
func (w *administration) electLeaders(ctx context.Context, places []TopicPartition, unclean bool) (map[TopicPartition]*Error, error) {
	return askItems(ctx, w, places, func(ctx context.Context, places []TopicPartition) (map[TopicPartition]*Error, error) {
		req := kmsg.NewPtrElectLeadersRequest()
		req.TimeoutMillis = w.brokerTime()
		if unclean {
			req.ElectionType = 1
		}
		eachTopic(places, func(topic string, partitions []int32) {
			t := kmsg.NewElectLeadersRequestTopic()
			t.Topic, t.Partitions = topic, partitions
			req.Topics = append(req.Topics, t)
		})
		answer, _, err := w.askController(ctx, req)
		if err != nil {
			return nil, err
		}
		resp := answer.(*kmsg.ElectLeadersResponse)
		if e := brokerErrorCode(resp.ErrorCode, nil); e != nil {
			return nil, e
		}
		failed := make(map[TopicPartition]*Error)
		for _, t := range resp.Topics {
			for _, p := range t.Partitions {
				failed[TopicPartition{t.Topic, p.Partition}] = brokerErrorCode(p.ErrorCode, p.ErrorMessage)
			}
		}
		return failed, nil
	})
}

// settleLeaders waits until every broker shows the preferred leaders that
// were elected.
func (w *administration) settleLeaders(ctx context.Context, places []TopicPartition, failed map[TopicPartition]*Error) {
	elected := make(map[TopicPartition]bool)
	var topics []itemResult
	eachTopic(places, func(topic string, partitions []int32) {
		some := false
		for _, n := range partitions {
			place := TopicPartition{topic, n}
			elected[place] = failed[place] == nil
			some = some || elected[place]
		}
		topics = append(topics, itemResult{name: topic, done: some})
	})
	w.settle(ctx, topics, func(t *kmsg.MetadataResponseTopic, r itemResult) bool {
		if t == nil {
			return true // deleted meanwhile
		}
		for _, p := range t.Partitions {
			if elected[TopicPartition{r.name, p.Partition}] && len(p.Replicas) > 0 && p.Leader != p.Replicas[0] {
				return false
			}
		}
		return true
	})
}
