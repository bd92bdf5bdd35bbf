package kafkalib

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// A groupInfo is what a coordinator says about a group.
type groupInfo struct {
	kind        string // "classic", "consumer", "share"
	protocol    string // of its members, "consumer" or "share" for readers; "" where it never had any
	state       string
	coordinator int32
	members     []groupMember
}

type groupMember struct {
	id           string
	instance     *string
	client, host string
	assigned     bool // the assignment is known
	assignment   []TopicPartition
}

// describeGroups asks for groups of all types. A request knows one type of
// group only, so a group that one does not find is looked for by the next.
func (w *administration) describeGroups(ctx context.Context, groups []string) (map[string]groupInfo, map[string]*Error, error) {
	found := make(map[string]groupInfo)
	var mu sync.Mutex
	failed := make(map[string]*Error)
	pending := groups
	for _, describe := range []groupDescriber{w.describeConsumer, w.describeClassic, w.describeShare} {
		if len(pending) == 0 {
			break
		}
		missing, err := w.askCoordinators(ctx, pending, func(ctx context.Context, broker int32, groups []string) (map[string]*Error, error) {
			infos, failed, err := describe(ctx, broker, groups)
			mu.Lock()
			defer mu.Unlock()
			maps.Copy(found, infos)
			return failed, err
		})
		if err != nil {
			e, ok := errors.AsType[*Error](err)
			if !ok || !isOtherType(e) {
				return nil, nil, err
			}
			missing = allFailed(pending, e)
		}
		var next []string
		for _, group := range pending {
			e := missing[group]
			if e == nil {
				continue
			}
			if isOtherType(e) {
				next = append(next, group)
			}
			// That a broker does not know a type of group says nothing about the
			// group.
			if failed[group] == nil || e.Code != kerr.UnsupportedVersion.Message {
				failed[group] = e
			}
		}
		pending = next
	}
	for group := range found {
		delete(failed, group)
	}
	for group, e := range failed {
		if e.Code == kerr.GroupIDNotFound.Message {
			e = brokerErrorCode(kerr.GroupIDNotFound.Code, nil)
			e.Message = "group " + quote(group) + " does not exist"
			failed[group] = e
		}
	}
	return found, failed, nil
}

// isOtherType reports whether the failure of a description may mean that the
// group is of another type.
func isOtherType(e *Error) bool {
	return e.Code == kerr.GroupIDNotFound.Message || e.Code == kerr.UnsupportedVersion.Message
}

// A groupDescriber asks one broker about groups of one type.
type groupDescriber func(ctx context.Context, broker int32, groups []string) (map[string]groupInfo, map[string]*Error, error)

func (w *administration) describeConsumer(ctx context.Context, broker int32, groups []string) (map[string]groupInfo, map[string]*Error, error) {
	req := kmsg.NewPtrConsumerGroupDescribeRequest()
	req.Groups = groups
	resp, err := w.client.Broker(int(broker)).Request(ctx, req)
	if err != nil {
		return nil, nil, err
	}
	found, failed := make(map[string]groupInfo), make(map[string]*Error)
	for _, g := range resp.(*kmsg.ConsumerGroupDescribeResponse).Groups {
		if failed[g.Group] = brokerErrorCode(g.ErrorCode, g.ErrorMessage); failed[g.Group] != nil {
			continue
		}
		info := groupInfo{kind: "consumer", protocol: "consumer", state: g.State, coordinator: broker}
		for _, m := range g.Members {
			member := groupMember{id: m.MemberID, instance: m.InstanceID, client: m.ClientID, host: m.ClientHost, assigned: true}
			for _, t := range m.Assignment.TopicPartitions {
				member.add(t.Topic, t.Partitions)
			}
			info.members = append(info.members, member)
		}
		found[g.Group] = info.sorted()
	}
	return found, failed, nil
}

func (w *administration) describeClassic(ctx context.Context, broker int32, groups []string) (map[string]groupInfo, map[string]*Error, error) {
	req := kmsg.NewPtrDescribeGroupsRequest()
	req.Groups = groups
	resp, err := w.client.Broker(int(broker)).Request(ctx, req)
	if err != nil {
		return nil, nil, err
	}
	found, failed := make(map[string]groupInfo), make(map[string]*Error)
	for _, g := range resp.(*kmsg.DescribeGroupsResponse).Groups {
		if failed[g.Group] = brokerErrorCode(g.ErrorCode, g.ErrorMessage); failed[g.Group] != nil {
			continue
		}
		if g.State == "Dead" { // an unknown group, for brokers before Kafka 4
			failed[g.Group] = brokerErrorCode(kerr.GroupIDNotFound.Code, nil)
			continue
		}
		info := groupInfo{kind: "classic", protocol: g.ProtocolType, state: g.State, coordinator: broker}
		for _, m := range g.Members {
			member := groupMember{id: m.MemberID, instance: m.InstanceID, client: m.ClientID, host: m.ClientHost}
			if g.ProtocolType == "consumer" {
				member.assigned = true
				assignment := kmsg.NewConsumerMemberAssignment()
				if len(m.MemberAssignment) > 0 && assignment.ReadFrom(m.MemberAssignment) == nil {
					for _, t := range assignment.Topics {
						member.add(t.Topic, t.Partitions)
					}
				}
			}
			info.members = append(info.members, member)
		}
		found[g.Group] = info.sorted()
	}
	return found, failed, nil
}

func (w *administration) describeShare(ctx context.Context, broker int32, groups []string) (map[string]groupInfo, map[string]*Error, error) {
	req := kmsg.NewPtrShareGroupDescribeRequest()
	req.GroupIDs = groups
	resp, err := w.client.Broker(int(broker)).Request(ctx, req)
	if err != nil {
		return nil, nil, err
	}
	found, failed := make(map[string]groupInfo), make(map[string]*Error)
	for _, g := range resp.(*kmsg.ShareGroupDescribeResponse).Groups {
		if failed[g.GroupID] = brokerErrorCode(g.ErrorCode, g.ErrorMessage); failed[g.GroupID] != nil {
			continue
		}
		info := groupInfo{kind: "share", protocol: "share", state: g.GroupState, coordinator: broker}
		for _, m := range g.Members {
			member := groupMember{id: m.MemberID, client: m.ClientID, host: m.ClientHost, assigned: true}
			for _, t := range m.Assignment.TopicPartitions {
				member.add(t.Topic, t.Partitions)
			}
			info.members = append(info.members, member)
		}
		found[g.GroupID] = info.sorted()
	}
	return found, failed, nil
}

func (m *groupMember) add(topic string, partitions []int32) {
	for _, p := range partitions {
		m.assignment = append(m.assignment, TopicPartition{topic, p})
	}
}

// sorted puts members and their partitions in order.
func (g groupInfo) sorted() groupInfo {
	slices.SortFunc(g.members, func(a, b groupMember) int { return cmp.Compare(a.id, b.id) })
	for _, m := range g.members {
		sortPlaces(m.assignment)
	}
	return g
}

func sortPlaces(places []TopicPartition) {
	slices.SortFunc(places, func(a, b TopicPartition) int {
		return cmp.Or(cmp.Compare(a.Topic, b.Topic), cmp.Compare(a.Partition, b.Partition))
	})
}
