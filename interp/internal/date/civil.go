package date

// A civil date is a day by year, month and day of the month. Years count from
// 1 on, with 0 for the year before.
type civil struct {
	year  int64
	month int // 0 to 11
	day   int // 1 to 31
}

const (
	// cutover is the first day of the Gregorian calendar, 15 October 1582; the day
	// before was 4 October by the Julian calendar. Days count from 1970.
	cutover     = -141427
	cutoverYear = 1582

	// Days from 1 March of the year 0 to 1 January 1970.
	gregorianEpoch = 719468
	julianEpoch    = 719470
)

// A rule is a rule for leap years.
type rule struct {
	epoch     int64 // days from 1 March of the year 0 to 1970
	centuries bool  // whether full centuries have leap years of their own rule
}

var (
	gregorian = rule{gregorianEpoch, true}
	julian    = rule{julianEpoch, false}
)

// march returns the days from 1 March of the year 0 to 1 March of a year. Years
// that begin in March have the leap day at their end.
func (r rule) march(year int64) int64 {
	days := 365*year + floorDiv(year, 4)
	if r.centuries {
		days += floorDiv(year, 400) - floorDiv(year, 100)
	}
	return days
}

// first returns the day number of the first day of a month, 0 for January.
func (r rule) first(year int64, month int) int64 {
	sinceMarch := (month + 10) % 12
	if month < 2 {
		year--
	}
	// The months from March on have 153 days in each five.
	return r.march(year) + int64((153*sinceMarch+2)/5) - r.epoch
}

// date returns the date of a day number.
func (r rule) date(day int64) civil {
	day += r.epoch
	year := floorDiv(day*4, 1461)
	if r.centuries {
		year = floorDiv(day*400, 146097)
	}
	// The quotient is the year or a neighbour of it.
	for r.march(year) > day {
		year--
	}
	for r.march(year+1) <= day {
		year++
	}
	rest := int(day - r.march(year))
	sinceMarch := (5*rest + 2) / 153
	d := civil{year, (sinceMarch + 2) % 12, rest - (153*sinceMarch+2)/5 + 1}
	if d.month < 2 {
		d.year++
	}
	return d
}

// civilOf returns the date of a day number.
func civilOf(day int64) civil {
	if day >= cutover {
		return gregorian.date(day)
	}
	return julian.date(day)
}

// dayOf returns the day number of a date. Months and days outside their range
// lead into neighbouring years and months.
func dayOf(year, month, day int64) int64 {
	year += floorDiv(month, 12)
	month = floorMod(month, 12)
	if year >= cutoverYear {
		if number := gregorian.first(year, int(month)) + day - 1; number >= cutover {
			return number
		}
	}
	return julian.first(year, int(month)) + day - 1
}

// newYear returns the day number of the day with which the days of a year are
// counted, 1 January.
func newYear(year int64) int64 { return dayOf(year, 0, 1) }

// monthLength returns the days of a month, the last day in October 1582
// included.
func monthLength(year int64, month int) int {
	r := julian
	if year > cutoverYear || year == cutoverYear && month >= 9 {
		r = gregorian
	}
	if month == 11 {
		return 31
	}
	return int(r.first(year, month+1) - r.first(year, month))
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func floorMod(a, b int64) int64 { return a - floorDiv(a, b)*b }
