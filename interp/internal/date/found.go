package date

// found holds the fields that were read from a text.
type found struct {
	year, month int64
	days        int64 // what dayField says
	dayField    byte  // d, D, or E if there is neither; 0 for none of them
	hours       int64
	fullHours   bool // whether hours are those of the day
	minutes     int64
	seconds     int64
	fraction    int64 // milliseconds
	offset      int64
	hasOffset   bool
}

// set stores the number of a field. The last number of several for the same
// part of a date counts.
func (f *found) set(letter byte, n int64) {
	switch letter {
	case 'y':
		f.year = n
	case 'M':
		f.month = n - 1
	case 'd', 'D':
		f.days, f.dayField = n, letter
	case 'E':
		if f.dayField == 0 || f.dayField == 'E' {
			f.days, f.dayField = n, letter
		}
	case 'H', 'k':
		if letter == 'k' && n == 24 {
			n = 0
		}
		f.hours, f.fullHours = n, true
	case 'h':
		if n == 12 {
			n = 0
		}
		if !f.fullHours {
			f.hours = n
		}
	case 'm':
		f.minutes = n
	case 's':
		f.seconds = n
	case 'S':
		f.fraction = n
	}
}

// millis returns the milliseconds of the date that the fields describe. ok is
// false if they exceed 64 bits.
func (f *found) millis(c Calendar) (ms int64, ok bool) {
	numbers := [...]struct {
		field Field
		n     int64
	}{{Year, f.year}, {Month, f.month}, {DayOfMonth, f.days}, {Hour, f.hours}, {Minute, f.minutes}, {Second, f.seconds}}
	for _, number := range numbers {
		if number.field.tooFar(number.n) {
			return 0, false
		}
	}
	m := moment{day: f.day()}
	m.add(Hour, f.hours)
	m.add(Minute, f.minutes)
	m.add(Second, f.seconds)
	m.add(Millisecond, f.fraction)
	m = m.normal()
	offset := f.offset
	if !f.hasOffset {
		offset = offsetOf(c.Zone, m, noOffset)
	}
	m.time -= offset
	return m.millis()
}

// day returns the day number.
func (f *found) day() int64 {
	switch f.dayField {
	case 'd':
		return dayOf(f.year, f.month, f.days)
	case 'D':
		return newYear(f.year) + f.days - 1
	}
	first := dayOf(f.year, f.month, 1)
	if f.dayField == 'E' {
		first += floorMod(f.days-int64(weekday(first)), 7)
	}
	return first
}
