package kafkalib

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// A topicSpec is a topic to create, with its own settings.
type topicSpec struct {
	name        string
	partitions  int32
	replication int16
	configs     []topicConfig
}

type topicConfig struct {
	name  string
	value *string
}

// An itemResult is what became of one item of an administrative call.
type itemResult struct {
	name string
	done bool
	err  *Error
}

// kafkaCreateTopics is (kafka-create-topics where topics option…).
func kafkaCreateTopics(c *interp.Call) (interp.Value, error) {
	v, err := createTopics(c)
	if err != nil {
		return interp.Null(), throw(c, err)
	}
	return v, nil
}

var createTopicsOptions = []string{"partitions", "replication-factor", "configs", "validate-only", "if-not-exists", "detail"}

func createTopics(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 2)
	if err != nil {
		return interp.Null(), err
	}
	specs, err := a.topicSpecs(a.at(1))
	if err != nil {
		return interp.Null(), err
	}
	var validate, ifNotExists, detail bool
	for name, to := range map[string]*bool{"validate-only": &validate, "if-not-exists": &ifNotExists, "detail": &detail} {
		if *to, err = a.truthOption(name); err != nil {
			return interp.Null(), err
		}
	}
	w, err := a.where(createTopicsOptions...)
	if err != nil {
		return interp.Null(), err
	}
	names := make([]string, len(specs))
	for i, s := range specs {
		names[i] = s.name
	}
	if err := w.h.state.lib.permit.topics(Create, names...); err != nil {
		return interp.Null(), err
	}
	var results []itemResult
	if len(specs) > 0 {
		err = w.run(call, "the creation of "+strings.Join(names, ", "), func(ctx context.Context) (err error) {
			if results, err = w.createTopics(ctx, specs, validate, ifNotExists); err != nil {
				return err
			}
			if !validate {
				w.settle(ctx, results, showsTopic)
			}
			return nil
		})
		if err != nil {
			return interp.Null(), err
		}
	}
	return resultList(results, "created", detail), nil
}

// topicSpecs reads topics: a name, a named list with "name", or a list of
// these. The options of the call hold where a topic has none of its own.
func (a *arguments) topicSpecs(v interp.Value) ([]topicSpec, error) {
	standard, err := a.topicSettings(func(name string) (interp.Value, bool) { return a.option(name) }, topicSpec{partitions: 1, replication: -1})
	if err != nil {
		return nil, err
	}
	items := []interp.Value{v}
	if l, ok := v.AsList(); ok && element(v, "name").IsNull() {
		items = items[:0]
		for i := range l.Len() {
			items = append(items, l.At(i))
		}
	}
	var specs []topicSpec
	for _, item := range items {
		spec := standard
		if l, ok := item.AsList(); ok {
			if spec, err = a.topicSettings(l.Get, standard); err != nil {
				return nil, err
			}
			for name := range l.All() {
				if !slices.Contains([]string{"name", "partitions", "replication-factor", "configs"}, name) {
					return nil, invalidArgument(a.call.Name() + ": topics: a topic has no setting " + quote(name) + `, expected "name", "partitions", "replication-factor", "configs"`)
				}
			}
			item = element(item, "name")
		}
		name, ok := item.AsString()
		if !ok {
			return nil, a.wrong("topics", item, `the name of a topic, ("name" => n "partitions" => p …), or a list of these`)
		}
		if err := checkTopic(name); err != nil {
			return nil, err
		}
		spec.name = name
		if i := slices.IndexFunc(specs, func(s topicSpec) bool { return s.name == name }); i >= 0 {
			continue // repeated names collapse
		}
		specs = append(specs, spec)
	}
	return specs, nil
}

// topicSettings reads "partitions", "replication-factor" and "configs".
func (a *arguments) topicSettings(get func(string) (interp.Value, bool), standard topicSpec) (topicSpec, error) {
	spec := standard
	if v, ok := get("partitions"); ok && !v.IsNull() {
		n, err := a.whole(`"partitions"`, v, 1)
		if err != nil {
			return spec, err
		}
		spec.partitions = int32(min(n, noLimit))
	}
	if v, ok := get("replication-factor"); ok && !v.IsNull() {
		n, err := a.whole(`"replication-factor"`, v, -1)
		if err != nil {
			return spec, err
		}
		if n == 0 || n > 32767 {
			return spec, a.wrong(`"replication-factor"`, v, "1 to 32767, or -1 for the broker's default")
		}
		spec.replication = int16(n)
	}
	if v, ok := get("configs"); ok && !v.IsNull() {
		configs, err := a.configs(`"configs"`, v)
		if err != nil {
			return spec, err
		}
		spec.configs = configs
	}
	return spec, nil
}

// configs reads ("name" => value …); null stands for the default.
func (a *arguments) configs(what string, v interp.Value) ([]topicConfig, error) {
	l, ok := v.AsList()
	if !ok {
		return nil, a.wrong(what, v, `a list ("retention.ms" => 60000 …)`)
	}
	var out []topicConfig
	for i := range l.Len() {
		name := l.Name(i)
		if name == "" {
			return nil, a.wrong(fmt.Sprintf("%s: element %d", what, i), l.At(i), `"name" => value`)
		}
		c := topicConfig{name: name}
		if value := l.At(i); !value.IsNull() {
			plain, err := optionValue(value, 0)
			text, ok := scalarText(plain)
			if err != nil || !ok {
				return nil, a.wrong(what+": "+quote(name), value, "a string, number or boolean")
			}
			c.value = &text
		}
		out = append(out, c)
	}
	return out, nil
}

func (w *administration) createTopics(ctx context.Context, specs []topicSpec, validate, ifNotExists bool) ([]itemResult, error) {
	req := kmsg.NewPtrCreateTopicsRequest()
	req.ValidateOnly = validate
	req.TimeoutMillis = w.brokerTime()
	for _, s := range specs {
		t := kmsg.NewCreateTopicsRequestTopic()
		t.Topic, t.NumPartitions, t.ReplicationFactor = s.name, s.partitions, s.replication
		for _, c := range s.configs {
			if c.value == nil {
				continue // the default is the default
			}
			rc := kmsg.NewCreateTopicsRequestTopicConfig()
			rc.Name, rc.Value = c.name, c.value
			t.Configs = append(t.Configs, rc)
		}
		req.Topics = append(req.Topics, t)
	}
	resp, err := req.RequestWith(ctx, w.client)
	if err != nil {
		return nil, err
	}
	answers := make(map[string]*Error)
	for i := range resp.Topics {
		answers[resp.Topics[i].Topic] = brokerErrorCode(resp.Topics[i].ErrorCode, resp.Topics[i].ErrorMessage)
	}
	results := make([]itemResult, len(specs))
	for i, s := range specs {
		e := answers[s.name]
		if e != nil && ifNotExists && e.Code == kerr.TopicAlreadyExists.Message {
			e = nil
		}
		if e != nil && e.Code == kerr.NotController.Message {
			return nil, e // asked of the wrong broker: try again
		}
		results[i] = itemResult{s.name, e == nil, e}
	}
	return results, nil
}

// brokerTime is the time that a broker may take for a request, in ms: the
// call's own, so that the broker does not end it before.
func (w *administration) brokerTime() int32 {
	return int32(max(min(w.timeout.Milliseconds(), noLimit), 1))
}

// resultList is name => true / false, or with detail
// name => (done "code" "message").
func resultList(results []itemResult, done string, detail bool) interp.Value {
	out := interp.NewList(0)
	for _, r := range results {
		if !detail {
			out.Put(r.name, interp.Bool(r.done))
			continue
		}
		l := interp.NewList(0)
		l.Put(done, interp.Bool(r.done))
		code, message := interp.Null(), interp.Null()
		if r.err != nil {
			code, message = interp.String(r.err.Code), interp.String(r.err.Message)
		}
		l.Put("code", code)
		l.Put("message", message)
		out.Put(r.name, interp.FromList(l))
	}
	return interp.FromList(out)
}

// kafkaDeleteTopics is (kafka-delete-topics where topics).
func kafkaDeleteTopics(c *interp.Call) (interp.Value, error) {
	v, err := deleteTopics(c)
	if err != nil {
		return interp.Null(), throw(c, err)
	}
	return v, nil
}

func deleteTopics(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 2)
	if err != nil {
		return interp.Null(), err
	}
	names, err := a.topicNames("topics", a.at(1))
	if err != nil {
		return interp.Null(), err
	}
	detail, err := a.truthOption("detail")
	if err != nil {
		return interp.Null(), err
	}
	w, err := a.where("detail")
	if err != nil {
		return interp.Null(), err
	}
	if err := w.h.state.lib.permit.topics(Delete, names...); err != nil {
		return interp.Null(), err
	}
	var results []itemResult
	if len(names) > 0 {
		err = w.run(call, "the deletion of "+strings.Join(names, ", "), func(ctx context.Context) (err error) {
			if results, err = w.deleteTopics(ctx, results, names); err != nil {
				return err
			}
			w.settle(ctx, results, hidesTopic)
			return nil
		})
		if err != nil {
			return interp.Null(), err
		}
	}
	return resultList(results, "deleted", detail), nil
}

// deleteTopics asks for the deletion. A topic that an earlier attempt of the
// call deleted counts as deleted.
func (w *administration) deleteTopics(ctx context.Context, before []itemResult, names []string) ([]itemResult, error) {
	resp, err := w.admin.DeleteTopics(ctx, names...)
	if err != nil {
		return before, err
	}
	var results []itemResult
	for _, name := range names {
		r := resp[name]
		var e *Error
		if r.Err != nil {
			e = brokerErrorFrom(r.Err, r.ErrMessage)
		}
		if e != nil && e.Code == kerr.NotController.Message {
			return before, e
		}
		results = append(results, itemResult{name, e == nil, e})
	}
	return results, nil
}

// brokerErrorFrom is an Error with the text that the broker gave beside it.
func brokerErrorFrom(err error, text string) *Error {
	e := *errorFrom(err)
	if text != "" {
		e.Message = strings.TrimSuffix(text, ".")
	}
	return &e
}

// kafkaListTopics is (kafka-list-topics where ["internal" => true]).
func kafkaListTopics(c *interp.Call) (interp.Value, error) {
	v, err := listTopics(c)
	if err != nil {
		return interp.Null(), throw(c, err)
	}
	return v, nil
}

func listTopics(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 1)
	if err != nil {
		return interp.Null(), err
	}
	internal, err := a.truthOption("internal")
	if err != nil {
		return interp.Null(), err
	}
	w, err := a.where("internal")
	if err != nil {
		return interp.Null(), err
	}
	if err := w.h.state.lib.permit.operation(Look); err != nil {
		return interp.Null(), err
	}
	var names []string
	err = w.run(call, "the list of topics", func(ctx context.Context) error {
		topics, err := fetchTopics(ctx, w.client, false)
		if err != nil {
			return err
		}
		names = nil
		for name, t := range topics {
			if internal || !t.internal {
				names = append(names, name)
			}
		}
		return nil
	})
	if err != nil {
		return interp.Null(), err
	}
	slices.Sort(names)
	return textList(names), nil
}
