package spool

import (
	"path/filepath"
	"strconv"
	"strings"
)

// A segment is a file of frames and what is known of it. Its sequence numbers
// are first to below next; slot i is that of first+i.
type segment struct {
	first uint64
	next  uint64 // after the last that was written
	size  int64  // of the file: where the next frame belongs

	// What has been accepted; readers see no more. In a closed segment these are
	// next and size.
	accepted    uint64
	acceptedEnd int64

	used       uint64 // how many sequence numbers may have been used, if more than there are
	live       int64  // accepted and not acknowledged
	closed     bool   // nothing is appended any more
	unsettled  int    // records in Spool.deferred
	untrusted  bool   // its file could not be synced
	generation int    // of the file: another one after it was written anew

	// In memory while the segment is in use.
	loaded bool
	acked  bitmap  // slots that are acknowledged, or lost
	index  []int64 // where the first frame of slot indexStep*i or later begins
	turn   uint64  // when it was used, by the store's clock

	acks      File // nil: not open
	acksEnd   int64
	acksDirty bool // written, not synced
	writes    int  // of acknowledgements, to see whether there were some during a sync
	acksNew   bool // the folder has to be synced, too
	acksStale bool // not what is in memory: nothing is appended, it is to be written anew
	acksOpen  bool // of a closed segment, which does not tell so yet: to be written anew
	acksFile  int  // counts the files that there have been
}

const indexStep = 128

// note enters a frame into the index; frames are noted in ascending order.
func (g *segment) note(sequence uint64, offset int64) {
	for uint64(len(g.index))*indexStep <= sequence-g.first {
		g.index = append(g.index, offset)
	}
}

// near returns where to begin to look for a sequence number, and the least one
// that can be there.
func (g *segment) near(sequence uint64) (offset int64, least uint64) {
	i := min((sequence-g.first)/indexStep+1, uint64(len(g.index)))
	if i == 0 {
		return headerSize, g.first
	}
	return g.index[i-1], g.first + (i-1)*indexStep
}

// revert forgets what was written and is not accepted.
func (g *segment) revert() {
	g.forgetFrom(g.acceptedEnd)
	g.next, g.size = g.accepted, g.acceptedEnd
}

// forgetFrom removes frames from the index that begin at an offset or later.
func (g *segment) forgetFrom(offset int64) {
	for n := len(g.index); n > 0 && g.index[n-1] >= offset; n-- {
		g.index = g.index[:n-1]
	}
}

// liveBytes estimates the bytes of the records that are not acknowledged; it is
// exact where all or none are.
func (g *segment) liveBytes() int64 {
	slots := int64(g.accepted - g.first)
	if slots == 0 {
		return 0
	}
	return int64(float64(g.acceptedEnd-headerSize) * float64(g.live) / float64(slots))
}

const (
	segmentSuffix = ".seg"
	ackSuffix     = ".ack"
	newSuffix     = ".new" // of a file that is going to replace another
	asideSuffix   = ".aside"
	idName        = "id"
	lockName      = "lock"
	rejectedName  = "rejected"
)

func (st *store) path(first uint64, suffix string) string {
	var digits [20]byte
	for i := len(digits) - 1; i >= 0; i-- {
		digits[i] = '0' + byte(first%10)
		first /= 10
	}
	return st.dir + string(filepath.Separator) + string(digits[:]) + suffix
}

// lastFirst is the last sequence number with which a segment may begin.
const lastFirst = 1 << 62

// parseName returns the sequence number in the name of a file of a kind.
func parseName(name, suffix string) (uint64, bool) {
	digits, ok := strings.CutSuffix(name, suffix)
	if !ok || len(digits) != 20 {
		return 0, false
	}
	first, err := strconv.ParseUint(digits, 10, 64)
	return first, err == nil && first > 0 && first <= lastFirst
}
