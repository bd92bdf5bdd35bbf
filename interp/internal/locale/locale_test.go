package locale

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestLookup(t *testing.T) {
	tests := map[string]string{
		"en": "en", "de": "de", "es": "es", "fr": "fr", "it": "it", "pt": "pt", "ca": "ca", "nl": "nl",
		"DE": "de", "de-AT": "de", "pt_BR": "pt", "en_GB": "en",
		"": "en", "xx": "en", "ja": "en", "deu": "en", "-de": "en", "d": "en", "de ": "en",
	}
	for code, want := range tests {
		if got := Lookup(code).Language; got != want {
			t.Errorf("Lookup(%q)\n got %s\nwant %s", code, got, want)
		}
	}
}

func TestLanguages(t *testing.T) {
	got := Languages()
	want := []string{"en", "de", "es", "fr", "it", "pt", "ca", "nl"}
	if !slices.Equal(got, want) {
		t.Errorf("Languages()\n got %v\nwant %v", got, want)
	}
}

func TestTableIsComplete(t *testing.T) {
	for _, l := range table {
		lists := map[string]struct {
			names []string
			size  int
		}{
			"months":       {l.Months, 12},
			"short months": {l.ShortMonths, 12},
			"weekdays":     {l.Weekdays, 7},
			"short days":   {l.ShortWeekdays, 7},
		}
		for title, c := range lists {
			if len(c.names) != c.size || slices.Contains(c.names, "") {
				t.Errorf("%s: %s\n got %d names %q\nwant %d", l.Language, title, len(c.names), c.names, c.size)
			}
			sorted := slices.Sorted(slices.Values(c.names))
			if len(slices.Compact(sorted)) != c.size {
				t.Errorf("%s: %s\n got %q\nwant distinct names", l.Language, title, c.names)
			}
		}
		for _, names := range [][]string{l.StandaloneMonths, l.StandaloneShortMonths} {
			if names != nil && len(names) != 12 {
				t.Errorf("%s: standalone months\n got %d\nwant 12", l.Language, len(names))
			}
		}
		if l.Decimal == l.Group || l.Decimal == "" || l.Group == "" {
			t.Errorf("%s: marks\n got %q and %q\nwant two different ones", l.Language, l.Decimal, l.Group)
		}
		if l.MinDays < 1 || l.MinDays > 7 || !strings.Contains(l.DatePattern, "yyyy") {
			t.Errorf("%s: weeks and pattern\n got %d, %q\nwant 1 to 7 days and a full year", l.Language, l.MinDays, l.DatePattern)
		}
	}
}

func TestMarksAndWeeks(t *testing.T) {
	tests := []struct {
		code, decimal, group string
		first                time.Weekday
		minDays              int
	}{
		{"en", ".", ",", time.Sunday, 1},
		{"de", ",", ".", time.Monday, 4},
		{"es", ",", ".", time.Monday, 4},
		{"fr", ",", "\u202f", time.Monday, 4},
		{"it", ",", ".", time.Monday, 4},
		{"pt", ",", ".", time.Sunday, 1},
		{"ca", ",", ".", time.Monday, 4},
		{"nl", ",", ".", time.Monday, 4},
	}
	for _, c := range tests {
		l := Lookup(c.code)
		if l.Decimal != c.decimal || l.Group != c.group || l.FirstDay != c.first || l.MinDays != c.minDays {
			t.Errorf("%s\n got %q %q %v %d\nwant %q %q %v %d", c.code, l.Decimal, l.Group, l.FirstDay, l.MinDays, c.decimal, c.group, c.first, c.minDays)
		}
	}
}

func TestMonthName(t *testing.T) {
	tests := []struct {
		code              string
		month             int
		short, standalone bool
		want              string
	}{
		{"en", 8, false, false, "September"},
		{"en", 8, false, true, "September"},
		{"en", 8, true, true, "Sep"},
		{"de", 8, true, false, "Sept."},
		{"de", 8, true, true, "Sep"},
		{"de", 8, false, true, "September"},
		{"ca", 3, false, false, "d’abril"},
		{"ca", 3, false, true, "abril"},
		{"ca", 3, true, false, "d’abr."},
		{"ca", 3, true, true, "abr."},
		{"fr", 1, true, true, "févr."},
	}
	for _, c := range tests {
		if got := Lookup(c.code).MonthName(c.month, c.short, c.standalone); got != c.want {
			t.Errorf("%s month %d, short %v, standalone %v\n got %s\nwant %s", c.code, c.month, c.short, c.standalone, got, c.want)
		}
	}
}
