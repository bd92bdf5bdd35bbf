package date

import (
	"errors"
	"math"
	"testing"
)

func TestDaysAndDates(t *testing.T) {
	tests := []struct {
		day              int64
		year             int64
		month, dayNumber int
	}{
		{0, 1970, 0, 1},
		{-1, 1969, 11, 31},
		{11016, 2000, 1, 29},
		{cutover, 1582, 9, 15},
		{cutover - 1, 1582, 9, 4},
		{-719164, 1, 0, 1},
		{-719165, 0, 11, 31},
		{106751991167, 292278994, 7, 17},
		{-106751991168, -292269054, 11, 2},
	}
	for _, c := range tests {
		want := civil{c.year, c.month, c.dayNumber}
		if got := civilOf(c.day); got != want {
			t.Errorf("civilOf(%d)\n got %v\nwant %v", c.day, got, want)
		}
		if got := dayOf(c.year, int64(c.month), int64(c.dayNumber)); got != c.day {
			t.Errorf("dayOf(%v)\n got %d\nwant %d", want, got, c.day)
		}
	}
}

func TestDatesFollowEachOther(t *testing.T) {
	last := civilOf(-800_001)
	for day := int64(-800_000); day < 300_000; day++ {
		d := civilOf(day)
		if got := dayOf(d.year, int64(d.month), int64(d.day)); got != day {
			t.Fatalf("dayOf(%v)\n got %d\nwant %d", d, got, day)
		}
		next := d.year == last.year && d.month == last.month && d.day == last.day+1 ||
			d.day == 1 && last.day == monthLength(last.year, last.month) &&
				d.year*12+int64(d.month) == last.year*12+int64(last.month)+1 ||
			day == cutover
		if !next {
			t.Fatalf("day after %v\n got %v\nwant the next day", last, d)
		}
		last = d
	}
}

// The fields of dates in zones where the clock is changed.
func TestChangesOfClocks(t *testing.T) {
	tests := []struct {
		name, zone, start, change string
		field                     Field
		n                         int64
		want                      string
	}{
		{"hours pass", "Europe/Paris", "2021-03-28 01:30 +0100", "add", HourOfDay, 1, "2021-03-28 03:30 +0200"},
		{"hours pass back", "Europe/Paris", "2021-10-31 03:30 +0100", "add", Hour, -1, "2021-10-31 02:30 +0100"},
		{"hours pass into the second time", "Europe/Paris", "2021-10-31 02:30 +0200", "add", Minute, 60, "2021-10-31 02:30 +0100"},
		{"a day keeps the clock", "Europe/Paris", "2021-03-27 12:00 +0100", "add", DayOfMonth, 1, "2021-03-28 12:00 +0200"},
		{"a day into the gap", "Europe/Paris", "2021-03-27 02:30 +0100", "add", DayOfMonth, 1, "2021-03-28 03:30 +0200"},
		{"a week into the gap", "Europe/Paris", "2021-03-21 02:30 +0100", "add", WeekOfYear, 1, "2021-03-28 03:30 +0200"},
		{"a month into the gap", "Europe/Paris", "2021-02-28 02:30 +0100", "add", Month, 1, "2021-03-28 03:30 +0200"},
		{"a day into the first of two", "Europe/Paris", "2021-10-30 02:30 +0200", "add", DayOfMonth, 1, "2021-10-31 02:30 +0200"},
		{"a day into the second of two", "Europe/Paris", "2021-11-01 02:30 +0100", "add", DayOfMonth, -1, "2021-10-31 02:30 +0100"},
		{"a field of the first of two", "Europe/Paris", "2021-10-31 02:30 +0200", "set", Minute, 45, "2021-10-31 02:45 +0200"},
		{"a field of the second of two", "Europe/Paris", "2021-10-31 02:30 +0100", "set", Minute, 45, "2021-10-31 02:45 +0100"},
		{"an hour that comes twice", "Europe/Paris", "2021-10-31 12:00 +0100", "set", HourOfDay, 2, "2021-10-31 02:00 +0100"},
		{"half an hour", "Australia/Lord_Howe", "2021-10-02 02:15 +1030", "add", DayOfMonth, 1, "2021-10-03 02:45 +1100"},
		{"a day that was left out", "Pacific/Apia", "2011-12-29 12:00 -1000", "add", DayOfMonth, 1, "2011-12-31 12:00 +1400"},
		{"rules of the far future", "Europe/Paris", "9999-03-28 00:30 +0100", "add", HourOfDay, 1, "9999-03-28 01:30 +0100"},
		{"a fixed offset", "+05:30", "2021-01-01 00:00 +0530", "set", Month, 6, "2021-07-01 00:00 +0530"},
	}
	p := pattern(t, "yyyy-MM-dd HH:mm Z")
	for _, c := range tests {
		cal := calendar(t, c.zone, "en")
		start, err := p.Parse(c.start, cal, now)
		if err != nil {
			t.Fatal(err)
		}
		change := cal.Add
		if c.change == "set" {
			change = cal.Set
		}
		ms, err := change(start, c.field, c.n)
		if err != nil {
			t.Errorf("%s\n got %v\nwant no error", c.name, err)
			continue
		}
		if got := p.Format(ms, cal); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestYearsBeforeTheFirst(t *testing.T) {
	tests := []struct {
		name, change string
		start        int64 // year, 0 for the one before the year 1
		field        Field
		n            int64
		want         int64
	}{
		{"back over the border", "add", 1, Year, -1, 0},
		{"forward over the border", "add", 0, Year, 1, 1},
		{"months over the border", "add", 1, Month, -14, -1},
		{"a leap day", "add", 4, Year, -4, 0},
		{"set 0", "set", 2000, Year, 0, 0},
		{"set below 0", "set", 2000, Year, -43, -43},
		{"set counts backwards before the year 1", "set", -43, Year, 44, -43},
		{"set 0 before the year 1", "set", -43, Year, 0, 1},
	}
	for _, c := range tests {
		start, _ := moment{day: dayOf(c.start, 1, 28)}.millis()
		change := Calendar{}.Add
		if c.change == "set" {
			change = Calendar{}.Set
		}
		ms, err := change(start, c.field, c.n)
		if got := civilOf(floorDiv(ms, day)).year; err != nil || got != c.want {
			t.Errorf("%s\n got %d %v\nwant %d", c.name, got, err, c.want)
		}
	}
}

// Around 1582 a set year or month decides by which calendar days are counted.
func TestCutover(t *testing.T) {
	p := pattern(t, "yyyy-MM-dd")
	tests := []struct {
		name, start, change string
		field               Field
		n                   int64
		want                string
	}{
		{"the day after", "1582-10-04", "add", DayOfMonth, 1, "1582-10-15"},
		{"the day before", "1582-10-15", "add", DayOfYear, -1, "1582-10-04"},
		{"into the missing days", "1582-09-10", "add", Month, 1, "1582-10-20"},
		{"set into the missing days", "1582-10-20", "set", DayOfMonth, 5, "1582-10-15"},
		{"many months at once", "1580-11-23", "set", Month, 2756, "1809-09-23"},
		{"days of the year", "1583-01-01", "add", DayOfYear, -1, "1582-12-31"},
	}
	for _, c := range tests {
		start, err := p.Parse(c.start, Calendar{}, now)
		if err != nil {
			t.Fatal(err)
		}
		change := Calendar{}.Add
		if c.change == "set" {
			change = Calendar{}.Set
		}
		ms, err := change(start, c.field, c.n)
		if got := p.Format(ms, Calendar{}); err != nil || got != c.want {
			t.Errorf("%s\n got %s %v\nwant %s", c.name, got, err, c.want)
		}
	}
}

func TestRange(t *testing.T) {
	extremes := []int64{math.MinInt64, math.MinInt64 + 1, -1, 0, 1, math.MaxInt64 - 1, math.MaxInt64}
	amounts := []int64{math.MinInt64, -1 << 53, -reach, -1e9, -1, 0, 1, 1e9, 292278994, reach, 1 << 53, math.MaxInt64}
	for _, zone := range []string{"UTC", "Europe/Paris", "-23:59"} {
		for _, language := range []string{"en", "de"} {
			c := calendar(t, zone, language)
			for _, ms := range extremes {
				for f := range fieldNames {
					for _, n := range amounts {
						for name, change := range map[string]func(int64, Field, int64) (int64, error){"add": c.Add, "set": c.Set} {
							_, err := change(ms, Field(f), n)
							var outside *RangeError
							if err != nil && (!errors.As(err, &outside) || outside.Value != n) {
								t.Errorf("%s %d %v %d\n got %v\nwant a *RangeError", name, ms, Field(f), n, err)
							}
						}
					}
				}
			}
		}
	}
}

func TestRangeResults(t *testing.T) {
	c := Calendar{}
	tests := []struct {
		name   string
		change func(int64, Field, int64) (int64, error)
		ms     int64
		field  Field
		n      int64
		want   int64
		ok     bool
	}{
		{"nothing at the end", c.Add, math.MaxInt64, Year, 0, math.MaxInt64, true},
		{"nothing at the start", c.Add, math.MinInt64, Month, 0, math.MinInt64, true},
		{"one past the end", c.Add, math.MaxInt64, Millisecond, 1, 0, false},
		{"one before the start", c.Add, math.MinInt64, Millisecond, -1, 0, false},
		{"all the way", c.Add, math.MinInt64, Millisecond, math.MaxInt64, -1, true},
		{"all the way back", c.Add, math.MaxInt64, Millisecond, math.MinInt64, -1, true},
		{"seconds up to the end", c.Add, 807, Second, 9223372036854775, math.MaxInt64, true},
		{"seconds past the end", c.Add, 808, Second, 9223372036854775, 0, false},
		{"the last year", c.Set, 0, Year, 292278994, 9223372017129600000, true},
		{"the year after", c.Set, 0, Year, 292278995, 0, false},
		{"too many years", c.Set, 0, Year, math.MaxInt64, 0, false},
		{"too many hours", c.Add, 0, Hour, math.MaxInt64, 0, false},
		{"set milliseconds", c.Set, 0, Millisecond, math.MaxInt64, math.MaxInt64, true},
		{"set the smallest milliseconds", c.Set, 0, Millisecond, math.MinInt64, math.MinInt64, true},
	}
	for _, tc := range tests {
		got, err := tc.change(tc.ms, tc.field, tc.n)
		if got != tc.want || (err == nil) != tc.ok {
			t.Errorf("%s\n got %d %v\nwant %d %v", tc.name, got, err, tc.want, tc.ok)
		}
	}
}

func TestFieldNames(t *testing.T) {
	for f, name := range FieldNames() {
		if got, err := ParseField(name); err != nil || got != Field(f) || got.String() != name {
			t.Errorf("ParseField(%q)\n got %v %v\nwant %s", name, got, err, name)
		}
	}
	for _, name := range []string{"", "Year", "years", "century", "day", "YEAR", "month "} {
		_, err := ParseField(name)
		var unknown *FieldError
		if !errors.As(err, &unknown) || unknown.Name != name || err.Error() != "Invalid field name" {
			t.Errorf("ParseField(%q)\n got %v\nwant a *FieldError", name, err)
		}
	}
}
