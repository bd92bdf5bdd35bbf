package core

import (
	"time"

	"github.com/bpl-lang/bpl/interp/internal/date"
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/internal/locale"
	"github.com/bpl-lang/bpl/interp/value"
)

// dateTable holds the functions on dates.
var dateTable = []eval.Builtin{
	{
		Name: "format-date", Min: 1, Plain: plainFormatDate,
		Help: eval.Help{
			Signature: `(format-date ms [pattern [language]] "zone" => z)`,
			Summary: "Writes a date by a pattern of letters: y year, M month (MMM, MMMM its name), d day, D day of the year, E weekday (EEEE its full name), " +
				"H hour 0-23, k 1-24, h 1-12, m minute, s second, S millisecond, Z offset of the zone. Letters are repeated for more digits; " +
				"text stands in single quotes.",
			Args: []eval.HelpArg{
				{"ms", "number", "milliseconds since the beginning of 1970 in UTC; a fraction is cut off"},
				{"pattern", "string", "the pattern; that of the language if absent or null"},
				{"language", "string", "of the names and the default pattern, such as \"de\"; that of the session if absent or null"},
				{"\"zone\"", "string", "the time zone, such as \"Europe/Paris\" or \"+01:00\"; that of the session if absent or null"},
			},
			Result: "a string",
			Errors: []string{
				"IllegalArgumentException for arguments of other types, a bad pattern or an unknown zone",
				"ArithmeticException if ms is outside 64 bits",
			},
			Related: []string{"parse-date", "date", "string"},
			Examples: []eval.HelpExample{
				{"(format-date 0 \"yyyy-MM-dd HH:mm:ss Z\")", "\"1970-01-01 00:00:00 +0000\""},
				{"(format-date 1000000000000 \"EEEE, d. MMMM yyyy\" \"de\")", "\"Sonntag, 9. September 2001\""},
				{"(format-date 0 \"HH:mm\" \"zone\" => \"Europe/Paris\")", "\"01:00\""},
				{"(format-date 0 \"yyyy-MM-ddThh\")", "! IllegalArgumentException"},
			},
		},
	},
	{
		Name: "parse-date", Min: 1, Plain: plainParseDate,
		Help: eval.Help{
			Signature: `(parse-date s [pattern [language]] "zone" => z)`,
			Summary:   "Reads the date at the beginning of a text by a pattern as of format-date. Numbers outside their range lead on: day 30 of February is a day of March.",
			Args: []eval.HelpArg{
				{"s", "string", "the text; what follows the date is ignored"},
				{"pattern", "string", "the pattern; that of the language if absent or null"},
				{"language", "string", "of the names and the default pattern, such as \"de\"; that of the session if absent or null"},
				{"\"zone\"", "string", "the time zone where the text has no offset, such as \"Europe/Paris\"; that of the session if absent or null"},
			},
			Result: "a long: milliseconds since the beginning of 1970 in UTC",
			Errors: []string{
				"ParseException \"Unparseable date: \\\"x\\\"\" if the text does not begin with such a date",
				"IllegalArgumentException for arguments of other types, a bad pattern or an unknown zone",
			},
			Related: []string{"format-date", "date", "number"},
			Examples: []eval.HelpExample{
				{"(parse-date \"2001-09-09 01:46:40\" \"yyyy-MM-dd HH:mm:ss\")", "1000000000000"},
				{"(parse-date \"9 de septiembre\" \"d 'de' MMMM\" \"es\")", "21686400000"},
				{"(parse-date \"tomorrow\" \"yyyy-MM-dd\")", "! ParseException \"Unparseable date: \\\"tomorrow\\\"\""},
			},
		},
	},
	{
		Name: "date", Plain: plainDate,
		Help: eval.Help{
			Signature: `(date [operation ms field n] "zone" => z)`,
			Summary: "Computes with dates: \"add\" moves a date by n units of a field, \"set\" gives a field of it the value n. Without arguments, " +
				"and with any other operation, it tells the current time.",
			Args: []eval.HelpArg{
				{"operation", "string", "\"add\" or \"set\""},
				{"ms", "number", "the date: milliseconds since the beginning of 1970 in UTC"},
				{"field", "string", "year, month (0 to 11), day_of_month, day_of_year, day_of_week (1 for Sunday), week_of_month, week_of_year, " +
					"hour_of_day, hour (of the half day), minute, second or millisecond"},
				{"n", "number", "how many units, or the new value; a fraction is cut off"},
				{"\"zone\"", "string", "the time zone, such as \"Europe/Paris\"; that of the session if absent or null"},
			},
			Result: "a long: milliseconds since the beginning of 1970 in UTC",
			Errors: []string{
				"Exception \"Invalid field name\"",
				"IndexOutOfBoundsException if arguments are missing after \"add\" or \"set\"",
				"IllegalArgumentException for arguments of other types or an unknown zone",
				"ArithmeticException if a number or the result is outside 64 bits",
			},
			Related: []string{"format-date", "parse-date", "clock"},
			Examples: []eval.HelpExample{
				{"(date \"add\" 0 \"hour\" 2)", "7200000"},
				{"(format-date (date \"add\" (parse-date \"2024-01-31\" \"yyyy-MM-dd\") \"month\" 1) \"yyyy-MM-dd\")", "\"2024-02-29\""},
				{"(format-date (date \"set\" 0 \"day_of_month\" 32) \"yyyy-MM-dd\")", "\"1970-02-01\""},
				{"(date \"add\" 0 \"fortnight\" 1)", "! Exception \"Invalid field name\""},
				{"(> (date) 1000000000000)", "true"},
			},
		},
	},
}

var dateOptions = []string{"zone"}

func plainFormatDate(f *eval.Frame, l *value.List) value.Value {
	a := evaluateArguments(f, l, 1, 3, dateOptions)
	ms := a.whole(0)
	p, c := datePattern(f, &a)
	return byPattern(f, p.Append(nil, ms, c))
}

func plainParseDate(f *eval.Frame, l *value.List) value.Value {
	a := evaluateArguments(f, l, 1, 3, dateOptions)
	text := a.text(0)
	p, c := datePattern(f, &a)
	ms, err := p.Parse(text, c, f.Config().Now())
	if err != nil {
		eval.ThrowError(eval.ParseError, err)
	}
	return value.Long(ms)
}

// datePattern returns the pattern of positional argument 1, and the calendar of argument 2
// and the zone.
func datePattern(f *eval.Frame, a *callArguments) (*date.Pattern, date.Calendar) {
	c := date.Calendar{Zone: zoneOption(f, a), Locale: locale.Lookup(a.textOr(2, f.Config().Language()))}
	p, err := date.ParsePattern(a.patternText(a.textOr(1, c.Locale.DatePattern)))
	if err != nil {
		eval.Throw(eval.IllegalArgument, "%s: %v", eval.FunctionName(a.call), err)
	}
	return p, c
}

// zonesKey is the slot of the session's zones.
type zonesKey struct{}

// zoneOption returns the zone that the call asks for, else that of the session.
func zoneOption(f *eval.Frame, a *callArguments) *time.Location {
	if a.options[0].IsNull() {
		return f.Config().Location()
	}
	zones := f.Session().Slot(zonesKey{}, func() any { return new(date.Zones) }).(*date.Zones)
	zone, err := zones.Load(a.textOption(0, ""))
	if err != nil {
		eval.Throw(eval.IllegalArgument, "%s: %v", eval.FunctionName(a.call), err)
	}
	return zone
}

func plainDate(f *eval.Frame, l *value.List) value.Value {
	a := evaluateArguments(f, l, 0, 4, dateOptions)
	change := date.Calendar.Add
	switch optionText(a.at[0]) {
	case "add":
	case "set":
		change = date.Calendar.Set
	default:
		return value.Long(f.Config().Now().UnixMilli())
	}
	if a.count < 4 {
		eval.Throw(eval.IndexOutOfBounds, "date: got %d arguments, want an operation, a date, a field and a number", a.count)
	}
	ms := a.whole(1)
	field, err := date.ParseField(a.text(2))
	if err != nil {
		eval.ThrowError(eval.GeneralException, err)
	}
	c := date.Calendar{Zone: zoneOption(f, &a), Locale: locale.Lookup(f.Config().Language())}
	ms, err = change(c, ms, field, a.whole(3))
	if err != nil {
		throwArithmetic(l, err)
	}
	return value.Long(ms)
}
