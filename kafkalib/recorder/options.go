package recorder

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// A Policy says what Record does where there is no room in memory.
type Policy uint8

const (
	// DropNewest rejects the new event.
	DropNewest Policy = iota
	// DropOldest drops events that wait, oldest first, until the new one fits.
	// Those that the Kafka client has already are not among them.
	DropOldest
	// Block waits for room, at most MaxBlock, and rejects then.
	Block
	// UseSpool writes what is in memory to the spool, which makes room. It waits
	// for the disk where events come faster than it writes, at most MaxBlock, and
	// rejects where the spool has no room either.
	UseSpool
)

// A SpoolMode says which events go through the spool.
type SpoolMode uint8

const (
	// WhenNeeded sends all new events to the spool while memory is full or Kafka
	// is away, until the spool is drained.
	WhenNeeded SpoolMode = iota
	// Always writes every event before Record returns, which therefore waits for
	// the disk.
	Always
)

// Options say how a recorder works. Only Topic is needed.
type Options struct {
	// Topic of events that name none.
	Topic string
	// Client are the options of the Kafka client: seed brokers, acks, retries,
	// timeouts. What the recorder needs for itself it sets behind them.
	Client []kgo.Opt
	// Type, Host and PID are those of events that have none: "event", this
	// machine's name, this process's id.
	Type string
	Host string
	PID  int

	Encoding Encoding // JSON where it is nil

	WhenFull  Policy
	MaxBlock  time.Duration // 60 s where it is 0; less than 0: does not wait
	MaxEvents int64         // in memory; 50,000 where it is 0, at most 10,000,000
	MaxBytes  int64         // estimated, in memory; 32 MiB where it is 0
	// MaxInFlight bounds the events that the client holds; 10,000 where it is 0.
	MaxInFlight int
	// DeliveryTimeout is how long the client may try to deliver an event that was
	// never written; 120 s where it is 0. Without effect with a spool, which
	// gives up no event.
	DeliveryTimeout time.Duration

	// Spool is open and belongs to this recorder alone until it is closed; the
	// caller closes it after the recorder.
	Spool     *spool.Spool
	SpoolMode SpoolMode
	// SpoolMaxAge drops spooled events that are older; 0 keeps them.
	SpoolMaxAge time.Duration
	// SpoolHeaders adds the headers spool-id and spool-seq to spooled events.
	SpoolHeaders bool

	// Fallbacks are tried in order while Kafka is away, see [FileFallback],
	// [StreamFallback], [ZeroMQFallback] and [SpoolFallback]. A spool that is not
	// among them comes first. The recorder closes them.
	Fallbacks []Fallback
	// DownAfter is how long Kafka has to be unreachable before the recorder turns
	// to the spool or a fallback; 1 s where it is 0.
	DownAfter time.Duration

	// Unconfirmed says that the client's acks are 0.
	Unconfirmed bool
	// Delivered is told of some delivered records how long they took from their
	// acceptance, as Notify is told. It may be nil.
	Delivered func(record *kgo.Record, took time.Duration)
	// Notify is told what happened, by goroutines of the recorder, never by a
	// caller of Record and never with a lock held. It must not block.
	Notify func(Notice)
}

// A Notice is something that happened to a recorder. Codes are the event codes
// of the Kafka library: QUEUE_FULL, QUEUE_DRAINED, RECORD_DROPPED,
// DELIVERY_FAILED, FALLBACK_ENTERED, FALLBACK_LEFT, SPOOL_FULL, SPOOL_DRAINED,
// SPOOL_REPLAYED, SPOOL_REJECTED.
type Notice struct {
	Code     string
	Err      error
	Refused  error // of FALLBACK_ENTERED and QUEUE_FULL: why another fallback takes nothing, a [FallbackError], or nil
	Count    int64
	Duration time.Duration
	Fallback string // the name of the fallback
	Topic    string
	// Partition is the one that the event asked for, or nil.
	Partition *int32
	Key       []byte
	Value     []byte // as it was, or would have been, sent
}

// Limits of Options.
const (
	defaultEvents   = 50_000
	greatestEvents  = 10_000_000
	defaultBytes    = 32 << 20
	defaultInFlight = 10_000
	defaultBlock    = 60 * time.Second
	defaultDelivery = 120 * time.Second
	defaultDown     = time.Second
)

// complete fills in the defaults and refuses what cannot work.
func (o *Options) complete() error {
	var errs []error
	wrong := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if o.Topic == "" {
		wrong("Topic is missing: name the topic of events that name none themselves")
	}
	if o.MaxEvents < 0 || o.MaxEvents > greatestEvents {
		wrong("MaxEvents: got %d, expected 1 to %d, or 0 for %d", o.MaxEvents, greatestEvents, defaultEvents)
	}
	if o.MaxBytes < 0 {
		wrong("MaxBytes: got %d, expected at least 1, or 0 for %d", o.MaxBytes, defaultBytes)
	}
	if o.MaxInFlight < 0 {
		wrong("MaxInFlight: got %d, expected at least 1, or 0 for %d", o.MaxInFlight, defaultInFlight)
	}
	if o.WhenFull > UseSpool {
		wrong("WhenFull: %d is no policy", o.WhenFull)
	}
	if o.Spool == nil && (o.WhenFull == UseSpool || o.SpoolMode == Always) {
		wrong("Spool is missing: the policy and the mode of the options need an open one")
	}
	spools := 0
	for _, f := range o.Fallbacks {
		switch f.(type) {
		case nil:
			wrong("Fallbacks: one is nil")
		case spoolFallback:
			spools++
		}
	}
	if spools > 1 || spools == 1 && o.Spool == nil {
		wrong("Fallbacks: the spool stands there %d times, and Spool is open: %t; expected once, with an open Spool", spools, o.Spool != nil)
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	if o.Spool != nil && spools == 0 {
		o.Fallbacks = append([]Fallback{SpoolFallback()}, o.Fallbacks...)
	}
	orElse(&o.Type, "event")
	orElse(&o.PID, os.Getpid())
	orElse(&o.MaxEvents, defaultEvents)
	orElse(&o.MaxBytes, defaultBytes)
	orElse(&o.MaxInFlight, defaultInFlight)
	orElse(&o.MaxBlock, defaultBlock)
	orElse(&o.DeliveryTimeout, defaultDelivery)
	orElse(&o.DownAfter, defaultDown)
	if o.Host == "" {
		o.Host = hostName()
	}
	if o.Encoding == nil {
		o.Encoding = JSON()
	}
	if o.Notify == nil {
		o.Notify = func(Notice) {}
	}
	return nil
}

// orElse replaces a zero value.
func orElse[T comparable](v *T, standard T) {
	var zero T
	if *v == zero {
		*v = standard
	}
}

// closeAll closes the fallbacks of options that were refused or are done with.
func closeAll(fallbacks []Fallback) error {
	var errs []error
	for _, f := range fallbacks {
		if c, ok := f.(io.Closer); ok {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}
