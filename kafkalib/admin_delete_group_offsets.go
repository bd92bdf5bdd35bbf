package kafkalib

import (
	"context"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
)

var helpDeleteGroupOffsets = interp.Help{
	Signature: `(kafka-delete-group-offsets where group topics "detail" => b "timeout-ms" => n)`,
	Summary:   "deletes what a group has committed of topics that it does not read at the moment",
	Result:    `topic => true / false, false where nothing is committed of the topic; with "detail" topic => ("deleted" "code" "message")`,
	Args: []interp.HelpArg{
		argWhere, argGroup,
		{Name: "topics", Type: "string or list", Meaning: `a name, ("name" => n …), or a list of these; () deletes nothing`},
		argDetail, argTimeout,
	},
	Errors: []string{"INVALID_TOPIC_EXCEPTION: a name is not valid", errNoAnswer,
		"of a topic, as \"code\" with \"detail\": GROUP_ID_NOT_FOUND, GROUP_SUBSCRIBED_TO_TOPIC, UNKNOWN_TOPIC_OR_PARTITION (nothing is committed) …"},
	Related: []string{"kafka-group-offsets", "kafka-alter-group-offsets", "kafka-delete-groups"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" ("kept" "forgotten" "unread"))
  (kafka-alter-group-offsets "embedded" "readers" ("kept" "forgotten") "to" => "end")
  (list (kafka-delete-group-offsets "embedded" "readers" ("forgotten" "unread"))
    (apply (kafka-group-offsets "embedded" "readers") o (get o "topic"))))`,
		Result: `(("forgotten" => true "unread" => false) ("kept"))`}},
}

// deleteGroupOffsets is (kafka-delete-group-offsets where group topics).
func deleteGroupOffsets(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 3)
	if err != nil {
		return interp.Null(), err
	}
	group, err := a.groupName("group", a.at(1))
	if err != nil {
		return interp.Null(), err
	}
	topics, err := a.topics(a.at(2))
	if err != nil {
		return interp.Null(), err
	}
	detail, err := a.truthOption("detail")
	if err != nil {
		return interp.Null(), err
	}
	if err := a.permitted(Delete, topics.names...); err != nil {
		return interp.Null(), err
	}
	w, err := a.where("detail")
	if err != nil {
		return interp.Null(), err
	}
	var failed map[string]*Error
	if len(topics.names) > 0 {
		err = w.run(call, "the commits of group "+quote(group), func(ctx context.Context) (err error) {
			failed, err = w.deleteGroupOffsets(ctx, group, topics.names)
			return err
		})
		if err != nil {
			return interp.Null(), err
		}
	}
	return resultList(itemResults(topics.names, failed), "deleted", detail), nil
}

// deleteGroupOffsets deletes the commits of the partitions that have one. A
// request that names no partition would delete those of all topics, and is
// never made.
func (w *administration) deleteGroupOffsets(ctx context.Context, group string, topics []string) (map[string]*Error, error) {
	deleted := make(map[string]bool) // by a request whose answer may be lost
	return askItems(ctx, w, topics, func(ctx context.Context, topics []string) (map[string]*Error, error) {
		all, unknown, err := w.commitsOf(ctx, []string{group})
		if err != nil {
			return nil, err
		}
		if e := unknown[group]; e != nil {
			return allFailed(topics, e), nil
		}
		set := make(kadm.TopicsSet)
		for place := range all[group] {
			set.Add(place.Topic, place.Partition)
		}
		failed := make(map[string]*Error)
		asked := make(kadm.TopicsSet)
		for _, topic := range topics {
			switch partitions := set[topic]; {
			case len(partitions) > 0:
				asked[topic] = partitions
			case !deleted[topic]:
				failed[topic] = nothingCommitted(group, topic)
			}
		}
		if len(asked) == 0 {
			return w.unlessUnknown(ctx, group, failed)
		}
		for topic := range asked {
			deleted[topic] = true
		}
		answers, err := w.admin.DeleteOffsets(ctx, group, asked)
		for topic := range asked {
			if err != nil {
				failed[topic] = errorFrom(err)
				continue
			}
			for _, refused := range answers[topic] {
				if refused != nil {
					failed[topic] = errorFrom(refused)
				}
			}
		}
		return failed, nil
	})
}

func nothingCommitted(group, topic string) *Error {
	e := brokerErrorCode(kerr.UnknownTopicOrPartition.Code, nil)
	e.Topic = topic
	e.Message = "group " + quote(group) + " has committed nothing of topic " + quote(topic)
	return e
}

// unlessUnknown is failed, or where the group does not exist, that.
func (w *administration) unlessUnknown(ctx context.Context, group string, failed map[string]*Error) (map[string]*Error, error) {
	_, missing, err := w.describeGroups(ctx, []string{group})
	if err != nil {
		return nil, err
	}
	if e := missing[group]; e != nil {
		for topic := range failed {
			failed[topic] = e
		}
	}
	return failed, nil
}
