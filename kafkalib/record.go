package kafkalib

import (
	"context"
	"path/filepath"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib/recorder"
	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// An eventRecorder is what a recorder handle has: a recorder of the package of
// that name, and its spool.
type eventRecorder struct {
	h     *handle
	rec   *recorder.Recorder
	topic string
	key   codec
	early earlyEvents

	mu sync.Mutex
	// contexts are those of the kafka-with-context calls that are running, the
	// innermost last, by executor.
	contexts map[int][]context.Context
}

func newEventRecorder(h *handle) (_ *eventRecorder, err error) {
	c := h.config
	in := h.state.session.Interp()
	e := &eventRecorder{h: h, topic: c.text("topic"), key: codecOf(c.text("key-serializer"), in), contexts: make(map[int][]context.Context)}
	if err := h.state.lib.permit.topics(Write, e.topic); err != nil {
		return nil, err
	}
	o := recorder.Options{
		Topic: e.topic, Type: c.text("event-type"), Encoding: eventEncoding(c.text("encoding")),
		MaxBlock: c.millis("max-block-ms"), MaxEvents: c.number("max-buffered-records"), MaxBytes: c.number("buffer-memory"),
		MaxInFlight: int(min(c.number("max-in-flight-records"), c.number("max-buffered-records"))), DeliveryTimeout: c.millis("delivery-timeout-ms"),
		SpoolMaxAge: c.millis("spool-max-age-ms"), SpoolHeaders: c.truth("spool-id"), DownAfter: c.millis("broker-down-ms"),
		Unconfirmed: c.value("acks") == int64(0), Notify: e.notice,
		Delivered: h.stats.delivered,
	}
	if o.MaxBlock == 0 {
		o.MaxBlock = -1 // does not wait
	}
	switch c.text("when-full") {
	case "drop-oldest":
		o.WhenFull = recorder.DropOldest
	case "block":
		o.WhenFull = recorder.Block
	case "spool":
		o.WhenFull = recorder.UseSpool
	}
	if c.spoolMode() == spoolAlways && c.spools() {
		o.SpoolMode = recorder.Always
	}
	if o.Client, err = h.clientOptions(nil, c.producerOptions()...); err != nil {
		return nil, err
	}
	if o.Fallbacks, err = e.fallbacks(); err != nil {
		return nil, err
	}
	if err := e.openSpool(&o); err != nil {
		return nil, err
	}
	if e.rec, err = recorder.New(o); err != nil {
		if h.spool != nil {
			_ = h.spool.Close()
			h.spool = nil
		}
		fault := invalidConfig(err.Error())
		fault.Cause = err
		return nil, fault
	}
	h.addStatistics("recorder", e.figures)
	return e, nil
}

// openSpool opens the spool of the options, if there is one.
func (e *eventRecorder) openSpool(o *recorder.Options) error {
	h, c := e.h, e.h.config
	if h.spoolDir == "" {
		return nil
	}
	sp, err := spool.Open(h.spoolDir, spool.Options{
		Fsync: c.spoolFsync(), AckInterval: c.millis("spool-ack-interval-ms"), MaxBytes: c.number("spool-max-bytes"),
		FS: h.state.lib.spoolFS,
		Notify: func(n spool.Notice) {
			if event, ok := spoolEvent(n); ok {
				e.early.raise(e.h, event)
			}
		},
	})
	if err != nil {
		return spoolError(h.spoolDir, err)
	}
	h.spool, o.Spool = sp, sp
	return nil
}

func eventEncoding(name string) recorder.Encoding {
	switch name {
	case "msgpack":
		return recorder.Msgpack()
	case "avro":
		return recorder.Avro()
	}
	return recorder.JSON()
}

// fallbacks makes the fallbacks of the options. The host is asked for the folder
// of a file and for the address of a collector.
func (e *eventRecorder) fallbacks() ([]recorder.Fallback, error) {
	lib := e.h.state.lib
	var all []recorder.Fallback
	for _, f := range e.h.config.fallbacks() {
		var made recorder.Fallback
		var err error
		switch f.kind {
		case "spool":
			made = recorder.SpoolFallback()
		case "stderr":
			made = recorder.StreamFallback("stderr", lib.stderr)
		case "file":
			if err := lib.grantFolder(filepath.Dir(f.place), "a file"); err != nil {
				return nil, err
			}
			made, err = recorder.FileFallback(recorder.FileOptions{Path: f.place, MaxBytes: f.maxBytes, Keep: int(f.keep)})
		case "zeromq":
			if lib.permit.Server != nil && !lib.permit.Server(f.place) {
				return nil, interp.Throw("PermissionDenied", "the host withholds the collector %s", f.place)
			}
			made, err = recorder.ZeroMQFallback(recorder.ZeroMQOptions{Address: f.place, Dial: lib.dial})
		}
		if err != nil {
			return nil, invalidConfig(`option "fallback": ` + err.Error())
		}
		all = append(all, made)
	}
	return all, nil
}

// start raises what happened before the handle had its name.
func (e *eventRecorder) start() {
	if e.h.spool != nil {
		e.h.emit(Event{Code: "SPOOL_OPENED", Count: new(e.h.spool.Stats().Recovered)})
	}
	e.early.start(e.h)
}

// notice is what the recorder tells.
func (e *eventRecorder) notice(n recorder.Notice) {
	event := Event{Code: n.Code, Topic: n.Topic, Fallback: n.Fallback}
	switch n.Code {
	case "FALLBACK_LEFT", "QUEUE_DRAINED", "SPOOL_DRAINED":
		event.Count, event.Duration = new(n.Count), new(n.Duration)
	case "QUEUE_FULL", "RECORD_DROPPED", "SPOOL_REPLAYED":
		event.Count = new(n.Count)
	case "DELIVERY_FAILED", "SPOOL_REJECTED":
		event.Record = &RecordInfo{Topic: n.Topic, Partition: anyPartition, Offset: -1, Timestamp: -1, Key: n.Key, Value: n.Value}
	}
	if n.Err != nil {
		event.Error = eventError(n.Code, e.h.spoolDir, n.Err)
	}
	if n.Refused != nil {
		event.Error = alsoRefused(event.Error, n.Refused)
	}
	if event.Record != nil && event.Error != nil {
		named := *event.Error
		event.Error = nameTopic(&named, n.Topic)
		event.placeOf(n)
		event.Record.Code, event.Record.Message, event.Record.Persisted = event.Error.Code, event.Error.Message, mayBeThere(event.Error)
	}
	e.early.raise(e.h, event)
}

// placeOf names the topic of a refused event and the partition that it asked for,
// and says so where the topic does not have it.
func (e *Event) placeOf(n recorder.Notice) {
	if e.Error.Topic = n.Topic; n.Partition == nil {
		return
	}
	e.Partition, e.Record.Partition = n.Partition, *n.Partition
	if has, ok := noSuchPartition(n.Err); ok {
		e.Error = noPartition(n.Topic, *n.Partition, has, n.Err)
		e.Error.Topic = n.Topic
	}
	e.Error.Partition = n.Partition
}

// mayBeThere says whether a record that was refused may be stored all the same.
func mayBeThere(e *Error) string {
	if e.Code == "DELIVERY_TIMED_OUT" {
		return "possibly"
	}
	if entry := errorEntry(e.Code, e.Origin); entry != nil && entry.persisted == excludesStore {
		return "no"
	}
	if entry := errorEntry(e.Code, OriginBroker); entry != nil && entry.persisted == excludesStore {
		return "no" // the client knew before it asked
	}
	return "possibly"
}

// alsoRefused adds to an error, if there is one, that a fallback takes nothing.
func alsoRefused(e *Error, refused error) *Error {
	if e == nil {
		return clientError("QUEUE_FULL", refused.Error(), refused)
	}
	both := *e
	both.Message += "; " + refused.Error()
	return &both
}

// close ends the recorder, and its spool behind it. Events that had to be dropped
// are the error.
func (e *eventRecorder) close(ctx context.Context, o closeOptions) error {
	timeout := e.h.config.millis("delivery-timeout-ms")
	if o.timeout > 0 {
		timeout = o.timeout
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	left, err := e.rec.Close(ctx)
	if e.h.spool != nil {
		if failed := e.h.spool.Close(); failed != nil && err == nil {
			return spoolError(e.h.spoolDir, failed)
		}
	}
	if err == nil {
		return nil
	}
	fault := clientError("DELIVERY_TIMED_OUT", err.Error(), err)
	for i := range left.Dropped {
		d := &left.Dropped[i]
		value, _ := recorder.Encode(eventEncoding(e.h.config.text("encoding")), d)
		fault.Records = append(fault.Records, RecordInfo{Topic: d.Topic, Partition: -1, Offset: -1, Timestamp: d.End.UnixMilli(),
			Key: d.Key, Value: value, Code: fault.Code, Message: "the recorder was closed before the event was delivered", Persisted: "possibly"})
	}
	return fault
}

// flush waits for the outcomes of the events, and returns how many have none.
func (e *eventRecorder) flush(ctx context.Context, limit time.Duration) (int64, error) {
	waiting, cancel := e.h.waiting(ctx, limit)
	defer cancel()
	left := e.rec.Flush(waiting)
	if left > 0 && (ctx.Err() != nil || e.h.ended.Err() != nil) {
		return left, e.h.over(ctx, waiting, "the outcomes of events")
	}
	if calls := e.h.calls.Load(); calls != nil {
		if calls.await(waiting) != nil && ctx.Err() != nil {
			return left, context.Cause(ctx)
		}
	}
	return left, nil
}

// figures are the counters, of one instant.
func (e *eventRecorder) figures() []Figure {
	c := e.rec.Counters()
	return []Figure{
		Count("offered", c.Offered), Count("accepted", c.Accepted), Count("rejected", c.Rejected),
		Count("delivered", c.Delivered), Count("failed", c.Failed), Count("dropped", c.Dropped),
		Count("fallen-back", c.FallenBack), Count("pending", c.Pending), Count("spooled", c.Spooled),
		Count("recovered", c.Recovered), Count("recovered-delivered", c.RecoveredDelivered),
		Count("recovered-failed", c.RecoveredFailed), Count("recovered-dropped", c.RecoveredDropped),
		Count("recovered-pending", c.RecoveredPending),
		Count("unconfirmed", c.Unconfirmed), Count("sampled-out", c.SampledOut), Count("pending-bytes", c.PendingBytes),
	}
}

// client serves requests that are not about events.
func (e *eventRecorder) client() *kgo.Client { return e.rec.Client() }

// eventError is an error that a recorder tells, as scripts see it.
func eventError(code, dir string, err error) *Error {
	switch code {
	case "SPOOL_FULL":
		return spoolError(dir, err)
	case "RECORD_DROPPED":
		return clientError("QUEUE_FULL", err.Error(), err)
	}
	return recordError(err)
}

// queueFigures are the figures that producers have, too.
func (e *eventRecorder) queueFigures() (queueFigures, queueLimits) {
	c := e.rec.Counters()
	var q queueFigures
	q.records, q.bytes, q.oldest = c.Pending, c.PendingBytes, e.rec.OldestAge()
	q.accepted, q.delivered, q.failed, q.dropped = c.Accepted, c.Delivered, c.Failed, c.Dropped
	return q, queueLimits{records: e.h.config.number("max-buffered-records"), bytes: e.h.config.number("buffer-memory")}
}
