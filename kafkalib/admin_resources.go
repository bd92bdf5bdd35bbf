package kafkalib

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// A resourceKind is what has a configuration, as "of" names it.
type resourceKind string

const (
	topicResources  resourceKind = "topics"
	brokerResources resourceKind = "brokers"
	groupResources  resourceKind = "groups"
)

var resourceTypes = map[resourceKind]kmsg.ConfigResourceType{
	topicResources:  kmsg.ConfigResourceTypeTopic,
	brokerResources: kmsg.ConfigResourceTypeBroker,
	groupResources:  kmsg.ConfigResourceTypeGroupConfig,
}

// allBrokers is how scripts name the configuration that all brokers share;
// the protocol's name is empty.
const allBrokers = "default"

// resources reads the names of a call about configurations, each once, and
// what they are names of. Brokers may be given as numbers.
func (a *arguments) resources(v interp.Value) (resourceKind, nameList, error) {
	of, err := a.choiceOption("of", string(topicResources), string(topicResources), string(brokerResources), string(groupResources))
	if err != nil {
		return "", nameList{}, err
	}
	kind := resourceKind(of)
	if kind == topicResources {
		names, err := a.topics(v)
		return kind, names, err
	}
	if kind == groupResources {
		names, err := a.groups(v)
		return kind, names, err
	}
	items := []interp.Value{v}
	names := nameList{alone: true}
	if l, ok := v.AsList(); ok && !isFunction(l) {
		items, names.alone = items[:0], false
		for i := range l.Len() {
			items = append(items, l.At(i))
		}
	}
	for _, item := range items {
		name, ok := brokerName(item)
		if !ok {
			return kind, names, a.wrong("names", item, fmt.Sprintf("the id of a broker, or %q for what all brokers share", allBrokers))
		}
		if !slices.Contains(names.names, name) {
			names.names = append(names.names, name)
		}
	}
	return kind, names, nil
}

func brokerName(v interp.Value) (string, bool) {
	if s, ok := v.AsString(); ok && s == allBrokers {
		return s, true
	}
	n, ok := wholeValue(v)
	return strconv.FormatInt(n, 10), ok && n >= 0 && n <= noLimit
}

// permittedResources asks the host for an operation on what has a
// configuration.
func (a *arguments) permittedResources(op Operation, kind resourceKind, names []string) error {
	if kind == topicResources {
		return a.permitted(op, names...)
	}
	return a.permitted(op)
}

// resourceName is the protocol's name of a resource.
func resourceName(kind resourceKind, name string) string {
	if kind == brokerResources && name == allBrokers {
		return ""
	}
	return name
}

// askResources asks about the configurations of resources: a broker's own
// from that broker, all others from one. ask is called by several goroutines.
func (w *administration) askResources(ctx context.Context, kind resourceKind, names []string, ask func(ctx context.Context, broker int32, names []string) (map[string]*Error, error)) (map[string]*Error, error) {
	failed, err := askItems(ctx, w, names, func(ctx context.Context, names []string) (map[string]*Error, error) {
		brokers, one, err := w.members(ctx)
		switch {
		case err != nil:
			return nil, err
		case len(brokers) == 0:
			return nil, brokerErrorCode(kerr.NotController.Code, nil)
		case one < 0:
			one = brokers[0]
		}
		failed := make(map[string]*Error)
		byBroker := make(map[int32][]string)
		for _, name := range names {
			to := one
			if kind == brokerResources && name != allBrokers {
				n, _ := strconv.Atoi(name)
				if to = int32(n); !slices.Contains(brokers, to) {
					failed[name] = noBroker(to)
					continue
				}
			}
			byBroker[to] = append(byBroker[to], name)
		}
		askBrokers(ctx, byBroker, failed, ask)
		return failed, nil
	})
	if err == nil && kind == topicResources {
		w.explain(ctx, failed)
	}
	return failed, err
}

// unknownTopics are the topics among names that the cluster does not have.
// Not every broker says so where it is asked about a configuration.
func (w *administration) unknownTopics(ctx context.Context, names []string) (map[string]*Error, error) {
	infos, err := fetchTopics(ctx, w.client, false, names...)
	if err != nil {
		return nil, err
	}
	failed := make(map[string]*Error)
	for _, name := range names {
		if info := infos[name]; info == nil || info.err != nil && isUnknownTopic(info.err) {
			failed[name] = brokerErrorCode(kerr.UnknownTopicOrPartition.Code, nil)
		}
	}
	return failed, nil
}
