package kafkalib

import "github.com/bpl-lang/bpl/interp"

var helpStats = interp.Help{
	Signature: `(kafka-stats kid)`,
	Summary:   "gives the statistics of a handle, after librdkafka's statistics; asks no broker and never waits for one",
	Result:    `a named list: figures of the client, "brokers" by id, "topics" with their "partitions", "cgrp" of a member of a group, "interpreter"; times are in ms. spec/statistics.md describes each figure`,
	Args:      []interp.HelpArg{{Name: "kid", Type: "string", Meaning: "a handle"}},
	Errors:    []string{"INVALID_HANDLE: the handle is not open"},
	Related:   []string{"kafka-on-stats", "kafka-alarm", "kafka-events", "kafka-lag"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "counted")
  (set p (kafka-create "producer" "embedded"))
  (kafka-send p "counted" ("a" "b" "c"))
  (set s (kafka-stats p))
  (list s/type s/delivered s/queue-age))`, Result: `("producer" 3 0)`}},
}

// kafkaStats is (kafka-stats kid).
func kafkaStats(c *interp.Call) (interp.Value, error) {
	_, h, err := handleArguments(c, 1)
	if err == nil {
		err = h.observed()
	}
	if err != nil {
		return interp.Null(), err
	}
	return h.figures(need{all: true, groups: map[string]bool{interpreterGroup: true}}, c.Session().Stats).value(), nil
}
