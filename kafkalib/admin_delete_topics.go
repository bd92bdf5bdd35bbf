package kafkalib

import (
	"context"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

var helpDeleteTopics = interp.Help{
	Signature: `(kafka-delete-topics where topics "detail" => b "timeout-ms" => n)`,
	Summary:   "deletes topics; returns when no broker shows them any more",
	Result:    `topic => true / false, false for an unknown topic; with "detail" topic => ("deleted" "code" "message")`,
	Args:      []interp.HelpArg{argWhere, argTopics, argDetail, argTimeout},
	Errors:    []string{"INVALID_TOPIC_EXCEPTION: a name is not valid", errNoAnswer},
	Related:   []string{"kafka-create-topics", "kafka-delete-records"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "short-lived") (kafka-delete-topics "embedded" ("short-lived" "unknown")))`,
		Result:     `("short-lived" => true "unknown" => false)`}},
}

// deleteTopics is (kafka-delete-topics where topics).
func deleteTopics(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 2)
	if err != nil {
		return interp.Null(), err
	}
	topics, err := a.topics(a.at(1))
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
	var results []itemResult
	if len(topics.names) > 0 {
		err = w.run(call, "the deletion of "+many(topics.names), func(ctx context.Context) error {
			failed, err := w.deleteTopics(ctx, topics.names)
			if err != nil {
				return err
			}
			results = itemResults(topics.names, failed)
			w.settle(ctx, results, hidesTopic)
			w.h.state.topicsDeleted(w.h.config.servers(), doneItems(results))
			return nil
		})
		if err != nil {
			return interp.Null(), err
		}
	}
	return resultList(results, "deleted", detail), nil
}

// deleteTopics asks for the deletion, and returns the failures by name.
func (w *administration) deleteTopics(ctx context.Context, names []string) (map[string]*Error, error) {
	before, err := fetchTopics(ctx, w.client, false, names...)
	if err != nil {
		return nil, err
	}
	lost := make(map[string]bool) // an answer about a topic that was there was lost
	failed, err := askItems(ctx, w, names, func(ctx context.Context, names []string) (map[string]*Error, error) {
		req := kmsg.NewPtrDeleteTopicsRequest()
		req.TimeoutMillis = w.brokerTime()
		req.TopicNames = names // before version 6
		for _, name := range names {
			t := kmsg.NewDeleteTopicsRequestTopic()
			t.Topic = kmsg.StringPtr(name)
			req.Topics = append(req.Topics, t)
		}
		failed := make(map[string]*Error)
		resp, asked, err := w.askController(ctx, req)
		if err != nil {
			for _, name := range names {
				lost[name] = lost[name] || asked && before[name] != nil && before[name].err == nil
				failed[name] = errorFrom(err)
			}
			return failed, nil
		}
		for _, t := range resp.(*kmsg.DeleteTopicsResponse).Topics {
			if t.Topic == nil {
				continue
			}
			e := brokerErrorCode(t.ErrorCode, t.ErrorMessage)
			if e != nil && e.Code == kerr.UnknownTopicOrPartition.Message && lost[*t.Topic] {
				e = nil // by the request whose answer was lost
			}
			failed[*t.Topic] = e
		}
		return failed, nil
	})
	if err != nil {
		return nil, err
	}
	w.explain(ctx, failed)
	return failed, nil
}
