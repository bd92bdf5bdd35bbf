package kafkalib

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

var helpCreateTopics = interp.Help{
	Signature: `(kafka-create-topics where topics "partitions" => n "replication-factor" => r "configs" => c "if-not-exists" => b "validate-only" => b "detail" => b "timeout-ms" => n)`,
	Summary:   "creates topics; returns when every broker shows them",
	Result:    `topic => true / false, or with "detail" topic => ("created" "code" "message")`,
	Args: []interp.HelpArg{
		argWhere,
		{Name: "topics", Type: "string or list", Meaning: `a name, ("name" => n "partitions" => p "replication-factor" => r "configs" => c) for a topic with its own settings, or a list of these`},
		{Name: `"partitions"`, Type: "number", Meaning: "how many each topic has; default 1"},
		{Name: `"replication-factor"`, Type: "number", Meaning: "default -1, the broker's own"},
		{Name: `"configs"`, Type: "list", Meaning: `such as ("retention.ms" => 60000)`},
		{Name: `"if-not-exists"`, Type: "boolean", Meaning: "an existing topic is true"},
		{Name: `"validate-only"`, Type: "boolean", Meaning: "creates nothing"},
		argDetail, argTimeout,
	},
	Errors:  []string{"INVALID_TOPIC_EXCEPTION: a name is not valid", errNoAnswer, "of a topic, as \"code\" with \"detail\": TOPIC_ALREADY_EXISTS, INVALID_REPLICATION_FACTOR, INVALID_CONFIG, POLICY_VIOLATION …"},
	Related: []string{"kafka-delete-topics", "kafka-list-topics", "kafka-create-partitions"},
	Examples: []interp.HelpExample{
		{Expression: `(kafka-create-topics "embedded" ("orders" ("name" => "events" "partitions" => 3)))`, Result: `("orders" => true "events" => true)`},
		{Expression: `(do (kafka-create-topics "embedded" "twice") (kafka-create-topics "embedded" "twice"))`, Result: `("twice" => false)`},
	},
}

// A topicSpec is a topic to create, with its own settings.
type topicSpec struct {
	name        string
	partitions  int32
	replication int16
	configs     []topicConfig
}

type topicConfig struct {
	name  string
	value *string // nil: the default
}

// createTopics is (kafka-create-topics where topics option…).
func createTopics(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 2)
	if err != nil {
		return interp.Null(), err
	}
	specs, err := a.topicSpecs(a.at(1))
	if err != nil {
		return interp.Null(), err
	}
	is, err := a.truthOptions("validate-only", "if-not-exists", "detail")
	if err != nil {
		return interp.Null(), err
	}
	var names []string
	for _, s := range specs {
		names = append(names, s.name)
	}
	if err := a.permitted(Create, names...); err != nil {
		return interp.Null(), err
	}
	w, err := a.where("partitions", "replication-factor", "configs", "validate-only", "if-not-exists", "detail")
	if err != nil {
		return interp.Null(), err
	}
	var results []itemResult
	if len(specs) > 0 {
		err = w.run(call, "the creation of "+many(names), func(ctx context.Context) error {
			failed, err := w.createTopics(ctx, specs, is["validate-only"])
			if err != nil {
				return err
			}
			if is["if-not-exists"] {
				for name, e := range failed {
					if e.Code == kerr.TopicAlreadyExists.Message {
						delete(failed, name)
					}
				}
			}
			results = itemResults(names, failed)
			if !is["validate-only"] {
				w.settle(ctx, results, showsTopic)
			}
			return nil
		})
		if err != nil {
			return interp.Null(), err
		}
	}
	return resultList(results, "created", is["detail"]), nil
}

// topicSpecs reads topics: a name, a named list with "name", or a list of
// these. The options of the call hold where a topic has none of its own. Of a
// repeated name the first counts.
func (a *arguments) topicSpecs(v interp.Value) ([]topicSpec, error) {
	standard := topicSpec{partitions: 1, replication: -1}
	if err := a.topicSettings(&standard, a.option, a.wrongOption); err != nil {
		return nil, err
	}
	items, _, err := a.topicItems(v)
	if err != nil {
		return nil, err
	}
	var specs []topicSpec
	for _, item := range items {
		if err := a.settingsOf(item, "partitions", "replication-factor", "configs"); err != nil {
			return nil, err
		}
		spec := standard
		spec.name = item.name
		wrong := func(name string, got interp.Value, expected string) error {
			return a.wrong("topic "+quote(item.name)+": "+quote(name), got, expected)
		}
		if err := a.topicSettings(&spec, item.setting, wrong); err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(specs, func(s topicSpec) bool { return s.name == spec.name }) {
			specs = append(specs, spec)
		}
	}
	return specs, nil
}

// topicSettings reads "partitions", "replication-factor" and "configs" into
// spec.
func (a *arguments) topicSettings(spec *topicSpec, get func(string) (interp.Value, bool), wrong func(name string, got interp.Value, expected string) error) error {
	if v, ok := get("partitions"); ok {
		n, ok := wholeValue(v)
		if !ok || n < 1 || n > math.MaxInt32 {
			return wrong("partitions", v, "a whole number of at least 1")
		}
		spec.partitions = int32(n)
	}
	if v, ok := get("replication-factor"); ok {
		n, ok := wholeValue(v)
		if !ok || n == 0 || n < -1 || n > math.MaxInt16 {
			return wrong("replication-factor", v, "1 to 32767, or -1 for the broker's default")
		}
		spec.replication = int16(n)
	}
	if v, ok := get("configs"); ok {
		configs, err := readConfigs(v)
		if err != nil {
			return wrong("configs", v, err.Error())
		}
		spec.configs = configs
	}
	return nil
}

// readConfigs reads ("name" => value …); null stands for the default, a list
// of texts for a value with commas. The error says what was expected.
func readConfigs(v interp.Value) ([]topicConfig, error) {
	l, ok := v.AsList()
	if !ok {
		return nil, errors.New(`a list ("retention.ms" => 60000 …)`)
	}
	var out []topicConfig
	for i := range l.Len() {
		c := topicConfig{name: l.Name(i)}
		if c.name == "" {
			return nil, fmt.Errorf(`a list of "name" => value, but element %d has no name`, i)
		}
		if value := l.At(i); !value.IsNull() {
			text, ok := configText(value)
			if !ok {
				return nil, fmt.Errorf("a string, number, boolean or list of these as the value of %s, not %s", quote(c.name), shownScript(value))
			}
			c.value = &text
		}
		out = append(out, c)
	}
	return out, nil
}

// configText is the value of a configuration as brokers take it.
func configText(v interp.Value) (string, bool) {
	l, ok := v.AsList()
	if !ok {
		plain, err := optionValue(v, 0)
		if err != nil {
			return "", false
		}
		return scalarText(plain)
	}
	var parts []string
	for i := range l.Len() {
		if _, nested := l.At(i).AsList(); nested {
			return "", false
		}
		part, ok := configText(l.At(i))
		if !ok {
			return "", false
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ","), true
}

// requestPartitions is how many partitions brokers create for one request;
// more topics need several.
const requestPartitions = 10_000

// createTopics asks for topics, and returns the failures by name.
func (w *administration) createTopics(ctx context.Context, specs []topicSpec, validate bool) (map[string]*Error, error) {
	byName := make(map[string]topicSpec)
	var names []string
	for _, s := range specs {
		byName[s.name] = s
		names = append(names, s.name)
	}
	before, err := fetchTopics(ctx, w.client, false, names...)
	if err != nil {
		return nil, err
	}
	lost := make(map[string]bool) // an answer about a topic that was not there was lost
	return askItems(ctx, w, names, func(ctx context.Context, names []string) (map[string]*Error, error) {
		failed := make(map[string]*Error)
		for len(names) > 0 {
			n, sum := 0, int64(0)
			for n < len(names) && (n == 0 || sum+int64(byName[names[n]].partitions) <= requestPartitions) {
				sum += int64(byName[names[n]].partitions)
				n++
			}
			part := names[:n]
			names = names[n:]
			answers, asked, err := w.createSome(ctx, part, byName, validate)
			if err != nil {
				answers = allFailed(part, errorFrom(err))
			}
			for _, name := range part {
				e := answers[name]
				if e != nil && e.Code == kerr.TopicAlreadyExists.Message && lost[name] {
					e = nil // by the request whose answer was lost
				}
				if err != nil && asked && (before[name] == nil || before[name].err != nil) {
					lost[name] = true
				}
				if e != nil {
					failed[name] = e
				}
			}
		}
		return failed, nil
	})
}

func (w *administration) createSome(ctx context.Context, names []string, specs map[string]topicSpec, validate bool) (answers map[string]*Error, asked bool, err error) {
	req := kmsg.NewPtrCreateTopicsRequest()
	req.ValidateOnly = validate
	req.TimeoutMillis = w.brokerTime()
	for _, name := range names {
		s := specs[name]
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
	resp, asked, err := w.askController(ctx, req)
	if err != nil {
		return nil, asked && !validate, err
	}
	answers = make(map[string]*Error)
	for _, t := range resp.(*kmsg.CreateTopicsResponse).Topics {
		answers[t.Topic] = brokerErrorCode(t.ErrorCode, t.ErrorMessage)
	}
	return answers, true, nil
}
