package kafkalib

import (
	"context"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
)

var helpAlterGroupOffsets = interp.Help{
	Signature: `(kafka-alter-group-offsets where group offsets "to" => form "dry-run" => b "timeout-ms" => n)`,
	Summary:   "sets the commits of a group that has no members",
	Result:    `a list of ("topic" "partition" "from" "to" "code"): the commit before, the new one, and the code where it failed`,
	Args: []interp.HelpArg{
		argWhere,
		{Name: "group", Type: "string", Meaning: "a group; one that does not exist is created"},
		{Name: "offsets", Type: "string or list", Meaning: `a list of ("topic" "partition" "offset") with optional "metadata", or topics with "to"; () changes nothing`},
		{Name: `"to"`, Type: "any", Meaning: `an offset, also beyond the end, "beginning", "end", ("timestamp" => ms), a negative number counted from the end, or ("shift" => n) from the commit; the last two never lead before the beginning`},
		{Name: `"dry-run"`, Type: "boolean", Meaning: "tells what would be changed, and changes nothing"},
		argTimeout,
	},
	Errors: []string{
		"NON_EMPTY_GROUP: the group has members", "INVALID_TOPIC_EXCEPTION: a name is not valid", errNoAnswer,
		"UNKNOWN_TOPIC_OR_PARTITION: there is no such topic; in a list it is the \"code\" of an element",
		"of a partition, as \"code\": INVALID_ARGUMENT, a shift where nothing is committed; UNKNOWN_TOPIC_OR_PARTITION …",
	},
	Related: []string{"kafka-group-offsets", "kafka-delete-group-offsets", "kafka-committed"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "replayed")
  (kafka-send (kafka-create "producer" "embedded") "replayed" ("a" "b" "c"))
  (kafka-alter-group-offsets "embedded" "readers" "replayed" "to" => "end")
  (kafka-alter-group-offsets "embedded" "readers" "replayed" "to" => ("shift" => -2)))`,
		Result: `(("topic" => "replayed" "partition" => 0 "from" => 3 "to" => 1 "code" => null))`}},
}

// alterGroupOffsets is (kafka-alter-group-offsets where group offsets option…).
func alterGroupOffsets(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 3)
	if err != nil {
		return interp.Null(), err
	}
	group, err := a.groupName("group", a.at(1))
	if err != nil {
		return interp.Null(), err
	}
	targets, alone, err := a.commitTargets(a.at(2))
	if err != nil {
		return interp.Null(), err
	}
	dry, err := a.truthOption("dry-run")
	if err != nil {
		return interp.Null(), err
	}
	var topics []string
	for _, t := range targets {
		topics = append(topics, t.topic)
	}
	if err := a.permitted(Alter, topics...); err != nil {
		return interp.Null(), err
	}
	w, err := a.where("to", "dry-run")
	if err != nil {
		return interp.Null(), err
	}
	var plan []commitChange
	if len(targets) > 0 {
		err = w.run(call, "the commits of group "+quote(group), func(ctx context.Context) (err error) {
			if plan, err = w.planCommits(ctx, group, targets); err != nil || dry {
				return err
			}
			return w.commitPlan(ctx, group, plan)
		})
		if err != nil {
			return interp.Null(), err
		}
	}
	table := newPlaceTable("from", "to", "code")
	for _, c := range plan {
		if c.err != nil && alone && c.place.Partition < 0 {
			return interp.Null(), c.err
		}
		to := interp.Null()
		if c.resolved {
			to = number(c.to)
		}
		table.add(c.place, orNull(c.from), to, codeOf(c.err))
	}
	return table.value(), nil
}

// A commitChange is what is to become of one commit.
type commitChange struct {
	place    TopicPartition // partition -1: a topic that failed
	form     offsetForm
	metadata string
	from     int64 // -1: none
	to       int64
	resolved bool // to is known
	err      *Error
}

// planCommits finds out what the new commits are to be.
func (w *administration) planCommits(ctx context.Context, group string, targets []commitTarget) ([]commitChange, error) {
	if err := w.needEmpty(ctx, group); err != nil {
		return nil, err
	}
	var topics []string
	for _, t := range targets {
		topics = append(topics, t.topic)
	}
	infos, unknown, err := w.lookUp(ctx, topics)
	if err != nil {
		return nil, err
	}
	commits, failed, err := w.commitsOf(ctx, []string{group})
	if err != nil {
		return nil, err
	}
	if e := failed[group]; e != nil {
		return nil, e
	}
	var plan []commitChange
	for _, t := range targets {
		for _, place := range t.places(infos[t.topic]) {
			c := commitChange{place: place, form: t.form, metadata: t.metadata, from: -1, err: unknown[t.topic]}
			if commit, ok := commits[group][place]; ok {
				c.from, c.err = commit.offset, commit.err
			}
			if c.err == nil && !infos[t.topic].has(place.Partition) {
				c.err = unknownPartition(place)
			}
			plan = append(plan, c)
		}
	}
	return plan, w.resolveCommits(ctx, plan)
}

// places are the partitions of a target; a topic that is not known stands for
// itself.
func (t commitTarget) places(info *topicInfo) []TopicPartition {
	if t.partition >= 0 || info == nil {
		return []TopicPartition{{t.topic, t.partition}}
	}
	return placesOf([]string{t.topic}, map[string]*topicInfo{t.topic: info})
}

// has reports whether the topic has a partition; partitions are numbered
// without gaps.
func (info *topicInfo) has(partition int32) bool {
	return info != nil && partition >= 0 && int(partition) < len(info.partitions)
}

// needEmpty refuses a group that has members: they would go on from where
// they are, and overwrite the commits.
func (w *administration) needEmpty(ctx context.Context, group string) error {
	infos, failed, err := w.describeGroups(ctx, []string{group})
	if err != nil {
		return err
	}
	if e := failed[group]; e != nil && e.Code != kerr.GroupIDNotFound.Message {
		return e
	}
	if n := len(infos[group].members); n > 0 {
		return nonEmptyGroup(group)
	}
	return nil
}

func nonEmptyGroup(group string) *Error {
	e := brokerErrorCode(kerr.NonEmptyGroup.Code, nil)
	e.Message = "group " + quote(group) + " has members: end them before its commits are altered"
	return e
}

// resolveCommits turns the forms of a plan into offsets.
func (w *administration) resolveCommits(ctx context.Context, plan []commitChange) error {
	var begins, ends, times []TopicPartition
	timeOf := make(map[TopicPartition]int64)
	for _, c := range plan {
		if c.err != nil {
			continue
		}
		switch c.form.kind {
		case atBeginning:
			begins = append(begins, c.place)
		case shifted:
			begins = append(begins, c.place)
		case beforeEnd:
			begins, ends = append(begins, c.place), append(ends, c.place)
		case atEnd:
			ends = append(ends, c.place)
		case atTime:
			times, ends = append(times, c.place), append(ends, c.place)
			timeOf[c.place] = c.form.n
		}
	}
	begin, failed1, err := w.startsOf(ctx, begins)
	if err != nil {
		return err
	}
	end, failed2, err := w.endsOf(ctx, ends)
	if err != nil {
		return err
	}
	timed, failed3, err := w.listOffsets(ctx, times, func(place TopicPartition) int64 { return timeOf[place] })
	if err != nil {
		return err
	}
	for i := range plan {
		c := &plan[i]
		for _, failed := range []map[TopicPartition]*Error{failed1, failed2, failed3} {
			if c.err == nil {
				c.err = failed[c.place]
			}
		}
		if c.err == nil {
			c.resolve(begin[c.place].offset, end[c.place].offset, timed[c.place].offset)
		}
	}
	return nil
}

// resolve computes the new commit. What is counted from elsewhere never leads
// before the beginning, where a reader would be reset.
func (c *commitChange) resolve(begin, end, timed int64) {
	c.resolved = true
	switch c.form.kind {
	case atOffset:
		c.to = c.form.n
	case atBeginning:
		c.to = begin
	case atEnd:
		c.to = end
	case beforeEnd:
		c.to = moved(end, -c.form.n, begin)
	case atTime:
		if c.to = timed; timed < 0 {
			c.to = end
		}
	case shifted:
		if c.from < 0 {
			c.resolved = false
			c.err = invalidArgument("nothing is committed that could be shifted")
			return
		}
		c.to = moved(c.from, c.form.n, begin)
	}
}

// commitPlan commits what has been resolved, and notes what failed.
func (w *administration) commitPlan(ctx context.Context, group string, plan []commitChange) error {
	change := make(map[TopicPartition]*commitChange)
	var places []TopicPartition
	for i := range plan {
		if c := &plan[i]; c.err == nil {
			change[c.place] = c
			places = append(places, c.place)
		}
	}
	failed, err := askItems(ctx, w, places, func(ctx context.Context, places []TopicPartition) (map[TopicPartition]*Error, error) {
		var offsets kadm.Offsets
		for _, place := range places {
			c := change[place]
			offsets.Add(kadm.Offset{Topic: place.Topic, Partition: place.Partition, At: c.to, LeaderEpoch: -1, Metadata: c.metadata})
		}
		answers, err := w.admin.CommitOffsets(ctx, group, offsets)
		if err != nil {
			return nil, err
		}
		failed := make(map[TopicPartition]*Error)
		for topic, partitions := range answers {
			for n, answer := range partitions {
				if answer.Err == nil {
					continue
				}
				e := errorFrom(answer.Err)
				if isMembership(e) { // a member has come meanwhile
					return nil, nonEmptyGroup(group)
				}
				failed[TopicPartition{topic, n}] = e
			}
		}
		return failed, nil
	})
	for place, e := range failed {
		change[place].err = e
	}
	return err
}

// isMembership reports whether a commit was refused since it came from no
// member of a group that has some.
func isMembership(e *Error) bool {
	switch e.Code {
	case kerr.UnknownMemberID.Message, kerr.IllegalGeneration.Message, kerr.RebalanceInProgress.Message, kerr.StaleMemberEpoch.Message, kerr.FencedMemberEpoch.Message:
		return true
	}
	return false
}
