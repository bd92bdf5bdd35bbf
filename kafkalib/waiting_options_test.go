package kafkalib

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestOptionsAboutTimeBesideSignatures asserts that the functions take the options that they are
// said to take.
func TestOptionsAboutTimeBesideSignatures(t *testing.T) {
	calls := map[string]string{
		"kafka-send":         `(kafka-send p "t" "v" OPTION)`,
		"kafka-send-records": `(kafka-send-records p () OPTION)`,
		"kafka-flush":        `(kafka-flush p OPTION)`,
		"kafka-destroy":      `(kafka-destroy "p99" OPTION)`,
		"kafka-delete-app":   `(kafka-delete-app "p99" OPTION)`,
		"kafka-poll":         `(kafka-poll c "t" 0 OPTION)`,
		"kafka-subscribe":    `(kafka-subscribe c "t" OPTION)`,
		"kafka-assign":       `(kafka-assign c () OPTION)`,
		"kafka-commit":       `(kafka-commit c () OPTION)`,
		"kafka-committed":    `(kafka-committed c OPTION)`,
		"kafka-lag":          `(kafka-lag c OPTION)`,
		"kafka-partitions":   `(kafka-partitions p "t" OPTION)`,
	}
	s := newEmbeddedScript(t)
	s.eval(`(do (kafka-create-topics "embedded" "t") (set p (kafka-create "producer" "embedded"))
		(set c (kafka-create "consumer" "embedded" "group" => "g")) (kafka-subscribe c "t"))`)
	for _, function := range slices.Sorted(maps.Keys(waitingCalls)) {
		t.Run(function, func(t *testing.T) {
			call, ok := calls[function]
			if !ok {
				t.Fatal("no call to try its options with")
			}
			for _, option := range append(WaitingOptions(function), "timeout-ms") {
				if _, err := s.try(strings.Replace(call, "OPTION", `"`+option+`" => 60000`, 1)); err != nil {
					t.Errorf("option %s: %v", option, err)
				}
			}
			s.fails(strings.Replace(call, "OPTION", `"poll-timeout-ms" => 60000`, 1), "INVALID_CONFIG")
		})
	}
	if got := WaitingOptions("kafka-purge"); got != nil {
		t.Errorf("kafka-purge\ngot  %v\nwant nil", got)
	}
}
