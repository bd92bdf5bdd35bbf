package date

import (
	"math"
	"time"
)

const (
	second = 1000
	minute = 60 * second
	hour   = 60 * minute
	day    = 24 * hour
)

// A moment is a point on the clock of some place: a day number and the
// milliseconds of that day. Unlike milliseconds since 1970 it has room for
// everything that an offset or a field may add.
type moment struct {
	day  int64
	time int64 // 0 to 24 hours, after normal
}

// momentOf returns what a clock shows at ms that is ahead of UTC by an offset.
func momentOf(ms, offset int64) moment {
	return moment{floorDiv(ms, day), floorMod(ms, day) + offset}.normal()
}

// normal brings the time into its range.
func (m moment) normal() moment {
	return moment{m.day + floorDiv(m.time, day), floorMod(m.time, day)}
}

// millis returns the milliseconds of a moment of UTC. ok is false if they
// exceed 64 bits.
func (m moment) millis() (ms int64, ok bool) {
	m = m.normal()
	if m.day < 0 { // towards 0, or the product might exceed what the sum does not
		m.day++
		m.time -= day
	}
	const most = math.MaxInt64 / day
	if m.day < -most || m.day > most {
		return 0, false
	}
	ms = m.day * day
	if ms > 0 && m.time > math.MaxInt64-ms || ms < 0 && m.time < math.MinInt64-ms {
		return 0, false
	}
	return ms + m.time, true
}

// seconds returns the whole seconds since 1970 of a moment of UTC.
func (m moment) seconds() int64 { return m.day*(day/second) + floorDiv(m.time, second) }

// offsetAt returns by how many milliseconds a zone is ahead of UTC at a time
// given in seconds since 1970.
func offsetAt(zone *time.Location, seconds int64) int64 {
	if zone == time.UTC {
		return 0
	}
	_, offset := time.Unix(seconds, 0).In(zone).Zone()
	return int64(offset) * second
}

// noOffset is no offset of any zone.
const noOffset = math.MinInt64

// offsetOf returns the offset of a zone when its clock shows m. Where clocks
// are set back a time comes twice: preferred is the offset meant if it fits,
// else it is the later one. Where clocks are set forward a time is left out:
// then the offset is that before, which gives the time after as much later.
func offsetOf(zone *time.Location, m moment, preferred int64) int64 {
	if zone == time.UTC {
		return 0
	}
	seconds := m.seconds()
	fits := func(offset int64) bool { return offsetAt(zone, seconds-offset/second) == offset }
	if preferred != noOffset && fits(preferred) {
		return preferred
	}
	const dayBefore = day / second
	before, after := offsetAt(zone, seconds-dayBefore), offsetAt(zone, seconds+dayBefore)
	if fits(after) {
		return after
	}
	return before
}
