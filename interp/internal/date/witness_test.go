package date

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/interp/internal/locale"
)

// witness reads a table of testdata. Its rows were measured on the classes
// SimpleDateFormat and GregorianCalendar of Java, which ours follow. Where
// ours differ on purpose there are tests of their own instead of rows.
func witness(t *testing.T, name string) [][]string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(data)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		for i, field := range fields {
			if strings.HasPrefix(field, `"`) {
				if fields[i], err = strconv.Unquote(field); err != nil {
					t.Fatalf("%s: %v", line, err)
				}
			}
		}
		rows = append(rows, fields)
	}
	if len(rows) < 100 {
		t.Fatalf("rows of %s\n got %d\nwant at least 100", name, len(rows))
	}
	return rows
}

func calendar(t *testing.T, zone, language string) Calendar {
	t.Helper()
	location, err := LoadZone(zone)
	if err != nil {
		t.Fatal(err)
	}
	return Calendar{location, locale.Lookup(language)}
}

func pattern(t *testing.T, text string) *Pattern {
	t.Helper()
	p, err := ParsePattern(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// now is such that two digits of a year are in the hundred years from 15 June
// 1944, 12 o'clock.
var now = time.Date(2024, 6, 15, 12, 0, 0, 0, time.UTC)

// clock reads the date of a row, whose form depends on the zone.
func clock(t *testing.T, c Calendar, text string) (int64, *Pattern) {
	t.Helper()
	p := pattern(t, "yyyy-MM-dd HH:mm:ss.SSS Z")
	if c.Zone == time.UTC {
		p = pattern(t, "yyyy-MM-dd HH:mm:ss.SSS")
	}
	ms, err := p.Parse(text, c, now)
	if err != nil {
		t.Fatal(err)
	}
	return ms, p
}

func TestArithmeticWitness(t *testing.T) {
	for _, row := range append(witness(t, "add.tsv"), witness(t, "set.tsv")...) {
		c := calendar(t, row[0], row[1])
		start, p := clock(t, c, row[2])
		field, err := ParseField(row[4])
		if err != nil {
			t.Fatal(err)
		}
		n, err := strconv.ParseInt(row[5], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		change := c.Add
		if row[3] == "set" {
			change = c.Set
		}
		got := "error"
		if ms, err := change(start, field, n); err == nil {
			got = p.Format(ms, c)
		}
		if got != row[6] {
			t.Errorf("%s %s: %s %s %s %s\n got %s\nwant %s", row[0], row[1], row[2], row[3], row[4], row[5], got, row[6])
		}
	}
}

func TestFormatWitness(t *testing.T) {
	for _, row := range witness(t, "format.tsv") {
		ms, err := strconv.ParseInt(row[3], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		got := pattern(t, row[0]).Format(ms, calendar(t, row[2], row[1]))
		if got != row[4] {
			t.Errorf("%d by %q, %s, %s\n got %q\nwant %q", ms, row[0], row[1], row[2], got, row[4])
		}
	}
}

func TestParseWitness(t *testing.T) {
	for _, row := range witness(t, "parse.tsv") {
		got := "error"
		if ms, err := pattern(t, row[0]).Parse(row[3], calendar(t, row[2], row[1]), now); err == nil {
			got = strconv.FormatInt(ms, 10)
		}
		if got != row[4] {
			t.Errorf("%q by %q, %s, %s\n got %s\nwant %s", row[3], row[0], row[1], row[2], got, row[4])
		}
	}
}
