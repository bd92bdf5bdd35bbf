package kafkalib

import (
	"slices"
	"strings"
)

// groupOptions belong to members of groups.
var groupOptions = []*option{
	{name: "group-id", aliases: []string{"group"}, kinds: consumingKinds, form: textOption,
		meaning: "the group whose members share the partitions and commit; without it the consumer reads all partitions itself and commits nothing"},
	{name: "group-instance-id", kinds: setOf(Consumer, Stream), form: textOption,
		meaning: "makes the member static: it keeps its partitions over a restart and does not leave when it is closed"},
	{name: "group-protocol", kinds: setOf(Consumer, Stream), form: choiceOption, standard: "classic", choices: []string{"classic", "consumer"},
		meaning: "consumer is KIP-848, where the broker assigns the partitions and sets session-timeout-ms, heartbeat-interval-ms and the assignor"},
	{name: "enable-auto-commit", kinds: setOf(Consumer), form: booleanOption, standard: true,
		meaning: "commits the records that the script has shown to be done with, every auto-commit-interval-ms; needs a group"},
	{name: "auto-commit-interval-ms", kinds: setOf(Consumer), form: millisOption, standard: int64(5_000), min: 0, max: noLimit,
		meaning: "pause between automatic commits"},
	{name: "max-poll-interval-ms", kinds: consumingKinds, form: millisOption, standard: int64(300_000), min: 1, max: noLimit,
		meaning: "a member that does not poll for so long leaves its group; the next poll joins again"},
	{name: "session-timeout-ms", kinds: setOf(Consumer, Stream), form: millisOption, standard: int64(45_000), min: 100, max: noLimit,
		meaning: "a member that is silent for so long is removed from its group"},
	{name: "heartbeat-interval-ms", kinds: setOf(Consumer, Stream), form: millisOption, standard: int64(3_000), min: 1, max: noLimit,
		meaning: "pause between signs of life; less than session-timeout-ms"},
	{name: "partition-assignment-strategy", kinds: setOf(Consumer, Stream), form: specialOption, typeName: "text or list of texts", standard: []string{"cooperative-sticky"},
		rangeText: "cooperative-sticky | sticky | range | round-robin", parse: parseAssignors,
		meaning: "how the classic protocol distributes partitions; Java's class names and lists too"},
	{name: "on-rebalance", kinds: setOf(Consumer), form: functionOption,
		meaning: `function of (event partitions), called in kafka-poll; event is "assigned", "revoked" or "lost"`},
}

// javaAssignors are the classes of Java's client.
var javaAssignors = map[string]string{
	"RangeAssignor":             "range",
	"RoundRobinAssignor":        "round-robin",
	"StickyAssignor":            "sticky",
	"CooperativeStickyAssignor": "cooperative-sticky",
}

func parseAssignors(v any) (any, error) {
	list, err := convertList(v)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, text := range list.([]string) {
		name := className(text)
		if java, ok := javaAssignors[name]; ok {
			name = java
		}
		switch name = strings.ToLower(name); name {
		case "roundrobin":
			name = "round-robin"
		case "cooperative-sticky", "sticky", "range", "round-robin":
		default:
			return nil, expected("cooperative-sticky, sticky, range, round-robin, or Java's class names of these")
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil, expected("at least one assignor")
	}
	return names, nil
}
