package kafkalib

import (
	"context"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// A topicInfo is what the cluster says about a topic.
type topicInfo struct {
	name       string
	id         [16]byte
	internal   bool
	partitions []partitionInfo // by number
	err        *Error
}

// A partitionInfo is what the cluster says about a partition; the leader is
// -1 where there is none.
type partitionInfo struct {
	number                    int32
	leader                    int32
	replicas, inSync, offline []int32
}

// fetchTopics asks the cluster about topics, all of them where none is named.
// A topic that cannot be shown has its error.
func fetchTopics(ctx context.Context, client *kgo.Client, autoCreate bool, names ...string) (map[string]*topicInfo, error) {
	req := kmsg.NewPtrMetadataRequest()
	req.AllowAutoTopicCreation = autoCreate
	for _, n := range names {
		t := kmsg.NewMetadataRequestTopic()
		t.Topic = kmsg.StringPtr(n)
		req.Topics = append(req.Topics, t)
	}
	if len(names) == 0 {
		req.Topics = nil // all
	}
	resp, err := req.RequestWith(ctx, client)
	if err != nil {
		return nil, err
	}
	out := make(map[string]*topicInfo, len(resp.Topics))
	for i := range resp.Topics {
		t := &resp.Topics[i]
		if t.Topic == nil {
			continue
		}
		info := &topicInfo{name: *t.Topic, id: t.TopicID, internal: t.IsInternal, err: brokerErrorCode(t.ErrorCode, nil)}
		for _, p := range t.Partitions {
			info.partitions = append(info.partitions, partitionInfo{p.Partition, p.Leader, p.Replicas, p.ISR, p.OfflineReplicas})
		}
		slices.SortFunc(info.partitions, func(a, b partitionInfo) int { return int(a.number - b.number) })
		out[info.name] = info
	}
	return out, nil
}

// newTopicPauses are the pauses between looks for a topic that is not known:
// together less than the second in which an unknown topic is to be reported.
var newTopicPauses = [...]time.Duration{20 * time.Millisecond, 60 * time.Millisecond, 120 * time.Millisecond, 200 * time.Millisecond}

// fetchKnown is fetchTopics, asked again a few times while one of the names is
// not known: another client may have created it a moment before, and brokers
// learn of that at different times.
func fetchKnown(ctx context.Context, client *kgo.Client, autoCreate bool, names ...string) (map[string]*topicInfo, error) {
	for attempt := 0; ; attempt++ {
		infos, err := fetchTopics(ctx, client, autoCreate, names...)
		if err != nil || attempt == len(newTopicPauses) || !slices.ContainsFunc(names, func(n string) bool { return unknownIn(infos, n) }) {
			return infos, err
		}
		sleep(ctx, newTopicPauses[attempt])
		if ctx.Err() != nil {
			return infos, nil // what the cluster said counts
		}
	}
}

// unknownIn reports whether the cluster said that there is no such topic.
func unknownIn(infos map[string]*topicInfo, name string) bool {
	info := infos[name]
	return info == nil || info.err != nil && isUnknownTopic(info.err)
}

// hintTime bounds the question for names that are like an unknown one: the
// answer only makes a message better.
const hintTime = time.Second

// topicHint names the topic of the cluster that is most like name.
func topicHint(ctx context.Context, client *kgo.Client, name string) string {
	ctx, cancel := context.WithTimeout(ctx, hintTime)
	defer cancel()
	all, err := fetchTopics(ctx, client, false)
	if err != nil {
		return ""
	}
	var names []string
	for n, t := range all {
		if t.err == nil && !t.internal && n != name {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return hint(name, names)
}

// isUnknownTopic reports whether an error says that there is no such topic,
// as opposed to a partition of it.
func isUnknownTopic(e *Error) bool {
	return e.Code == kerr.UnknownTopicOrPartition.Message && e.Origin == OriginBroker
}
