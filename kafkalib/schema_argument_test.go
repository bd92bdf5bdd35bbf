package kafkalib

import (
	"fmt"
	"strings"
	"testing"
)

// TestReferenceBounds asserts the bounds of a script's references that the messages name.
func TestReferenceBounds(t *testing.T) {
	nested := func(levels int) string {
		l := `("n" => "{}")`
		for i := range levels {
			l = fmt.Sprintf(`(("name" => "n%d" "source" => "{}" "references" => %s))`, i, l)
		}
		return l
	}
	var many strings.Builder
	for i := range maxReferences + 1 {
		fmt.Fprintf(&many, `"n%d" => "{}" `, i)
	}
	for _, tc := range []struct{ name, references, message string }{
		{"deep enough", nested(maxReferenceDepth), ""},
		{"too deep", nested(maxReferenceDepth + 1), "nested at most 16 deep"},
		{"too many in one list", "(" + many.String() + ")", "at most 10000 references in all"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := newEmbeddedScript(t)
			s.eval(`(set references (quote ` + tc.references + `))`)
			call := `(kafka-schema-parse "json" "{}" "references" => references)`
			if tc.message == "" {
				s.eval(call)
				return
			}
			s.wantThrown(call, "INVALID_ARGUMENT", tc.message)
		})
	}
}
