package kafkalib

import (
	"context"

	"github.com/bpl-lang/bpl/interp"
)

var helpDescribeGroups = interp.Help{
	Signature: `(kafka-describe-groups where groups "timeout-ms" => n)`,
	Summary:   "describes groups and their members",
	Result: `group => ("type" "protocol" "state" "coordinator" "members"), members a list of ("member-id" "instance-id" "client-id" "host" "assignment"), ` +
		`assignment a list of ("topic" "partition"); for a group that fails ("code" "message")`,
	Args:    []interp.HelpArg{argWhere, argGroups, argTimeout},
	Errors:  []string{errNoAnswer},
	Related: []string{"kafka-groups", "kafka-group-lag"},
	Examples: []interp.HelpExample{
		{Expression: `(do (kafka-create-topics "embedded" "described")
  (set c (kafka-create "consumer" "embedded" "group" => "readers" "client-id" => "me"))
  (kafka-poll c "described" 1000)
  (set g (get (kafka-describe-groups "embedded" "readers") "readers"))
  (list (get g "state") (apply (get g "members") m (list (get m "client-id") (get m "assignment")))))`,
			Result: `("Stable" (("me" (("topic" => "described" "partition" => 0)))))`},
		{Expression: `(get (get (kafka-describe-groups "embedded" "nobody") "nobody") "code")`, Result: `"GROUP_ID_NOT_FOUND"`},
	},
}

// describeGroups is (kafka-describe-groups where groups).
func describeGroups(call *interp.Call) (interp.Value, error) {
	w, groups, err := lookAtGroups(call)
	if err != nil {
		return interp.Null(), err
	}
	var found map[string]groupInfo
	var failed map[string]*Error
	err = w.run(call, "the description of "+many(groups.names), func(ctx context.Context) (err error) {
		found, failed, err = w.describeGroups(ctx, groups.names)
		return err
	})
	if err != nil {
		return interp.Null(), err
	}
	out := interp.NewList(0)
	for _, name := range groups.names {
		l := interp.NewList(0)
		if g, ok := found[name]; ok {
			l.Put("type", interp.String(g.kind))
			l.Put("protocol", textOrNull(g.protocol))
			l.Put("state", interp.String(g.state))
			l.Put("coordinator", interp.Int(g.coordinator))
			l.Put("members", w.memberTable(g.members))
		} else {
			putFailure(l, failed[name])
		}
		out.Put(name, interp.FromList(l))
	}
	return interp.FromList(out), nil
}

// memberTable is the list of a group's members. The assignment is null where
// the members are no consumers.
func (w *administration) memberTable(members []groupMember) interp.Value {
	table := newResultTable("member-id", "instance-id", "client-id", "host", "assignment")
	for _, m := range members {
		assignment := interp.Null()
		if m.assigned {
			var visible []TopicPartition
			for _, p := range m.assignment {
				if w.visible(p.Topic) {
					visible = append(visible, p)
				}
			}
			assignment = partitionList(visible)
		}
		table.add(interp.String(m.id), textPointer(m.instance), interp.String(m.client), interp.String(m.host), assignment)
	}
	return table.value()
}
