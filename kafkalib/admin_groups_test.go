package kafkalib

import (
	"testing"
)

// grouped is a script whose topic "t" has two partitions with three records
// each, and whose group "g" has committed 1 of the first and 3 of the second.
func grouped(t *testing.T) *script {
	t.Helper()
	s := newScript(t)
	s.eval(`(do (kafka-create-topics "embedded" (("name" => "t" "partitions" => 2) "500"))
	  (set p (kafka-create "producer" "embedded"))
	  (kafka-send p "t" ("a" "b" "c") "partition" => 0 "timestamp" => 1000)
	  (kafka-send p "t" ("a" "b") "partition" => 1 "timestamp" => 1000)
	  (kafka-send p "t" "c" "partition" => 1 "timestamp" => 2000)
	  (kafka-alter-group-offsets "embedded" "g" (list ("topic" => "t" "partition" => 0 "offset" => 1 "metadata" => "note") ("topic" => "t" "partition" => 1 "offset" => "end")))
	  (set committed (function (group) (apply (kafka-group-offsets "embedded" group) o (list (get o "topic") (get o "partition") (get o "offset"))))))`)
	return s
}

// reading makes a consumer of group "busy", which has its assignment.
func reading(s *script) {
	s.t.Helper()
	s.eval(`(do (set c (kafka-create "consumer" "embedded" "group" => "busy" "client-id" => "reader" "auto-offset-reset" => "earliest" "enable-auto-commit" => false))
	  (set n 0) (while (< n 6) (set n (+ n (size (kafka-poll c "t" 60000)))))
	  (kafka-commit c))`)
}

func TestGroupsListedAndDescribed(t *testing.T) {
	s := grouped(t)
	reading(s)
	s.want(`(apply (kafka-groups "embedded") g (list (get g "group") (get g "type") (get g "protocol") (get g "state") (>= (get g "coordinator") 0)))`,
		`(("busy" "classic" "consumer" "Stable" true) ("g" "classic" null "Empty" true))`)
	s.want(`(do (set d (kafka-describe-groups "embedded" ("g" "nope" "busy" "g"))) (apply d g (list (get g "type") (get g "protocol") (get g "state") (get g "code"))))`,
		`("g" => ("classic" null "Empty" null) "nope" => (null null null "GROUP_ID_NOT_FOUND") "busy" => ("classic" "consumer" "Stable" null))`)
	s.want(`(get d "nope")`, `("code" => "GROUP_ID_NOT_FOUND" "message" => "group \"nope\" does not exist")`)
	s.want(`(apply (get (get d "busy") "members") m (list (get m "instance-id") (get m "client-id") (get m "assignment")))`,
		`((null "reader" (("topic" => "t" "partition" => 0) ("topic" => "t" "partition" => 1))))`)
	s.want(`(get (get d "g") "members")`, `()`)
	s.want(`(kafka-describe-groups "embedded" ())`, `()`)
	s.fails(`(kafka-describe-groups "embedded" "")`, "INVALID_ARGUMENT")
	s.fails(`(kafka-describe-groups "embedded" null)`, "INVALID_ARGUMENT")
	s.fails(`(kafka-describe-groups "embedded" ("g" 5))`, "INVALID_ARGUMENT")
}

func TestConsumerProtocolGroups(t *testing.T) {
	s := grouped(t)
	s.eval(`(do (set c (kafka-create "consumer" "embedded" "group" => "new" "group-protocol" => "consumer" "client-id" => "reader" "auto-offset-reset" => "earliest"))
	  (set n 0) (while (< n 6) (set n (+ n (size (kafka-poll c "t" 60000))))))`)
	s.want(`(do (set d (get (kafka-describe-groups "embedded" "new") "new")) (list (get d "type") (get d "protocol") (get d "state")))`, `("consumer" "consumer" "Stable")`)
	s.want(`(apply (get d "members") m (list (get m "client-id") (size (get m "assignment"))))`, `(("reader" 2))`)
	s.want(`(apply (find (kafka-groups "embedded") g (= (get g "group") "new")) g (get g "type"))`, `("consumer")`)
	s.fails(`(kafka-alter-group-offsets "embedded" "new" "t" "to" => "end")`, "NON_EMPTY_GROUP")
	s.want(`(kafka-destroy c)`, `true`)
	s.want(`(apply (kafka-alter-group-offsets "embedded" "new" "t" "to" => 2) o (list (get o "to") (get o "code")))`, `((2 null) (2 null))`)
}

func TestGroupOffsets(t *testing.T) {
	s := grouped(t)
	s.want(`(kafka-group-offsets "embedded" ("nope" "g"))`,
		`(("group" => "g" "topic" => "t" "partition" => 0 "offset" => 1 "metadata" => "note") ("group" => "g" "topic" => "t" "partition" => 1 "offset" => 3 "metadata" => ""))`)
	s.want(`(kafka-group-offsets p "nope")`, `()`)
	s.want(`(kafka-group-offsets p ())`, `()`)
	reading(s)
	s.want(`(committed "busy")`, `(("t" 0 3) ("t" 1 3))`)
}

func TestGroupLag(t *testing.T) {
	s := grouped(t)
	s.want(`(kafka-group-lag "embedded" "g")`,
		`(("group" => "g" "topic" => "t" "partition" => 0 "committed" => 1 "end-offset" => 3 "lag" => 2 "member-id" => null)`+
			` ("group" => "g" "topic" => "t" "partition" => 1 "committed" => 3 "end-offset" => 3 "lag" => 0 "member-id" => null))`)
	s.eval(`(do (set c (kafka-create "consumer" "embedded" "group" => "busy" "auto-offset-reset" => "earliest" "enable-auto-commit" => false))
	  (set n 0) (while (< n 6) (set n (+ n (size (kafka-poll c "t" 60000)))))
	  (kafka-commit c (list ("topic" => "t" "partition" => 1 "offset" => 2))))`)
	s.want(`(apply (kafka-group-lag "embedded" ("busy" "nope")) l (list (get l "group") (get l "partition") (get l "committed") (get l "end-offset") (get l "lag") (= null (get l "member-id")) (get l "code")))`,
		`(("busy" 0 null 3 null false null) ("busy" 1 2 3 1 false null) ("nope" null null null null true "GROUP_ID_NOT_FOUND"))`)
	s.want(`(kafka-group-lag "embedded" ())`, `()`)
	s.fails(`(kafka-group-lag "embedded" "nope")`, "GROUP_ID_NOT_FOUND")
}

func TestAlterGroupOffsets(t *testing.T) {
	sideBySide(t)
	for _, tc := range []struct{ name, offsets, want string }{
		{"numbers", `(list ("topic" => "t" "partition" => 1 "offset" => 0) ("topic" => "t" "partition" => 0 "offset" => "2"))`, `((1 3 0 null) (0 1 2 null))`},
		{"beyond the end", `"t" "to" => 1099511627776`, `((0 1 1099511627776 null) (1 3 1099511627776 null))`},
		{"beginning and end", `(list ("topic" => "t" "partition" => 0 "offset" => "end") ("topic" => "t" "partition" => 1 "offset" => "beginning"))`, `((0 1 3 null) (1 3 0 null))`},
		{"earliest", `("t") "to" => "earliest"`, `((0 1 0 null) (1 3 0 null))`},
		{"latest", `("name" => "t") "to" => "latest"`, `((0 1 3 null) (1 3 3 null))`},
		{"time", `"t" "to" => ("timestamp" => 1500)`, `((0 1 3 null) (1 3 2 null))`},
		{"from the end", `"t" "to" => -1`, `((0 1 2 null) (1 3 2 null))`},
		{"from the end, before the beginning", `"t" "to" => -5`, `((0 1 0 null) (1 3 0 null))`},
		{"shift", `"t" "to" => ("shift" => -1)`, `((0 1 0 null) (1 3 2 null))`},
		{"shift beyond the end", `"t" "to" => ("shift" => 10)`, `((0 1 11 null) (1 3 13 null))`},
		{"shift far beyond", `"t" "to" => ("shift" => 9223372036854775807)`, `((0 1 9223372036854775807 null) (1 3 9223372036854775807 null))`},
		{"shift before the beginning", `"t" "to" => ("shift" => -2)`, `((0 1 0 null) (1 3 1 null))`},
		{"own before that of the call", `(list ("topic" => "t" "partition" => 0) ("topic" => "t" "partition" => 1 "offset" => 1)) "to" => 2`, `((0 1 2 null) (1 3 1 null))`},
		{"a failing one hides no other", `(list ("topic" => "t" "partition" => 7 "offset" => 0) ("topic" => "nope" "partition" => 0 "offset" => 0) ("topic" => "t" "partition" => 0 "offset" => 0))`,
			`((7 null null "UNKNOWN_TOPIC_OR_PARTITION") (0 null null "UNKNOWN_TOPIC_OR_PARTITION") (0 1 0 null))`},
		{"unknown topic in a list", `("nope" "500") "to" => "end"`, `((null null null "UNKNOWN_TOPIC_OR_PARTITION") (0 null 0 null))`},
		{"a shift of nothing", `("500" "t" "t") "to" => ("shift" => 1)`, `((0 null null "INVALID_ARGUMENT") (0 1 2 null) (1 3 4 null))`},
		{"nothing", `()`, `()`},
		{"nothing, to", `() "to" => "beginning"`, `()`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := grouped(t)
			before := s.eval(`(committed "g")`).String()
			s.want(`(apply (kafka-alter-group-offsets "embedded" "g" `+tc.offsets+` "dry-run" => true) o (list (get o "partition") (get o "from") (get o "to") (get o "code")))`, tc.want)
			s.want(`(committed "g")`, before)
			s.want(`(apply (set done (kafka-alter-group-offsets "embedded" "g" `+tc.offsets+`)) o (list (get o "partition") (get o "from") (get o "to") (get o "code")))`, tc.want)
			s.want(`(find done o (and (= null (get o "code")) (not (= (get o "to") (get (get (find (kafka-group-offsets "embedded" "g") c (and (= (get c "topic") (get o "topic")) (= (get c "partition") (get o "partition")))) 0) "offset")))))`, `()`)
		})
	}
}

func TestAlterGroupOffsetsErrors(t *testing.T) {
	s := grouped(t)
	reading(s)
	for _, tc := range []struct{ name, call, code string }{
		{"members", `(kafka-alter-group-offsets "embedded" "busy" "t" "to" => "end")`, "NON_EMPTY_GROUP"},
		{"members, dry", `(kafka-alter-group-offsets "embedded" "busy" "t" "to" => "end" "dry-run" => true)`, "NON_EMPTY_GROUP"},
		{"unknown topic", `(kafka-alter-group-offsets "embedded" "g" "tt" "to" => "end")`, "UNKNOWN_TOPIC_OR_PARTITION"},
		{"no form", `(kafka-alter-group-offsets "embedded" "g" "t")`, "INVALID_ARGUMENT"},
		{"form", `(kafka-alter-group-offsets "embedded" "g" "t" "to" => "middle")`, "INVALID_CONFIG"},
		{"form of an element", `(kafka-alter-group-offsets "embedded" "g" (list ("topic" => "t" "partition" => 0 "offset" => ("shifted" => 1))))`, "INVALID_ARGUMENT"},
		{"twice", `(kafka-alter-group-offsets "embedded" "g" (list ("topic" => "t" "partition" => 0 "offset" => 1) ("topic" => "t" "partition" => 0 "offset" => 2)))`, "INVALID_ARGUMENT"},
		{"a partition and its topic", `(kafka-alter-group-offsets "embedded" "g" (list ("topic" => "t" "partition" => 0 "offset" => 1) "t") "to" => "end")`, "INVALID_ARGUMENT"},
		{"no group", `(kafka-alter-group-offsets "embedded" "" "t" "to" => "end")`, "INVALID_ARGUMENT"},
		{"bad name", `(kafka-alter-group-offsets "embedded" "g" "a b" "to" => "end")`, "INVALID_TOPIC_EXCEPTION"},
		{"null", `(kafka-alter-group-offsets "embedded" "g" null "to" => "end")`, "INVALID_ARGUMENT"},
	} {
		t.Run(tc.name, func(t *testing.T) { s.fails(tc.call, tc.code) })
	}
	s.want(`(committed "g")`, `(("t" 0 1) ("t" 1 3))`)
	s.want(`(committed "busy")`, `(("t" 0 3) ("t" 1 3))`)
}

// TestLargeOffsets commits offsets that no broker can be told to start at.
func TestLargeOffsets(t *testing.T) {
	s := grouped(t)
	s.want(`(kafka-alter-group-offsets "embedded" "g" (list ("topic" => "t" "partition" => 0 "offset" => 1099511627776)))`,
		`(("topic" => "t" "partition" => 0 "from" => 1 "to" => 1099511627776 "code" => null))`)
	s.want(`(committed "g")`, `(("t" 0 1099511627776) ("t" 1 3))`)
	s.want(`(apply (kafka-alter-group-offsets "embedded" "g" (list ("topic" => "t" "partition" => 0 "offset" => ("shift" => 1)))) o (get o "to"))`, `(1099511627777)`)
	s.want(`(get (get (kafka-group-lag "embedded" "g") 0) "lag")`, `-1099511627774`)
}

// TestDeleteNothing is row 50 of the traps: an empty list deletes nothing, and
// null is no list.
func TestDeleteNothing(t *testing.T) {
	s := grouped(t)
	for _, call := range []string{
		`(kafka-delete-group-offsets "embedded" "g" ())`,
		`(kafka-delete-groups "embedded" ())`,
		`(kafka-delete-topics "embedded" ())`,
		`(kafka-delete-records "embedded" ())`,
		`(kafka-alter-group-offsets "embedded" "g" ())`,
	} {
		s.want(call, `()`)
	}
	for _, call := range []string{
		`(kafka-delete-group-offsets "embedded" "g" null)`,
		`(kafka-delete-groups "embedded" null)`,
		`(kafka-delete-topics "embedded" null)`,
		`(kafka-delete-records "embedded" null)`,
	} {
		s.fails(call, "INVALID_ARGUMENT")
	}
	s.want(`(committed "g")`, `(("t" 0 1) ("t" 1 3))`)
	s.want(`(apply (kafka-count "embedded" "t") c (get c "count"))`, `(3 3)`)
}

func TestDeleteGroupOffsets(t *testing.T) {
	s := grouped(t)
	s.eval(`(kafka-alter-group-offsets "embedded" "g" "500" "to" => 0)`)
	s.want(`(kafka-delete-group-offsets "embedded" "g" ("t" "nope" ("name" => "t")))`, `("t" => true "nope" => false)`)
	s.want(`(committed "g")`, `(("500" 0 0))`)
	s.want(`(kafka-delete-group-offsets "embedded" "g" "t" "detail" => true)`,
		`("t" => ("deleted" => false "code" => "UNKNOWN_TOPIC_OR_PARTITION" "message" => "group \"g\" has committed nothing of topic \"t\""))`)
	s.want(`(kafka-delete-group-offsets "embedded" "nope" "t" "detail" => true)`,
		`("t" => ("deleted" => false "code" => "GROUP_ID_NOT_FOUND" "message" => "group \"nope\" does not exist"))`)
	reading(s)
	s.want(`(get (get (kafka-delete-group-offsets "embedded" "busy" "t" "detail" => true) "t") "code")`, `"GROUP_SUBSCRIBED_TO_TOPIC"`)
	s.want(`(committed "busy")`, `(("t" 0 3) ("t" 1 3))`)
}

func TestDeleteGroups(t *testing.T) {
	s := grouped(t)
	reading(s)
	s.want(`(kafka-delete-groups "embedded" ("busy" "g" "nope"))`, `("busy" => false "g" => true "nope" => false)`)
	s.want(`(apply (kafka-groups "embedded") g (get g "group"))`, `("busy")`)
	s.want(`(apply (kafka-delete-groups "embedded" ("busy" "nope") "detail" => true) d (list (get d "deleted") (get d "code")))`,
		`("busy" => (false "NON_EMPTY_GROUP") "nope" => (false "GROUP_ID_NOT_FOUND"))`)
	s.want(`(do (kafka-destroy c) (kafka-delete-groups "embedded" "busy"))`, `("busy" => true)`)
	s.want(`(kafka-groups "embedded")`, `()`)
}
