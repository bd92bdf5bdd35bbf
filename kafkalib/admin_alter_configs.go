package kafkalib

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kmsg"
)

var helpAlterConfigs = interp.Help{
	Signature: `(kafka-alter-configs where names changes "of" => kind "validate-only" => b "detail" => b "timeout-ms" => n)`,
	Summary:   "changes single values in the configuration of topics, brokers or groups, and leaves the others as they are",
	Result:    `name => true / false, or with "detail" name => ("altered" "code" "message")`,
	Args: []interp.HelpArg{
		argWhere,
		{Name: "names", Type: "string or list", Meaning: `topics, ids of brokers ("default" for what all brokers share), or groups`},
		{Name: "changes", Type: "list", Meaning: `("retention.ms" => 60000 …); null goes back to the default, a list stands for a value with commas`},
		{Name: `"of"`, Type: "string", Meaning: `"topics" (default), "brokers" or "groups"`},
		{Name: `"validate-only"`, Type: "boolean", Meaning: "changes nothing"},
		argDetail, argTimeout,
	},
	Errors:  []string{"INVALID_TOPIC_EXCEPTION: a name is not valid", errNoAnswer, "of a name, as \"code\" with \"detail\": INVALID_CONFIG, UNKNOWN_TOPIC_OR_PARTITION, POLICY_VIOLATION …"},
	Related: []string{"kafka-configs", "kafka-create-topics"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "altered")
  (list (kafka-alter-configs "embedded" "altered" ("retention.ms" => 60000 "cleanup.policy" => ("compact" "delete")))
    (get (get (get (kafka-configs "embedded" "altered") "altered") "cleanup.policy") "value")))`,
		Result: `(("altered" => true) "compact,delete")`}},
}

// alterConfigs is (kafka-alter-configs where names changes option…).
func alterConfigs(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 3)
	if err != nil {
		return interp.Null(), err
	}
	kind, names, err := a.resources(a.at(1))
	if err != nil {
		return interp.Null(), err
	}
	changes, err := readConfigs(a.at(2))
	if err != nil {
		return interp.Null(), a.wrong("changes", a.at(2), err.Error())
	}
	is, err := a.truthOptions("validate-only", "detail")
	if err != nil {
		return interp.Null(), err
	}
	if err := a.permittedResources(Alter, kind, names.names); err != nil {
		return interp.Null(), err
	}
	w, err := a.where("of", "validate-only", "detail")
	if err != nil {
		return interp.Null(), err
	}
	var results []itemResult
	if len(names.names) > 0 {
		err = w.run(call, "the new configuration of "+many(names.names), func(ctx context.Context) error {
			failed, err := w.alterConfigs(ctx, kind, names.names, changes, is["validate-only"])
			if err != nil {
				return err
			}
			results = itemResults(names.names, failed)
			if !is["validate-only"] {
				w.settleConfigs(ctx, kind, results, changes)
			}
			return nil
		})
		if err != nil {
			return interp.Null(), err
		}
	}
	return resultList(results, "altered", is["detail"]), nil
}

// alterConfigs sends the changes alone, not a whole configuration: what
// another client changes at the same time stays.
func (w *administration) alterConfigs(ctx context.Context, kind resourceKind, names []string, changes []topicConfig, validate bool) (map[string]*Error, error) {
	return w.askResources(ctx, kind, names, func(ctx context.Context, broker int32, names []string) (map[string]*Error, error) {
		failed := make(map[string]*Error)
		if kind == topicResources {
			unknown, err := w.unknownTopics(ctx, names)
			if err != nil {
				return nil, err
			}
			failed = unknown
		}
		req := kmsg.NewPtrIncrementalAlterConfigsRequest()
		req.ValidateOnly = validate
		byName := make(map[string]string)
		for _, name := range names {
			if failed[name] != nil {
				continue
			}
			r := alteration(kind, name, changes)
			byName[r.ResourceName] = name
			req.Resources = append(req.Resources, r)
		}
		if len(req.Resources) == 0 || len(changes) == 0 {
			return failed, nil
		}
		resp, err := w.client.Broker(int(broker)).Request(ctx, req)
		if err != nil {
			return nil, err
		}
		for _, r := range resp.(*kmsg.IncrementalAlterConfigsResponse).Resources {
			if name, ok := byName[r.ResourceName]; ok {
				failed[name] = brokerErrorCode(r.ErrorCode, r.ErrorMessage)
			}
		}
		return failed, nil
	})
}

func alteration(kind resourceKind, name string, changes []topicConfig) kmsg.IncrementalAlterConfigsRequestResource {
	r := kmsg.NewIncrementalAlterConfigsRequestResource()
	r.ResourceType, r.ResourceName = resourceTypes[kind], resourceName(kind, name)
	for _, change := range changes {
		c := kmsg.NewIncrementalAlterConfigsRequestResourceConfig()
		c.Name, c.Value, c.Op = change.name, change.value, kmsg.IncrementalAlterConfigOpSet
		if change.value == nil {
			c.Op = kmsg.IncrementalAlterConfigOpDelete
		}
		r.Configs = append(r.Configs, c)
	}
	return r
}

// settleConfigs waits until every broker shows the changes of topics and
// groups. A broker answers about its own configuration itself.
func (w *administration) settleConfigs(ctx context.Context, kind resourceKind, results []itemResult, changes []topicConfig) {
	var names, only []string
	for _, r := range results {
		if r.done {
			names = append(names, r.name)
		}
	}
	for _, c := range changes {
		only = append(only, c.name)
	}
	if kind == brokerResources || len(names) == 0 || len(only) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, configSettleTime)
	defer cancel()
	w.settleEach(ctx, func(broker int32) (string, error) {
		found, failed, err := w.configsOf(ctx, broker, kind, names, only)
		if err != nil {
			return names[0], err
		}
		for _, name := range names {
			if failed[name] != nil || !showsChanges(kind, name, found[name], changes) {
				return name, nil
			}
		}
		return "", nil
	}, func(*int32, string) {})
}

// configSettleTime bounds the waiting for configurations: a broker may show a
// value in another spelling than it was given.
const configSettleTime = 2 * time.Second

// showsChanges reports whether a configuration has the changes; a default is
// shown by that there is no setting of its own.
func showsChanges(kind resourceKind, name string, configs []kmsg.DescribeConfigsResponseResourceConfig, changes []topicConfig) bool {
	for _, change := range changes {
		i := slices.IndexFunc(configs, func(c kmsg.DescribeConfigsResponseResourceConfig) bool { return c.Name == change.name })
		switch {
		case i < 0:
			if change.value != nil {
				return false
			}
		case change.value == nil:
			if ownSource(kind, name, configs[i].Source) {
				return false
			}
		case configs[i].Value != nil && !sameConfig(*configs[i].Value, *change.value):
			return false
		}
	}
	return true
}

// sameConfig compares values as brokers read them: numbers and booleans in any
// spelling, lists with blanks.
func sameConfig(a, b string) bool {
	if m, ok := wholeNumber(a); ok {
		n, ok := wholeNumber(b)
		return ok && m == n
	}
	blank := strings.NewReplacer(" ", "")
	return strings.EqualFold(blank.Replace(a), blank.Replace(b))
}
