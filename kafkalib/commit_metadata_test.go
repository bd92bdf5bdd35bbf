package kafkalib

import "testing"

// TestCommitMetadata asserts that a commit has the metadata that the script
// gave, and none where it gave none, in a group and without membership.
func TestCommitMetadata(t *testing.T) {
	for _, begin := range []string{`(kafka-poll c "t" 60000)`, `(kafka-assign c (("topic" => "t" "partition" => 0 "offset" => 0)))`} {
		t.Run(begin, func(t *testing.T) {
			sideBySide(t)
			s := withTopic(t)
			seven(s)
			s.eval(`(do (set c (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest")) ` + begin + `)`)
			for _, tc := range []struct{ offsets, metadata string }{
				{`(("topic" => "t" "partition" => 0 "offset" => 1 "metadata" => "half"))`, "half"},
				{`(("topic" => "t" "partition" => 0 "offset" => 2))`, ""},
				{`(("topic" => "t" "partition" => 0 "offset" => 3 "metadata" => ""))`, ""},
				{`(("topic" => "t" "partition" => 0 "offset" => 4 "metadata" => "日本"))`, "日本"},
			} {
				s.eval(`(kafka-commit c ` + tc.offsets + `)`)
				s.want(`(get (get (kafka-group-offsets "embedded" ("g")) 0) "metadata")`, `"`+tc.metadata+`"`)
			}
		})
	}
}
