package kafkalib

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kmsg"
)

var helpGroups = interp.Help{
	Signature: `(kafka-groups where "timeout-ms" => n)`,
	Summary:   "lists the groups of the cluster",
	Result:    `a list of ("group" "type" "protocol" "state" "coordinator"), sorted; type "classic", "consumer" or "share", state as "Stable" or "Empty", coordinator the id of a broker`,
	Args:      []interp.HelpArg{argWhere, argTimeout},
	Errors:    []string{errNoAnswer},
	Related:   []string{"kafka-describe-groups", "kafka-group-offsets", "kafka-group-lag", "kafka-delete-groups"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "grouped")
  (kafka-alter-group-offsets "embedded" "readers" "grouped" "to" => "beginning")
  (apply (kafka-groups "embedded") g (list (get g "group") (get g "type") (get g "state"))))`,
		Result: `(("readers" "classic" "Empty"))`}},
}

// A listedGroup is a group in the list of its coordinator.
type listedGroup struct {
	name, kind, protocol, state string
	coordinator                 int32
}

// groups is (kafka-groups where).
func groups(call *interp.Call) (interp.Value, error) {
	w, err := lookAtCluster(call)
	if err != nil {
		return interp.Null(), err
	}
	var found []listedGroup
	err = w.run(call, "the list of groups", func(ctx context.Context) (err error) {
		found, err = w.listGroups(ctx)
		return err
	})
	if err != nil {
		return interp.Null(), err
	}
	table := newResultTable("group", "type", "protocol", "state", "coordinator")
	for _, g := range found {
		table.add(interp.String(g.name), interp.String(g.kind), textOrNull(g.protocol), textOrNull(g.state), interp.Int(g.coordinator))
	}
	return table.value(), nil
}

// listGroups asks all brokers for the groups that they coordinate. An error
// of one is that of all: its groups may be with another broker by now.
func (w *administration) listGroups(ctx context.Context) ([]listedGroup, error) {
	brokers, err := w.brokers(ctx)
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	var failed error
	byName := make(map[string]listedGroup)
	var all sync.WaitGroup
	for _, id := range brokers {
		all.Go(func() {
			found, err := w.groupsOf(ctx, id)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				failed = err
			}
			for _, g := range found {
				byName[g.name] = g
			}
		})
	}
	all.Wait()
	if failed != nil {
		return nil, failed
	}
	out := make([]listedGroup, 0, len(byName))
	for _, g := range byName {
		out = append(out, g)
	}
	slices.SortFunc(out, func(a, b listedGroup) int { return cmp.Compare(a.name, b.name) })
	return out, nil
}

func (w *administration) groupsOf(ctx context.Context, broker int32) ([]listedGroup, error) {
	resp, err := w.client.Broker(int(broker)).Request(ctx, kmsg.NewPtrListGroupsRequest())
	if err != nil {
		return nil, err
	}
	answer := resp.(*kmsg.ListGroupsResponse)
	if e := brokerErrorCode(answer.ErrorCode, nil); e != nil {
		return nil, e
	}
	var found []listedGroup
	for _, g := range answer.Groups {
		kind := g.GroupType
		if kind == "" {
			kind = "classic" // the only one, for brokers that do not say
		}
		found = append(found, listedGroup{g.Group, kind, g.ProtocolType, g.GroupState, broker})
	}
	return found, nil
}
