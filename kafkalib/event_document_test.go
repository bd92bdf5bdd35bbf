package kafkalib

import (
	"cmp"
	"os"
	"strings"
	"testing"
)

// TestEventsAreDocumented: spec/kafka-events.md has each event as kafka-codes
// tells it.
func TestEventsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../spec/kafka-events.md")
	if err != nil {
		t.Fatal(err)
	}
	if table := eventTable(); !strings.Contains(string(text), table) {
		t.Errorf("spec/kafka-events.md has another table of the events; it has to be\n\n%s", table)
	}
}

// eventTable is the table of the events in Markdown.
func eventTable() string {
	var b strings.Builder
	b.WriteString("| code | severity | what happened | fields | what to do |\n|---|---|---|---|---|\n")
	for _, e := range eventCodes {
		row := []string{"`" + e.name + "`", e.severity, e.meaning, strings.Join(e.fields, " "), cmp.Or(e.advice, "–")}
		b.WriteString("| " + strings.Join(row, " | ") + " |\n")
	}
	return b.String()
}
