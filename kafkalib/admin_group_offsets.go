package kafkalib

import (
	"context"
	"errors"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kerr"
)

var helpGroupOffsets = interp.Help{
	Signature: `(kafka-group-offsets where groups "timeout-ms" => n)`,
	Summary:   "tells what groups have committed",
	Result:    `a list of ("group" "topic" "partition" "offset" "metadata"), group by group, sorted; offset is that of the next record to read. A group without commits has no element`,
	Args:      []interp.HelpArg{argWhere, argGroups, argTimeout},
	Errors:    []string{errNoAnswer, "GROUP_AUTHORIZATION_FAILED and the like; in a list of groups it is an element with \"code\" and \"message\""},
	Related:   []string{"kafka-group-lag", "kafka-alter-group-offsets", "kafka-delete-group-offsets", "kafka-committed"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "done")
  (kafka-alter-group-offsets "embedded" "readers" (list ("topic" => "done" "partition" => 0 "offset" => 7)))
  (kafka-group-offsets "embedded" "readers"))`,
		Result: `(("group" => "readers" "topic" => "done" "partition" => 0 "offset" => 7 "metadata" => ""))`}},
}

// groupOffsets is (kafka-group-offsets where groups).
func groupOffsets(call *interp.Call) (interp.Value, error) {
	w, groups, err := lookAtGroups(call)
	if err != nil {
		return interp.Null(), err
	}
	var found map[string]groupCommits
	var failed map[string]*Error
	err = w.run(call, "the offsets of "+many(groups.names), func(ctx context.Context) (err error) {
		found, failed, err = w.commitsOf(ctx, groups.names)
		return err
	})
	if err != nil {
		return interp.Null(), err
	}
	table := newResultTable("group", "topic", "partition", "offset", "metadata")
	for _, group := range groups.names {
		if e := failed[group]; e != nil {
			if groups.alone {
				return interp.Null(), e
			}
			table.fail(e, interp.String(group))
			continue
		}
		for _, place := range found[group].places() {
			if !w.visible(place.Topic) {
				continue
			}
			c := found[group][place]
			values := append([]interp.Value{interp.String(group)}, place.values()...)
			if c.err != nil {
				table.fail(c.err, values...)
				continue
			}
			table.add(append(values, number(c.offset), interp.String(c.metadata))...)
		}
	}
	return table.value(), nil
}

// groupCommits are the commits of a group.
type groupCommits map[TopicPartition]groupCommit

type groupCommit struct {
	offset   int64
	metadata string
	err      *Error // the broker could not tell
}

// places are the partitions with a commit, sorted.
func (c groupCommits) places() []TopicPartition {
	var places []TopicPartition
	for place := range c {
		places = append(places, place)
	}
	sortPlaces(places)
	return places
}

// commitsOf asks for all commits of groups. A group that does not exist has
// none.
func (w *administration) commitsOf(ctx context.Context, groups []string) (map[string]groupCommits, map[string]*Error, error) {
	found := make(map[string]groupCommits)
	failed, err := askItems(ctx, w, groups, func(ctx context.Context, groups []string) (map[string]*Error, error) {
		failed := make(map[string]*Error)
		for group, answer := range w.admin.FetchManyOffsets(ctx, groups...) {
			if answer.Err != nil && !errors.Is(answer.Err, kerr.GroupIDNotFound) {
				failed[group] = errorFrom(answer.Err)
				continue
			}
			commits := make(groupCommits)
			for topic, partitions := range answer.Fetched {
				for n, o := range partitions {
					if o.Err != nil {
						commits[TopicPartition{topic, n}] = groupCommit{err: errorFrom(o.Err)}
					} else if o.At >= 0 {
						commits[TopicPartition{topic, n}] = groupCommit{offset: o.At, metadata: o.Metadata}
					}
				}
			}
			found[group] = commits
		}
		return failed, nil
	})
	return found, failed, err
}
