package repository

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib"
)

// TestReadmeKafka runs the scripts of the README, one after the other in one
// session, on the embedded broker.
func TestReadmeKafka(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	in, err := interp.New(interp.With(kafkalib.New()), interp.WithStdio(nil, &out, &out))
	if err != nil {
		t.Fatal(err)
	}
	s := in.NewSession()
	defer s.Close()
	for _, block := range blocks(string(text), "bpl") {
		if strings.Contains(block, "\n> ") {
			continue // a transcript
		}
		if _, err := s.Eval(t.Context(), block); err != nil {
			t.Fatalf("%s\nerror %v", block, err)
		}
	}
	want := `
(("topic" => "orders" "partition" => N "offset" => N "timestamp" => N))
UNKNOWN_TOPIC_OR_PARTITION broker true
orders N N k1 first
orders N N k1 third
orders N N k2 second
orders N N null a value without a key
`
	if got := inOrder(out.String()); got != strings.TrimSpace(want) {
		t.Errorf("output\n got %s\nwant %s", got, want)
	}
}

// inOrder replaces numbers that stand alone by N and sorts the lines: a poll
// gives its records by partition.
func inOrder(text string) string {
	text = regexp.MustCompile(`(?m)(^| )\d+\b`).ReplaceAllString(text, "${1}N")
	lines := strings.Split(strings.TrimSpace(text), "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
