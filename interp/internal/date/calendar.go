package date

import (
	"fmt"
	"time"

	"github.com/bpl-lang/bpl/interp/internal/locale"
)

// A Calendar turns points in time into fields and back, by the clocks of a
// zone and the weeks of a locale. The zero Calendar is that of UTC and the
// default locale.
type Calendar struct {
	Zone   *time.Location // nil: UTC
	Locale *locale.Locale // nil: the default locale
}

// complete returns c with the defaults filled in.
func (c Calendar) complete() Calendar {
	if c.Zone == nil {
		c.Zone = time.UTC
	}
	if c.Locale == nil {
		c.Locale = locale.Lookup(locale.Default)
	}
	return c
}

// A RangeError reports a date whose milliseconds do not fit 64 bits.
type RangeError struct {
	Field Field
	Value int64 // what was added or set
}

// Error describes the change that went out of range.
func (e *RangeError) Error() string {
	return fmt.Sprintf("date outside 64 bits: %s %d", e.Field, e.Value)
}

// reach bounds the days that a change may move a date. It is beyond the days
// between any two points in time and small enough for all products made of it.
const reach = 220_000_000_000

// timeUnits holds the milliseconds of the fields that are parts of a day.
var timeUnits = [...]int64{Hour: hour, HourOfDay: hour, Minute: minute, Second: second, Millisecond: 1}

// isTime reports whether f is part of a day.
func (f Field) isTime() bool { return int(f) < len(timeUnits) && timeUnits[f] > 0 }

// daysIn returns the least number of days that n units of a field are, and
// so tells whether a change is within reach.
func (f Field) daysIn(n int64) int64 {
	switch f {
	case Year:
		return clampProduct(n, 365)
	case Month:
		return clampProduct(n, 28)
	case WeekOfMonth, WeekOfYear:
		return clampProduct(n, 7)
	case DayOfMonth, DayOfWeek, DayOfYear:
		return clampProduct(n, 1)
	default:
		return floorDiv(n, day/timeUnits[f])
	}
}

// clampProduct multiplies, but returns something out of reach for what is.
func clampProduct(n, by int64) int64 {
	if n > reach {
		return reach + 1
	}
	if n < -reach {
		return -reach - 1
	}
	return n * by
}

func (f Field) tooFar(n int64) bool {
	days := f.daysIn(n)
	return days > reach || days < -reach
}

// Add returns the date that is n units of a field after ms, or before it for
// negative n. Hours and shorter units are times that pass; with days and longer units
// the clock keeps showing the same time of day. Where a month is too short for
// the day of the month the day becomes its last. The error is a *[RangeError].
func (c Calendar) Add(ms int64, f Field, n int64) (int64, error) {
	c = c.complete()
	if f.tooFar(n) {
		return 0, &RangeError{f, n}
	}
	if f.isTime() {
		m := momentOf(ms, 0)
		m.add(f, n)
		return c.result(m, 0, f, n)
	}
	offset := offsetAt(c.Zone, floorDiv(ms, second))
	m := momentOf(ms, offset)
	switch f {
	case Year, Month:
		d := civilOf(m.day)
		if f == Year {
			d.year += n
		} else {
			month := int64(d.month) + n
			d.year += floorDiv(month, 12)
			d.month = int(floorMod(month, 12))
		}
		d.day = min(d.day, monthLength(d.year, d.month))
		m.day = dayOf(d.year, int64(d.month), int64(d.day))
	case WeekOfMonth, WeekOfYear:
		m.day += 7 * n
	default:
		m.day += n
	}
	return c.resolve(m, offset, f, n)
}

// Set returns the date that ms becomes when a field gets the value n. Values
// outside the range of the field lead into the neighbouring years, months and
// days: day 32 of January is 1 February. Only the day of the week stays within
// its week. Months count from 0, days of the week from 1 for Sunday; all other
// values are what a clock or calendar shows. The error is a *[RangeError].
func (c Calendar) Set(ms int64, f Field, n int64) (int64, error) {
	c = c.complete()
	if f.tooFar(n) {
		return 0, &RangeError{f, n}
	}
	offset := offsetAt(c.Zone, floorDiv(ms, second))
	m := momentOf(ms, offset)
	if f.isTime() {
		m.setTime(f, n)
	} else {
		m.day = c.setDay(m.day, f, n)
	}
	return c.resolve(m, offset, f, n)
}

// setTime sets a part of the time of day.
func (m *moment) setTime(f Field, n int64) {
	unit, next := timeUnits[f], int64(day)
	switch f {
	case Hour:
		next = day / 2
	case Minute:
		next = hour
	case Second:
		next = minute
	case Millisecond:
		next = second
	}
	m.time -= m.time % next / unit * unit
	m.add(f, n)
}

// add adds units of a part of the day.
func (m *moment) add(f Field, n int64) {
	perDay := day / timeUnits[f]
	m.day += floorDiv(n, perDay)
	m.time += floorMod(n, perDay) * timeUnits[f]
}

// setDay returns the day that a day becomes when a field of it gets a value.
func (c Calendar) setDay(number int64, f Field, n int64) int64 {
	d := civilOf(number)
	switch f {
	case Year:
		if d.year <= 0 {
			n = 1 - n // years before the year 1 count backwards
		}
		return dayOf(n, int64(d.month), int64(d.day))
	case Month:
		return dayOf(d.year, n, int64(d.day))
	case DayOfMonth:
		return dayOf(d.year, int64(d.month), n)
	case DayOfYear:
		return newYear(d.year) + n - 1
	case DayOfWeek:
		return c.weekStart(number) + floorMod(n-1-int64(c.Locale.FirstDay), 7)
	case WeekOfMonth:
		first := c.firstWeek(dayOf(d.year, int64(d.month), 1))
		return first + 7*(n-1) + number - c.weekStart(number)
	default: // WeekOfYear
		first := c.firstWeek(newYear(d.year))
		return first + 7*(n-1) + number - c.weekStart(number)
	}
}

// weekday returns the day of the week, 0 for Sunday.
func weekday(number int64) int { return int(floorMod(number+4, 7)) }

// weekStart returns the first day of the week of a day.
func (c Calendar) weekStart(number int64) int64 {
	return number - floorMod(int64(weekday(number))-int64(c.Locale.FirstDay), 7)
}

// firstWeek returns the first day of the first week of a year or month that
// begins with a day.
func (c Calendar) firstWeek(number int64) int64 {
	start := c.weekStart(number)
	if start+7-number < int64(c.Locale.MinDays) {
		start += 7
	}
	return start
}

// resolve turns what clocks show back into milliseconds.
func (c Calendar) resolve(m moment, preferred int64, f Field, n int64) (int64, error) {
	m = m.normal()
	return c.result(m, offsetOf(c.Zone, m, preferred), f, n)
}

func (c Calendar) result(m moment, offset int64, f Field, n int64) (int64, error) {
	m.time -= offset
	ms, ok := m.millis()
	if !ok {
		return 0, &RangeError{f, n}
	}
	return ms, nil
}
