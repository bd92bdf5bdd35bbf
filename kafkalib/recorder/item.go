package recorder

import (
	"time"
	"unsafe"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/bpl-lang/bpl/kafkalib/internal/chain"
)

// An item is an accepted event on its way. It belongs to the channel, then to
// the sender; while it is in the open list its place and outcome are guarded by
// the recorder's lock.
type item struct {
	record kgo.Record // first, so that the item is found by it: see itemOf
	event  Event
	size   int64
	// accepted is when, by which the age of the queue is told.
	accepted time.Time
	// encoded says that the record's value is made.
	encoded bool
	number  uint64 // in order of acceptance
	place   place
	// kept items may be referred to by somebody else: they are not used again.
	kept bool
	// sequence of the item in the spool; 0 while it is in memory only.
	sequence  uint64
	recovered bool
	err       error // why the client gave it back

	// stored is told whether the item is in the spool, in mode Always: there the
	// caller waits for it.
	stored chan bool

	inOpen chain.Place[item] // among the items that left the channel and have no outcome
}

// itemOf finds the item of a record that the client gives back.
func itemOf(rec *kgo.Record) *item { return (*item)(unsafe.Pointer(rec)) }

// A place says where an item is.
type place uint8

const (
	inQueue  place = iota // in the channel, or with the sender
	inClient              // with the Kafka client
	returned              // given back by the client
	settled               // has its outcome
)
