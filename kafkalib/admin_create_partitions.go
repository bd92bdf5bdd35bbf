package kafkalib

import (
	"context"
	"fmt"
	"math"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

var helpCreatePartitions = interp.Help{
	Signature: `(kafka-create-partitions where topics [total] "validate-only" => b "detail" => b "timeout-ms" => n)`,
	Summary:   "gives topics more partitions; returns when every broker shows them",
	Result:    `topic => true / false, false for an unknown topic; with "detail" topic => ("created" "code" "message")`,
	Args: []interp.HelpArg{
		argWhere,
		{Name: "topics", Type: "string or list", Meaning: `a name, ("name" => n "total" => t) for a topic with a number of its own, or a list of these`},
		{Name: "total", Type: "number", Meaning: "the new number of partitions, more than before"},
		{Name: `"validate-only"`, Type: "boolean", Meaning: "changes nothing"},
		argDetail, argTimeout,
	},
	Errors: []string{"INVALID_TOPIC_EXCEPTION: a name is not valid", errNoAnswer,
		"of a topic, as \"code\" with \"detail\": INVALID_PARTITIONS, the topic has as many partitions or more; UNKNOWN_TOPIC_OR_PARTITION …"},
	Related: []string{"kafka-create-topics", "kafka-describe-topics", "kafka-partitions"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "grown")
  (list (kafka-create-partitions "embedded" "grown" 3) (kafka-create-partitions "embedded" "grown" 2)))`,
		Result: `(("grown" => true) ("grown" => false))`}},
}

// createPartitions is (kafka-create-partitions where topics total).
func createPartitions(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 3)
	if err != nil {
		return interp.Null(), err
	}
	names, totals, err := a.partitionTotals(a.at(1), a.at(2))
	if err != nil {
		return interp.Null(), err
	}
	is, err := a.truthOptions("validate-only", "detail")
	if err != nil {
		return interp.Null(), err
	}
	if err := a.permitted(Create, names...); err != nil {
		return interp.Null(), err
	}
	w, err := a.where("validate-only", "detail")
	if err != nil {
		return interp.Null(), err
	}
	var results []itemResult
	if len(names) > 0 {
		err = w.run(call, "the partitions of "+many(names), func(ctx context.Context) error {
			failed, err := w.createPartitions(ctx, names, totals, is["validate-only"])
			if err != nil {
				return err
			}
			results = itemResults(names, failed)
			if !is["validate-only"] {
				w.settle(ctx, results, func(t *kmsg.MetadataResponseTopic, r itemResult) bool {
					return showsTopic(t, r) && len(t.Partitions) >= int(totals[r.name])
				})
			}
			return nil
		})
		if err != nil {
			return interp.Null(), err
		}
	}
	return resultList(results, "created", is["detail"]), nil
}

// partitionTotals reads topics and the numbers of partitions that they are to
// have: their own, or that of the call.
func (a *arguments) partitionTotals(topics, total interp.Value) (names []string, totals map[string]int32, err error) {
	items, _, err := a.topicItems(topics)
	if err != nil {
		return nil, nil, err
	}
	totals = make(map[string]int32)
	for _, item := range items {
		if err := a.settingsOf(item, "total"); err != nil {
			return nil, nil, err
		}
		what, v := "total", total
		if own, ok := item.setting("total"); ok {
			what, v = "topic "+quote(item.name)+`: "total"`, own
		}
		n, ok := wholeValue(v)
		if !ok || n < 1 || n > math.MaxInt32 {
			return nil, nil, a.wrong(what, v, "the new number of partitions, at least 1")
		}
		if _, repeated := totals[item.name]; !repeated {
			names = append(names, item.name)
			totals[item.name] = int32(n)
		}
	}
	return names, totals, nil
}

// createPartitions asks for the partitions, and returns the failures by name.
func (w *administration) createPartitions(ctx context.Context, names []string, totals map[string]int32, validate bool) (map[string]*Error, error) {
	lost := make(map[string]bool) // an answer about the topic was lost
	failed, err := askItems(ctx, w, names, func(ctx context.Context, names []string) (map[string]*Error, error) {
		before, unknown, err := w.lookUp(ctx, names)
		if err != nil {
			return nil, err
		}
		failed := make(map[string]*Error)
		req := kmsg.NewPtrCreatePartitionsRequest()
		req.TimeoutMillis, req.ValidateOnly = w.brokerTime(), validate
		for _, name := range names {
			has := 0
			if info := before[name]; info != nil {
				has = len(info.partitions)
			}
			switch {
			case unknown[name] != nil:
				failed[name] = unknown[name]
			case lost[name] && has == int(totals[name]):
				// The request whose answer was lost did it.
			case has >= int(totals[name]):
				failed[name] = tooFewPartitions(name, has, totals[name])
			default:
				t := kmsg.NewCreatePartitionsRequestTopic()
				t.Topic, t.Count = name, totals[name]
				req.Topics = append(req.Topics, t)
			}
		}
		if len(req.Topics) == 0 {
			return failed, nil
		}
		resp, asked, err := w.askController(ctx, req)
		if err != nil {
			for _, t := range req.Topics {
				lost[t.Topic] = lost[t.Topic] || asked && !validate
				failed[t.Topic] = errorFrom(err)
			}
			return failed, nil
		}
		for _, t := range resp.(*kmsg.CreatePartitionsResponse).Topics {
			failed[t.Topic] = brokerErrorCode(t.ErrorCode, t.ErrorMessage)
		}
		return failed, nil
	})
	if err != nil {
		return nil, err
	}
	w.explain(ctx, failed)
	return failed, nil
}

// tooFewPartitions is the broker's answer where a topic has as many partitions
// or more. It is given here, since not every broker refuses an equal number.
func tooFewPartitions(topic string, has int, total int32) *Error {
	e := brokerErrorCode(kerr.InvalidPartitions.Code, nil)
	e.Topic = topic
	e.Message = fmt.Sprintf("topic %s has %d partitions, the new number %d has to be greater", quote(topic), has, total)
	return e
}
