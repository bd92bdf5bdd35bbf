package kafkalib

import (
	"context"
	"slices"
	"strings"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// lookUp asks for topics. The failures are by name; a name that the cluster
// does not know has the nearest known one in its message.
func (w *administration) lookUp(ctx context.Context, names []string) (map[string]*topicInfo, map[string]*Error, error) {
	found := make(map[string]*topicInfo)
	if len(names) == 0 {
		return found, nil, nil
	}
	failed, err := askItems(ctx, w, names, func(ctx context.Context, names []string) (map[string]*Error, error) {
		infos, err := fetchKnown(ctx, w.client, false, names...)
		if err != nil {
			return nil, err
		}
		failed := make(map[string]*Error)
		for _, name := range names {
			switch info := infos[name]; {
			case info == nil:
				failed[name] = brokerErrorCode(kerr.UnknownTopicOrPartition.Code, nil)
			case info.err != nil:
				failed[name] = info.err
			default:
				found[name] = info
			}
		}
		return failed, nil
	})
	if err != nil {
		return nil, nil, err
	}
	w.explain(ctx, failed)
	return found, failed, nil
}

// explain completes the failures of topics: the name, and for unknown ones
// the nearest that the script may see.
func (w *administration) explain(ctx context.Context, failed map[string]*Error) {
	var known []string
	asked := false
	for name, e := range failed {
		if e == nil {
			continue
		}
		explained := *e
		explained.Topic = name
		if isUnknownTopic(e) {
			if !asked {
				known, asked = w.visibleTopics(ctx), true
			}
			explained.Message = "topic " + quote(name) + " does not exist" + hint(name, known)
		}
		failed[name] = &explained
	}
}

// visibleTopics are the topics that may be named in a message. That they
// cannot be listed only makes the message shorter.
func (w *administration) visibleTopics(ctx context.Context) []string {
	ctx, cancel := context.WithTimeout(ctx, hintTime)
	defer cancel()
	all, err := fetchTopics(ctx, w.client, false)
	if err != nil {
		return nil
	}
	var names []string
	for name, t := range all {
		if t.err == nil && !t.internal && w.visible(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// visible reports whether the host lets the script look at a topic. Lists of
// what is in the cluster leave the others out, as a broker does that withholds
// a topic.
func (w *administration) visible(topic string) bool {
	return w.h.state.lib.permit.topics(Look, topic) == nil
}

// placesOf are the partitions of topics, in the order of the names.
func placesOf(names []string, infos map[string]*topicInfo) []TopicPartition {
	var places []TopicPartition
	for _, name := range names {
		if info := infos[name]; info != nil {
			for _, p := range info.partitions {
				places = append(places, TopicPartition{name, p.number})
			}
		}
	}
	return places
}

// topicsOf are the topics of partitions, each once.
func topicsOf(places []TopicPartition) []string {
	var names []string
	seen := make(map[string]bool)
	for _, p := range places {
		if !seen[p.Topic] {
			seen[p.Topic] = true
			names = append(names, p.Topic)
		}
	}
	return names
}

// eachTopic calls f with the partitions of each topic.
func eachTopic(places []TopicPartition, f func(topic string, partitions []int32)) {
	byTopic := make(map[string][]int32)
	for _, p := range places {
		byTopic[p.Topic] = append(byTopic[p.Topic], p.Partition)
	}
	for _, topic := range topicsOf(places) {
		f(topic, byTopic[topic])
	}
}

// askLeaders asks each partition's leader about it, all brokers at the same
// time. Partitions without a leader, and those whose leader has changed or
// does not answer, are asked about again until ctx ends. ask is called by
// several goroutines.
func (w *administration) askLeaders(ctx context.Context, places []TopicPartition, ask func(ctx context.Context, broker int32, places []TopicPartition) (map[TopicPartition]*Error, error)) (map[TopicPartition]*Error, error) {
	return askItems(ctx, w, places, func(ctx context.Context, places []TopicPartition) (map[TopicPartition]*Error, error) {
		infos, err := fetchTopics(ctx, w.client, false, topicsOf(places)...)
		if err != nil {
			return nil, err
		}
		byBroker, failed := leadersOf(places, infos)
		askBrokers(ctx, byBroker, failed, ask)
		return failed, nil
	})
}

// leadersOf distributes partitions to their leaders; those that have none, or
// do not exist, have failed.
func leadersOf(places []TopicPartition, infos map[string]*topicInfo) (map[int32][]TopicPartition, map[TopicPartition]*Error) {
	byBroker, failed := make(map[int32][]TopicPartition), make(map[TopicPartition]*Error)
	for _, place := range places {
		info := infos[place.Topic]
		switch {
		case info == nil:
			failed[place] = unknownPartition(place)
		case info.err != nil:
			failed[place] = info.err
		default:
			i, ok := slices.BinarySearchFunc(info.partitions, place.Partition, func(p partitionInfo, n int32) int { return int(p.number) - int(n) })
			switch {
			case !ok:
				failed[place] = unknownPartition(place)
			case info.partitions[i].leader < 0:
				failed[place] = brokerErrorCode(kerr.LeaderNotAvailable.Code, nil)
			default:
				leader := info.partitions[i].leader
				byBroker[leader] = append(byBroker[leader], place)
			}
		}
	}
	return byBroker, failed
}

// unknownPartition is the error of a partition that the cluster does not have.
func unknownPartition(place TopicPartition) *Error {
	e := brokerErrorCode(kerr.UnknownTopicOrPartition.Code, nil)
	e.Topic, e.Partition = place.Topic, new(place.Partition)
	return e
}

// beyondPartitions is unknownPartition where the topic has fewer partitions.
func beyondPartitions(place TopicPartition, has int) *Error {
	e := unknownPartition(place)
	e.Message = noPartitionText(place.Topic, place.Partition, has)
	return e
}

// askController asks the controller, once: whether an answer that was lost
// had an effect is for the caller to say. asked reports whether the question
// may have arrived.
func (w *administration) askController(ctx context.Context, req kmsg.Request) (resp kmsg.Response, asked bool, err error) {
	id, err := w.controller(ctx)
	if err != nil {
		return nil, false, err
	}
	resp, err = w.client.Broker(int(id)).Request(ctx, req)
	if err != nil {
		e := errorFrom(err)
		return nil, mayHaveArrived(e), e
	}
	return resp, true, nil
}

// mayHaveArrived reports whether a request that failed may have had an effect.
func mayHaveArrived(e *Error) bool {
	return e.Code != "CONNECTION_REFUSED" && e.Code != "HOST_UNRESOLVED"
}

// members are the numbers of the cluster's brokers, and that of the controller
// among them, to which changes of the cluster are sent.
func (w *administration) members(ctx context.Context) (brokers []int32, controller int32, err error) {
	req := kmsg.NewPtrMetadataRequest()
	req.Topics = []kmsg.MetadataRequestTopic{}
	resp, err := req.RequestWith(ctx, w.client)
	if err != nil {
		return nil, -1, err
	}
	controller = -1
	for _, b := range resp.Brokers {
		brokers = append(brokers, b.NodeID)
		if b.NodeID == resp.ControllerID {
			controller = b.NodeID
		}
	}
	return brokers, controller, nil
}

// brokers are the numbers of the cluster's brokers.
func (w *administration) brokers(ctx context.Context) ([]int32, error) {
	brokers, _, err := w.members(ctx)
	return brokers, err
}

// controller is the broker to which changes of the cluster are sent.
func (w *administration) controller(ctx context.Context) (int32, error) {
	_, controller, err := w.members(ctx)
	if err == nil && controller < 0 {
		err = brokerErrorCode(kerr.NotController.Code, nil)
	}
	return controller, err
}

// many names items for messages, of which a few will do.
func many(names []string) string {
	const most = 3
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:most], ", ") + " …"
}
