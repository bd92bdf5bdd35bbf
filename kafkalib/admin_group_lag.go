package kafkalib

import (
	"context"

	"github.com/bpl-lang/bpl/interp"
)

var helpGroupLag = interp.Help{
	Signature: `(kafka-group-lag where groups "timeout-ms" => n)`,
	Summary:   "tells how far groups are behind, by what they have committed",
	Result: `a list of ("group" "topic" "partition" "committed" "end-offset" "lag" "member-id"), group by group, sorted: the partitions that have a commit or a member. ` +
		`lag is end-offset minus committed; committed and lag are null without a commit, member-id without a member`,
	Args:    []interp.HelpArg{argWhere, argGroups, argTimeout},
	Errors:  []string{errNoAnswer, "GROUP_ID_NOT_FOUND: there is no such group; in a list of groups it is an element with \"code\" and \"message\""},
	Related: []string{"kafka-group-offsets", "kafka-describe-groups", "kafka-lag"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "behind")
  (kafka-send (kafka-create "producer" "embedded") "behind" ("a" "b" "c"))
  (kafka-alter-group-offsets "embedded" "readers" (list ("topic" => "behind" "partition" => 0 "offset" => 1)))
  (kafka-group-lag "embedded" "readers"))`,
		Result: `(("group" => "readers" "topic" => "behind" "partition" => 0 "committed" => 1 "end-offset" => 3 "lag" => 2 "member-id" => null))`}},
}

// groupLag is (kafka-group-lag where groups).
func groupLag(call *interp.Call) (interp.Value, error) {
	w, groups, err := lookAtGroups(call)
	if err != nil {
		return interp.Null(), err
	}
	var lags groupLags
	err = w.run(call, "the lag of "+many(groups.names), func(ctx context.Context) (err error) {
		lags, err = w.groupLags(ctx, groups.names)
		return err
	})
	if err != nil {
		return interp.Null(), err
	}
	return w.lagTable(groups, lags)
}

// groupLags is what the lag of groups is computed from.
type groupLags struct {
	failed  map[string]*Error
	commits map[string]groupCommits
	members map[string]map[TopicPartition]string
	places  map[string][]TopicPartition // with a commit or a member, sorted
	ends    map[TopicPartition]listedOffset
	unended map[TopicPartition]*Error
}

func (w *administration) groupLags(ctx context.Context, groups []string) (groupLags, error) {
	l := groupLags{members: make(map[string]map[TopicPartition]string), places: make(map[string][]TopicPartition)}
	infos, failed, err := w.describeGroups(ctx, groups)
	if err != nil {
		return l, err
	}
	l.failed = failed
	var described []string
	for _, group := range groups {
		if failed[group] == nil {
			described = append(described, group)
		}
	}
	commits, failed, err := w.commitsOf(ctx, described)
	if err != nil {
		return l, err
	}
	l.commits = commits
	all := make(map[TopicPartition]bool)
	for _, group := range described {
		if e := failed[group]; e != nil {
			l.failed[group] = e
			continue
		}
		l.members[group] = make(map[TopicPartition]string)
		for _, m := range infos[group].members {
			for _, place := range m.assignment {
				l.members[group][place] = m.id
			}
		}
		places := commits[group].places()
		for place := range l.members[group] {
			if _, committed := commits[group][place]; !committed {
				places = append(places, place)
			}
		}
		sortPlaces(places)
		l.places[group] = places
		for _, place := range places {
			all[place] = true
		}
	}
	var asked []TopicPartition
	for place := range all {
		asked = append(asked, place)
	}
	sortPlaces(asked)
	l.ends, l.unended, err = w.endsOf(ctx, asked)
	return l, err
}

func (w *administration) lagTable(groups nameList, l groupLags) (interp.Value, error) {
	table := newResultTable("group", "topic", "partition", "committed", "end-offset", "lag", "member-id")
	for _, group := range groups.names {
		if e := l.failed[group]; e != nil {
			if groups.alone {
				return interp.Null(), e
			}
			table.fail(e, interp.String(group))
			continue
		}
		for _, place := range l.places[group] {
			if !w.visible(place.Topic) {
				continue
			}
			committed, end, lag := interp.Null(), interp.Null(), interp.Null()
			commit, ok := l.commits[group][place]
			e := commit.err
			if ok && e == nil {
				committed = number(commit.offset)
			}
			if l.unended[place] != nil {
				e = l.unended[place]
			} else {
				end = number(l.ends[place].offset)
				if !committed.IsNull() {
					lag = number(l.ends[place].offset - commit.offset)
				}
			}
			values := append([]interp.Value{interp.String(group)}, place.values()...)
			values = append(values, committed, end, lag, textOrNull(l.members[group][place]))
			if e != nil {
				table.fail(e, values...)
			} else {
				table.add(values...)
			}
		}
	}
	return table.value(), nil
}
