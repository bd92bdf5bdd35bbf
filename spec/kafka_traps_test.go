package spec

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// trapRows are the rows of kafka-traps.md that have to be there.
var trapRows = strings.Fields("1 2 4 5 7 8 10 11 13 14 16 17 19 20 22 23 25 26 28 29 31 35 37 38 40 41 43 44 46 47 49 50 52 53 55 56 58 59 A2 A10 A11")

// TestKafkaTraps asserts that each row of kafka-traps.md names tests that
// exist.
func TestKafkaTraps(t *testing.T) {
	tests := testNames(t)
	text, err := os.ReadFile("kafka-traps.md")
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || strings.TrimSpace(cells[1]) == "row" || strings.HasPrefix(cells[1], "---") {
			continue
		}
		row := strings.TrimSpace(cells[1])
		rows = append(rows, row)
		named := strings.Split(strings.TrimSpace(cells[3]), ", ")
		for _, name := range named {
			if !tests[name] {
				t.Errorf("row %s: there is no test %q", row, name)
			}
		}
	}
	if !slices.Equal(rows, trapRows) {
		t.Errorf("rows:\ngot  %v\nwant %v", rows, trapRows)
	}
}

// testNames are the tests of the project, those for a real Kafka included.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	out, err := exec.Command("git", "-C", "..", "ls-files", "--cached", "--others", "--exclude-standard", "*_test.go").Output()
	if err != nil {
		t.Skipf("git is not there to list the tests: %v", err)
	}
	found := make(map[string]bool)
	pattern := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	for _, file := range strings.Fields(string(out)) {
		source, err := os.ReadFile(filepath.Join("..", file))
		if err != nil {
			continue // deleted, and not yet committed
		}
		for _, m := range pattern.FindAllStringSubmatch(string(source), -1) {
			found[m[1]] = true
		}
	}
	return found
}
