// Package date writes and reads dates by patterns and computes with them.
//
// A point in time is a number of milliseconds since the beginning of 1970 in
// UTC, of the full range of int64. [ParsePattern] makes a [Pattern] that formats
// and parses; [Calendar.Add] and [Calendar.Set] change a field of a date. What
// the fields of a point in time are depends on a zone, what weeks are and what
// months are called also on a locale: both are in a [Calendar].
//
// Dates before 15 October 1582 are those of the Julian calendar, later ones
// those of the Gregorian calendar. Years before the year 1 count backwards from
// 1 again, as patterns have no letter for the era; computing with years goes
// through a year 0 without a gap.
//
// Everything in this package is safe for concurrent use.
package date
