package date

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/interp/internal/locale"
)

func TestPatternErrors(t *testing.T) {
	tests := []struct{ pattern, problem string }{
		{"a", "unknown letter 'a' at byte 0, want one of yMdDEHkhmsSZ or quotes around text"},
		{"yyyy-mm-ddThh", "unknown letter 'T' at byte 10, want one of yMdDEHkhmsSZ or quotes around text"},
		{"h:mm a", "unknown letter 'a' at byte 5, want one of yMdDEHkhmsSZ or quotes around text"},
		{"é G", "unknown letter 'G' at byte 3, want one of yMdDEHkhmsSZ or quotes around text"},
		{"'", "the quote at byte 0 is not closed"},
		{"yyyy 'x", "the quote at byte 5 is not closed"},
		{"'a''", "the quote at byte 0 is not closed"},
	}
	for _, c := range tests {
		_, err := ParsePattern(c.pattern)
		var bad *PatternError
		if !errors.As(err, &bad) || bad.Pattern != c.pattern || bad.Problem != c.problem {
			t.Errorf("ParsePattern(%q)\n got %v\nwant %s", c.pattern, err, c.problem)
		}
	}
	for c := byte('A'); c <= 'z'; c++ {
		_, err := ParsePattern(string(c))
		known := !isLetter(c) || strings.IndexByte("yMdDEHkhmsSZ", c) >= 0
		if (err == nil) != known {
			t.Errorf("ParsePattern(%q)\n got %v\nwant an error: %v", c, err, !known)
		}
	}
}

func TestParseDifferences(t *testing.T) {
	tests := []struct {
		name, pattern, language, text string
		want                          int64
		ok                            bool
	}{
		{"only ASCII digits", "d", "en", "\u0665", 0, false},
		{"no exponents", "d", "en", "2E1", 86400000, true},
		{"offset with a colon", "Z", "en", "+01:00", -3600000, true},
		{"offset Z", "yyyy-MM-dd'T'HH:mmZ", "en", "1970-01-01T01:00Z", 3600000, true},
		{"offset of UTC", "Z", "en", "UTC+0100", -3600000, true},
		{"offset of one digit", "Z", "en", "GMT+1", 0, false},
		{"text after GMT", "Z", "en", "GMT-x", 0, true},
		{"names of zones", "Z", "en", "CET", 0, false},
		{"large numbers do not wrap around", "S", "en", "9223372036854775", 9223372036854775, true},
		{"numbers that are too large", "d", "en", "99999999999999999999", 0, false},
		{"dates that are too late", "yyyy", "en", "292278995", 0, false},
		{"many seconds", "s", "en", "9999999999", 9999999999000, true},
		{"abbreviation without its point", "d MMM yyyy", "de", "1 Sept 1970", 20995200000, true},
		{"beginning of another word", "EEE", "de", "Mohn", 0, false},
		{"plain apostrophe", "d MMM yyyy", "ca", "1 d'abril 1970", 7776000000, true},
		{"month without its article", "d MMMM yyyy", "ca", "1 abril 1970", 7776000000, true},
	}
	for _, c := range tests {
		got, err := pattern(t, c.pattern).Parse(c.text, Calendar{Locale: locale.Lookup(c.language)}, now)
		if got != c.want || (err == nil) != c.ok {
			t.Errorf("%s\n got %d %v\nwant %d %v", c.name, got, err, c.want, c.ok)
		}
	}
}

func TestParseError(t *testing.T) {
	_, err := pattern(t, "yyyy").Parse(`a"b`, Calendar{}, now)
	var failed *ParseError
	if want := `Unparseable date: "a"b"`; !errors.As(err, &failed) || failed.Text != `a"b` || err.Error() != want {
		t.Errorf("error\n got %v\nwant %s", err, want)
	}
}

// Two digits of a year move with the clock.
func TestTwoDigitYears(t *testing.T) {
	tests := []struct {
		now  int
		text string
		want string
	}{
		{2024, "43", "2043"},
		{2024, "44", "2044"}, // 1 January is before the hundred years begin
		{2024, "45", "1945"},
		{2080, "99", "2099"},
		{2080, "00", "2100"},
		{2080, "01", "2001"},
		{1, "50", "-0051"}, // the year -50, if there were a year 0
	}
	for _, c := range tests {
		clock := time.Date(c.now, 6, 15, 12, 0, 0, 0, time.UTC)
		ms, err := pattern(t, "yy").Parse(c.text, Calendar{}, clock)
		got := pattern(t, "yyyy").Format(ms, Calendar{})
		if civilOf(floorDiv(ms, day)).year <= 0 {
			got = "-" + got
		}
		if err != nil || got != c.want {
			t.Errorf("%s in %d\n got %s %v\nwant %s", c.text, c.now, got, err, c.want)
		}
	}
}

// What a default pattern writes it can read.
func TestDefaultPatterns(t *testing.T) {
	for _, language := range locale.Languages() {
		l := locale.Lookup(language)
		c := Calendar{Locale: l}
		p := pattern(t, l.DatePattern)
		for month := range int64(12) {
			want := (month*30+15)*day + 13*hour + 5*minute + 7*second
			text := p.Format(want, c)
			if got, err := p.Parse(text, c, now); err != nil || got != want {
				t.Errorf("%s: %q\n got %d %v\nwant %d", language, text, got, err, want)
			}
		}
	}
}

func FuzzPattern(f *testing.F) {
	f.Add("yyyy-MM-dd'T'HH:mm:ss.SSSZ", int64(0), "2020-01-01T00:00:00.000+0100", "Europe/Paris", "de")
	f.Add("EEEE d MMMM yy, DDD kk hh", int64(math.MinInt64), "dimanche 3 mai 70, 100 24 12", "America/New_York", "fr")
	f.Add("''Sd", int64(math.MaxInt64), "'-9223372036854775807", "UTC", "ca")
	f.Add("Z", int64(-1), "GMT+1:00", "+12:45", "en")
	f.Fuzz(func(t *testing.T, text string, ms int64, date, zone, language string) {
		if len(text) > 1000 {
			return
		}
		location, err := LoadZone(zone)
		if err != nil {
			location = nil
		}
		c := Calendar{location, locale.Lookup(language)}
		p, err := ParsePattern(text)
		if err != nil {
			return
		}
		p.Parse(date, c, now)
		written := p.Format(ms, c)
		p.Parse(written, c, now)
		full := pattern(t, "yyyyyyyyyyyy-MM-dd HH:mm:ss.SSS Z")
		if ms < -62135769600000 || offsetAt(c.complete().Zone, floorDiv(ms, second))%minute != 0 {
			return // year before 1, or seconds that Z does not show
		}
		written = full.Format(ms, c)
		if back, err := full.Parse(written, c, now); err != nil || back != ms {
			t.Errorf("%s in %s\n got %d %v\nwant %d", written, zone, back, err, ms)
		}
	})
}

func BenchmarkFormat(b *testing.B) {
	p, err := ParsePattern("yyyy-MM-dd'T'HH:mm:ss.SSSZ")
	if err != nil {
		b.Fatal(err)
	}
	buffer := make([]byte, 0, 64)
	for b.Loop() {
		buffer = p.Append(buffer[:0], 1234567890123, Calendar{})
	}
}

func BenchmarkParse(b *testing.B) {
	p, err := ParsePattern("yyyy-MM-dd'T'HH:mm:ss.SSSZ")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := p.Parse("2009-02-13T23:31:30.123+0000", Calendar{}, now); err != nil {
			b.Fatal(err)
		}
	}
}
