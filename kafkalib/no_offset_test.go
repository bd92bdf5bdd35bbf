package kafkalib

import (
	"strings"
	"testing"
)

// TestNothingSaysWhereToBegin polls with auto-offset-reset "none" where there is no
// commit.
func TestNothingSaysWhereToBegin(t *testing.T) {
	for _, tc := range []struct{ name, group, begin, missing, remedy string }{
		{"a member of a group", `"group" => "g"`, `(kafka-subscribe c "t")`, `group "g" has no committed offset for the partition`, "kafka-alter-group-offsets"},
		{"an assignment with a group", `"group" => "g"`, `(kafka-assign c (("topic" => "t" "partition" => 0)))`, `group "g" has no committed offset for the partition`, "kafka-alter-group-offsets"},
		{"without a group", "", `(kafka-subscribe c "t")`, "the consumer has no group", "kafka-assign"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := newEmbeddedScript(t)
			s.eval(`(do (kafka-create-topics "embedded" "t")
				(set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "none" ` + tc.group + `)))`)
			e := s.fails(`(do `+tc.begin+` (kafka-poll c 60000))`, "OFFSET_OUT_OF_RANGE")
			for _, part := range []string{tc.missing, tc.remedy} {
				if !strings.Contains(e.Message, part) {
					t.Errorf("message\ngot  %s\nwant %s in it", e.Message, part)
				}
			}
		})
	}
}
