// Package locale holds what the language needs to know about human languages:
// the marks in numbers, the names of months and weekdays, the rules by which
// weeks are counted and the default pattern of dates.
package locale

import (
	"strings"
	"time"
)

// Default is the language whose conventions hold where none is asked for or
// the one asked for is not known.
const Default = "en"

// A Locale describes the conventions of one language. Locales are shared by
// everybody who looks them up and must not be changed; as long as nobody does,
// they are safe for concurrent use.
type Locale struct {
	Language string // two letters, lower case

	// Decimal stands between the whole part and the fraction of a number,
	// Group between groups of digits.
	Decimal, Group string

	// GroupVariants are read like Group between digits. They are what people
	// type where Group is not on their keyboards.
	GroupVariants []string

	// Months and ShortMonths are the names from January on as they stand beside
	// a day. StandaloneMonths and StandaloneShortMonths are the names for
	// themselves, where these differ, and nil where they do not.
	Months, ShortMonths                     []string
	StandaloneMonths, StandaloneShortMonths []string

	// Weekdays and ShortWeekdays begin with Sunday, like the numbers of
	// time.Weekday.
	Weekdays, ShortWeekdays []string

	// FirstDay is the day with which weeks begin. The first week of a year or
	// month is the first that has MinDays days in it.
	FirstDay time.Weekday
	MinDays  int

	// DatePattern is the date pattern used where none is given.
	DatePattern string
}

// Lookup returns the locale of a language given by its two-letter code in any
// case, also when a country follows as in "de-AT" or "de_AT". Unknown codes
// give the locale of [Default].
func Lookup(code string) *Locale {
	if end := strings.IndexAny(code, "-_"); end >= 0 {
		code = code[:end]
	}
	for _, l := range table {
		if strings.EqualFold(l.Language, code) {
			return l
		}
	}
	return table[0]
}

// Languages returns the codes of the languages that [Lookup] knows, [Default]
// first.
func Languages() []string {
	codes := make([]string, len(table))
	for i, l := range table {
		codes[i] = l.Language
	}
	return codes
}

// MonthName returns the name of a month, 0 for January: the short or the full
// one, and the one for itself or the one beside a day.
func (l *Locale) MonthName(month int, short, standalone bool) string {
	switch {
	case short && standalone && l.StandaloneShortMonths != nil:
		return l.StandaloneShortMonths[month]
	case short:
		return l.ShortMonths[month]
	case standalone && l.StandaloneMonths != nil:
		return l.StandaloneMonths[month]
	default:
		return l.Months[month]
	}
}
