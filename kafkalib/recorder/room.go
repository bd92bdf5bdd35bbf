package recorder

import "sync/atomic"

// A room bounds the events in memory, by number and by bytes. A caller takes
// room before it hands an event over, and whoever gives the event its outcome
// gives the room back. Nothing here waits.
type room struct {
	maxEvents, maxBytes int64
	// events counts those in memory; closedBit is set when no more may come. As
	// both are one word, nobody gets in after the last one was seen to leave.
	events atomic.Int64
	bytes  atomic.Int64
}

const closedBit = 1 << 62

// An answer says whether there is room.
type answer uint8

const (
	fits answer = iota
	full
	tooLarge // would not fit into an empty room
	shut
)

// take takes room for an event of so many bytes.
func (r *room) take(size int64) answer {
	if size > r.maxBytes {
		return tooLarge
	}
	for {
		bytes := r.bytes.Load()
		if bytes+size > r.maxBytes {
			if r.closed() {
				return shut
			}
			return full
		}
		if r.bytes.CompareAndSwap(bytes, bytes+size) {
			break
		}
	}
	for {
		events := r.events.Load()
		if events >= r.maxEvents {
			r.bytes.Add(-size)
			if events&closedBit != 0 {
				return shut
			}
			return full
		}
		if r.events.CompareAndSwap(events, events+1) {
			return fits
		}
	}
}

// give gives back the room of events.
func (r *room) give(events, size int64) {
	r.bytes.Add(-size)
	r.events.Add(-events)
}

// close lets no more events in.
func (r *room) close() { r.events.Or(closedBit) }

func (r *room) closed() bool { return r.events.Load()&closedBit != 0 }

// used is the number of events in memory.
func (r *room) used() int64 { return r.events.Load() &^ closedBit }

// crowded reports whether at least nine tenths are taken.
func (r *room) crowded() bool {
	return r.used() >= r.maxEvents-r.maxEvents/10 || r.bytes.Load() >= r.maxBytes-r.maxBytes/10
}
