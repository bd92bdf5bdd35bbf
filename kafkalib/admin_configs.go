package kafkalib

import (
	"context"
	"slices"
	"sync"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kmsg"
)

var helpConfigs = interp.Help{
	Signature: `(kafka-configs where names "of" => kind "timeout-ms" => n)`,
	Summary:   "tells the configuration of topics, brokers or groups",
	Result:    `name => (config => ("value" "default" "source" "read-only" "sensitive")), the configs sorted; default is the value that holds without a setting of its own; the value of a sensitive config is null; for a name that fails ("code" "message")`,
	Args: []interp.HelpArg{
		argWhere,
		{Name: "names", Type: "string or list", Meaning: `topics, ids of brokers ("default" for what all brokers share), or groups`},
		{Name: `"of"`, Type: "string", Meaning: `"topics" (default), "brokers" or "groups"`},
		argTimeout,
	},
	Errors:  []string{"INVALID_TOPIC_EXCEPTION: a name is not valid", errNoAnswer},
	Related: []string{"kafka-alter-configs", "kafka-create-topics", "kafka-describe-topics"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "short" "configs" => ("retention.ms" => 60000))
  (get (get (kafka-configs "embedded" "short") "short") "retention.ms"))`,
		Result: `("value" => "60000" "default" => "604800000" "source" => "DYNAMIC_TOPIC_CONFIG" "read-only" => false "sensitive" => false)`}},
}

// configs is (kafka-configs where names ["of" => "topics"]).
func configs(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 2)
	if err != nil {
		return interp.Null(), err
	}
	kind, names, err := a.resources(a.at(1))
	if err != nil {
		return interp.Null(), err
	}
	if err := a.permittedResources(Look, kind, names.names); err != nil {
		return interp.Null(), err
	}
	w, err := a.where("of")
	if err != nil {
		return interp.Null(), err
	}
	var found map[string][]kmsg.DescribeConfigsResponseResourceConfig
	var failed map[string]*Error
	err = w.run(call, "the configuration of "+many(names.names), func(ctx context.Context) (err error) {
		found, failed, err = w.configs(ctx, kind, names.names)
		return err
	})
	if err != nil {
		return interp.Null(), err
	}
	out := interp.NewList(0)
	for _, name := range names.names {
		l := interp.NewList(0)
		if e := failed[name]; e != nil {
			putFailure(l, e)
		} else {
			for _, c := range found[name] {
				l.Put(c.Name, configValue(kind, name, c))
			}
		}
		out.Put(name, interp.FromList(l))
	}
	return interp.FromList(out), nil
}

// configs asks for configurations, sorted by name.
func (w *administration) configs(ctx context.Context, kind resourceKind, names []string) (map[string][]kmsg.DescribeConfigsResponseResourceConfig, map[string]*Error, error) {
	var mu sync.Mutex
	found := make(map[string][]kmsg.DescribeConfigsResponseResourceConfig)
	failed, err := w.askResources(ctx, kind, names, func(ctx context.Context, broker int32, names []string) (map[string]*Error, error) {
		answers, failed, err := w.configsOf(ctx, broker, kind, names, nil)
		if kind == topicResources {
			w.addDefaults(ctx, broker, answers)
		}
		mu.Lock()
		defer mu.Unlock()
		for name, configs := range answers {
			found[name] = configs
		}
		return failed, err
	})
	return found, failed, err
}

// configsOf asks one broker for configurations, all of them or the named
// ones.
func (w *administration) configsOf(ctx context.Context, broker int32, kind resourceKind, names, only []string) (map[string][]kmsg.DescribeConfigsResponseResourceConfig, map[string]*Error, error) {
	req := kmsg.NewPtrDescribeConfigsRequest()
	req.IncludeSynonyms = true
	byName := make(map[string]string)
	for _, name := range names {
		r := kmsg.NewDescribeConfigsRequestResource()
		r.ResourceType, r.ResourceName, r.ConfigNames = resourceTypes[kind], resourceName(kind, name), only
		req.Resources = append(req.Resources, r)
		byName[r.ResourceName] = name
	}
	resp, err := w.client.Broker(int(broker)).Request(ctx, req)
	if err != nil {
		return nil, nil, err
	}
	found := make(map[string][]kmsg.DescribeConfigsResponseResourceConfig)
	failed := make(map[string]*Error)
	for _, r := range resp.(*kmsg.DescribeConfigsResponse).Resources {
		name, known := byName[r.ResourceName]
		if !known {
			continue
		}
		if failed[name] = brokerErrorCode(r.ErrorCode, r.ErrorMessage); failed[name] == nil {
			slices.SortFunc(r.Configs, func(a, b kmsg.DescribeConfigsResponseResourceConfig) int {
				if a.Name < b.Name {
					return -1
				}
				return 1
			})
			found[name] = r.Configs
		}
	}
	return found, failed, nil
}

var configShape = interp.NewShape("value", "default", "source", "read-only", "sensitive")

// configValue is one configuration as scripts see it.
func configValue(kind resourceKind, name string, c kmsg.DescribeConfigsResponseResourceConfig) interp.Value {
	b := interp.NewListBuilder(configShape, 1, 0)
	value := textPointer(c.Value)
	if c.IsSensitive {
		value = interp.Null() // as brokers answer, but not all do
	}
	b.Value(value)
	b.Value(defaultConfig(kind, name, c))
	b.Value(interp.String(sourceName(c.Source)))
	b.Value(interp.Bool(c.ReadOnly))
	b.Value(interp.Bool(c.IsSensitive))
	return interp.FromList(b.List())
}

// defaultConfig is the value that holds where the resource has no setting of
// its own, null where the broker does not tell.
func defaultConfig(kind resourceKind, name string, c kmsg.DescribeConfigsResponseResourceConfig) interp.Value {
	if c.IsSensitive {
		return interp.Null()
	}
	if !ownSource(kind, name, c.Source) {
		return textPointer(c.Value)
	}
	for _, s := range c.ConfigSynonyms {
		if !ownSource(kind, name, s.Source) {
			return textPointer(s.Value)
		}
	}
	return interp.Null()
}

// ownSource reports whether a source is a setting of the resource itself.
func ownSource(kind resourceKind, name string, source kmsg.ConfigSource) bool {
	switch source {
	case kmsg.ConfigSourceDynamicTopicConfig, kmsg.ConfigSourceGroupConfig:
		return true
	case kmsg.ConfigSourceDynamicBrokerConfig, kmsg.ConfigSourceStaticBrokerConfig:
		return kind == brokerResources
	case kmsg.ConfigSourceDynamicDefaultBrokerConfig:
		return kind == brokerResources && name == allBrokers
	}
	return false
}

// sourceName is Kafka's name of a source.
func sourceName(source kmsg.ConfigSource) string {
	switch source {
	case kmsg.ConfigSourceClientMetricsConfig, kmsg.ConfigSourceGroupConfig:
		return "DYNAMIC_" + source.String()
	}
	return source.String()
}
