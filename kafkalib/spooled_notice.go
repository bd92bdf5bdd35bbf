package kafkalib

import (
	"fmt"

	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// spoolEvent is what a spool tells, as an event; false where it is none.
func spoolEvent(n spool.Notice) (Event, bool) {
	switch n := n.(type) {
	case spool.Torn:
		return Event{Code: "SPOOL_TORN", Count: new(n.Count)}, true
	case spool.Damaged:
		return damagedEvent(n.Count, n.File, "is damaged", nil), true
	case spool.SyncFailed:
		return damagedEvent(0, n.File, fmt.Sprintf("could not be synced and is written anew: %v", n.Err), n.Err), true
	case spool.Foreign:
		return damagedEvent(0, n.File, "is not of the spool and is left alone", nil), true
	}
	return Event{}, false
}

// damagedEvent is SPOOL_DAMAGED about a file, with so many records in it.
func damagedEvent(records int64, file, what string, cause error) Event {
	return Event{Code: "SPOOL_DAMAGED", Count: new(records), Error: clientError("SPOOL_FAILED", "file "+quote(file)+" "+what, cause)}
}
