package recorder

import (
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"time"
)

// An Event is something that happened. Its zero fields are filled in: the id is
// a new one, the type that of the options, host and pid are this process's, End
// is now, and Start is End.
//
// The recorder encodes the body later, in a goroutine of its own: nothing that
// it refers to may be changed after Record.
type Event struct {
	ID    string // 32 hexadecimal digits where the recorder makes it
	Type  string // dotted, such as "web.request"
	Host  string
	PID   int
	Start time.Time
	End   time.Time
	// Body is any value that encoding/json takes. [Fields], maps, slices,
	// texts, numbers, booleans and nil are encoded without reflection.
	Body any

	// Topic replaces the recorder's topic where it is not "".
	Topic string
	// Key of the Kafka record; nil is none. Events of one key keep their order.
	Key []byte
	// Partition of the Kafka record, where the key shall not choose it.
	Partition *int32
	Headers   []Header
}

// A Header is one header of a Kafka record.
type Header struct {
	Key   string
	Value []byte // nil is null
}

// A Field is one named value of a body.
type Field struct {
	Name  string
	Value any
}

// Fields are a body, or a part of one, whose names keep their order.
type Fields []Field

// idSize is the size of an id in bytes: four of the time, so that ids sort
// roughly by it, and twelve at random.
const idSize = 16

// NewID returns a new id for an event or a context. It is safe for concurrent
// use.
func NewID() string { return newID(time.Now()) }

func newID(now time.Time) string {
	var id [idSize]byte
	binary.BigEndian.PutUint32(id[:], uint32(now.Unix()))
	binary.BigEndian.PutUint64(id[4:], rand.Uint64())
	binary.BigEndian.PutUint32(id[12:], rand.Uint32())
	var text [2 * idSize]byte
	hex.Encode(text[:], id[:])
	return string(text[:])
}

// hostName is this machine's name, asked for once.
var hostName = sync.OnceValue(func() string {
	name, err := os.Hostname()
	if err != nil {
		return "localhost"
	}
	return name
})

// complete fills in what the caller left out, except for the times, which
// Record sets itself.
func (e *Event) complete(o *Options) {
	if e.ID == "" {
		e.ID = newID(e.End)
	}
	if e.Type == "" {
		e.Type = o.Type
	}
	e.Type = strings.TrimPrefix(e.Type, ".") // no context around
	if e.Host == "" {
		e.Host = o.Host
	}
	if e.PID == 0 {
		e.PID = o.PID
	}
	if e.Topic == "" {
		e.Topic = o.Topic
	}
}

// seconds is a time as BlueOx writes it: seconds since 1970, with fractions.
func seconds(t time.Time) float64 {
	return float64(t.UnixMicro()) / 1e6
}
