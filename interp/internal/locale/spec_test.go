package locale

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The reference shows the table of this package.
func TestReferenceShowsTheTable(t *testing.T) {
	data, err := os.ReadFile("../../../spec/numbers-and-dates.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for _, l := range table {
		group := "`" + l.Group + "`"
		if l.Group == narrowNoBreakSpace {
			group = "U+202F"
		}
		rows := []string{
			fmt.Sprintf("| %s | `%s` | %s | %s | %d | `%s` |\n", l.Language, l.Decimal, group, l.FirstDay, l.MinDays, l.DatePattern),
			fmt.Sprintf("| %s | %s |\n| | %s |\n", l.Language, strings.Join(l.Months, ", "), strings.Join(l.ShortMonths, ", ")),
			fmt.Sprintf("| %s | %s |\n| | %s |\n", l.Language, strings.Join(l.Weekdays, ", "), strings.Join(l.ShortWeekdays, ", ")),
		}
		for _, want := range rows {
			if !strings.Contains(text, want) {
				t.Errorf("%s\n got no such row\nwant %s", l.Language, want)
			}
		}
	}
}
