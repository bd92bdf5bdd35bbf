package recorder

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/bpl-lang/bpl/kafkalib/internal/chain"
)

// A Recorder publishes events. It is safe for concurrent use.
type Recorder struct {
	options Options
	client  *kgo.Client
	health  *health
	room    room
	ledger  ledger
	stock   *stock
	queue   chan *item // as long as the room has events: handing over never blocks

	// What callers leave for the goroutines of the recorder to tell.
	foundFull  atomic.Bool  // somebody found no room since QUEUE_FULL was told
	pressure   atomic.Bool  // somebody needs room that the spool could make
	overtaken  atomic.Int64 // dropped for newer events, not yet told
	spoolFull  atomic.Bool  // the spool took nothing the last time
	sampledOut atomic.Int64
	refusal    atomic.Pointer[FallbackError] // of the fallback that took nothing the last time
	waiters    atomic.Int64                  // callers that wait for room
	freed      chan struct{}                 // one of them may try again

	// Guarded by the ledger's lock.
	open          chain.List[item] // what left the channel and has no outcome, in the order of acceptance
	returned      []*item
	inClient      int // items that the client has
	inClientBytes int64
	copies        map[uint64]copyState // spooled items that the client has as well
	rewind        bool                 // the client gave a spooled item back: read the spool again
	ended         bool                 // Close has counted: nothing counts from here
	telling       sync.WaitGroup       // outcomes that are counted and are being told to the spool

	wake     chan struct{} // tells the sender that there may be something to do
	quit     chan struct{} // ends sender and health
	hurry    atomic.Bool   // closing: what cannot be delivered now goes to the spool or a fallback
	done     sync.WaitGroup
	sender   *sender
	promise  func(*kgo.Record, error) // finished, as a value
	closing  sync.Once
	closed   chan struct{}
	leftover Remainder
}

// New starts a recorder. It connects in the background: only options that
// cannot work are an error, and then the fallbacks are closed.
func New(o Options) (*Recorder, error) {
	r, err := newRecorder(o)
	if err != nil {
		_ = closeAll(o.Fallbacks)
		return nil, err
	}
	r.done.Add(2)
	r.done.Go(func() { r.stock.run(r.quit) })
	go r.sender.run()
	go r.health.run()
	return r, nil
}

func newRecorder(o Options) (*Recorder, error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	r := &Recorder{
		options: o,
		room:    room{maxEvents: o.MaxEvents, maxBytes: o.MaxBytes},
		stock:   newStock(o.MaxEvents),
		queue:   newQueue(o.MaxEvents),
		freed:   make(chan struct{}, 1),
		copies:  make(map[uint64]copyState),
		wake:    make(chan struct{}, 1),
		quit:    make(chan struct{}),
		closed:  make(chan struct{}),
	}
	r.health, r.promise = newHealth(r), r.finished
	opts := []kgo.Opt{
		kgo.RecordPartitioner(chosenPartitioner{kgo.StickyKeyPartitioner(nil)}),
		kgo.MetadataMinAge(metadataPause),
	}
	opts = append(opts, o.Client...)
	opts = append(opts,
		kgo.WithHooks(r.health),
		// The client counts a record until after its outcome was told.
		kgo.MaxBufferedRecords(2*o.MaxInFlight+1_000),
	)
	client, err := kgo.NewClient(opts...)
	if err != nil {
		return nil, err
	}
	r.client = client
	r.sender = newSender(r)
	return r, nil
}

// metadataPause is the least time between two requests for metadata: a new leader
// is found soon. The options of the client may say otherwise.
const metadataPause = 250 * time.Millisecond

// Record offers an event and reports whether it was accepted. It waits for
// nothing, unless the policy is [Block] or [UseSpool] and there is no room, or
// the spool's mode is [Always].
func (r *Recorder) Record(e Event) bool {
	return r.record(nil, &e)
}

// RecordContext is Record within a [Context], if ctx has one: the event gets its
// id and its fields, and is not recorded, though accepted, where the context is
// not sampled. Where the policy waits, the end of ctx ends the waiting.
func (r *Recorder) RecordContext(ctx context.Context, e Event) bool {
	if c := FromContext(ctx); c != nil {
		if !c.Sampled() {
			r.sampledOut.Add(1)
			return true
		}
		c.adopt(&e)
	}
	return r.record(ctx.Done(), &e)
}

func (r *Recorder) record(cancelled <-chan struct{}, e *Event) bool {
	now := time.Now()
	if e.End.IsZero() {
		e.End = now
	}
	if e.Start.IsZero() {
		e.Start = e.End
	}
	size := e.size()
	if got := r.room.take(size); got != fits {
		if !r.makeRoom(cancelled, size, got) {
			r.ledger.add(oneRejected)
			return false
		}
	}
	it := r.stock.get()
	it.event, it.size, it.accepted = *e, size, now
	if r.options.SpoolMode == Always {
		return r.store(it)
	}
	r.ledger.add(oneAccepted)
	r.hand(it)
	return true
}

// hand gives an item to the sender. It never blocks: the channel holds as many
// as the room, and the item has its place in the room.
func (r *Recorder) hand(it *item) { r.queue <- it }

// store hands an item over and waits until it is in the spool, or cannot be.
func (r *Recorder) store(it *item) bool {
	stored := make(chan bool, 1)
	it.stored = stored
	r.hand(it)
	r.poke()
	return <-stored
}

// makeRoom does what the policy says where there was no room, and reports
// whether it has taken some.
func (r *Recorder) makeRoom(cancelled <-chan struct{}, size int64, got answer) bool {
	if got != full {
		return false
	}
	r.foundFull.Store(true)
	switch r.options.WhenFull {
	case DropOldest:
		return r.replace(size)
	case Block:
		return r.await(cancelled, size, nil)
	case UseSpool:
		return r.await(cancelled, size, &r.spoolFull)
	}
	if r.options.Spool != nil {
		r.pressure.Store(true)
	}
	return false
}

// maxReplaced bounds how many events one new event may replace, so that Record
// takes a bounded time.
const maxReplaced = 1_000

// replace drops the oldest events that wait, until there is room. It reports
// false where none waits: the others are with the client.
func (r *Recorder) replace(size int64) bool {
	for range maxReplaced {
		select {
		case oldest := <-r.queue:
			if oldest.stored != nil { // its caller still waits
				oldest.stored <- false
				r.ledger.add(oneRejected)
			} else {
				r.ledger.add(oneDropped)
				r.overtaken.Add(1)
			}
			r.room.give(1, oldest.size)
			oldest.recycle()
		default:
			return false
		}
		switch r.room.take(size) {
		case fits:
			return true
		case full:
			continue
		}
		return false
	}
	return false
}

// retryRoom is how often a caller that waits looks for room without being told.
const retryRoom = 10 * time.Millisecond

// await waits for room, at most MaxBlock, until cancelled, until the recorder
// closes, or until hopeless.
func (r *Recorder) await(cancelled <-chan struct{}, size int64, hopeless *atomic.Bool) bool {
	r.waiters.Add(1)
	defer r.waiters.Add(-1)
	deadline := time.Now().Add(r.options.MaxBlock)
	timer := time.NewTimer(retryRoom)
	defer timer.Stop()
	for {
		switch r.room.take(size) {
		case fits:
			if r.waiters.Load() > 1 {
				r.signalFreed()
			}
			return true
		case shut, tooLarge:
			return false
		}
		if hopeless != nil {
			if hopeless.Load() {
				return false
			}
			r.pressure.Store(true)
		}
		r.poke()
		if !time.Now().Before(deadline) {
			return false
		}
		timer.Reset(retryRoom)
		select {
		case <-r.freed:
		case <-timer.C:
		case <-cancelled:
			return false
		case <-r.quit:
			return false
		}
	}
}

// release gives room back and tells a caller that waits for it.
func (r *Recorder) release(events, size int64) {
	r.room.give(events, size)
	if r.waiters.Load() > 0 {
		r.signalFreed()
	}
}

func (r *Recorder) signalFreed() {
	select {
	case r.freed <- struct{}{}:
	default:
	}
}

// poke wakes the sender; it never blocks.
func (r *Recorder) poke() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// Counters returns the counters of one instant.
func (r *Recorder) Counters() Counters {
	r.ledger.mu.Lock()
	c := r.ledger.snapshot()
	r.ledger.mu.Unlock()
	c.SampledOut = r.sampledOut.Load()
	c.PendingBytes = r.room.bytes.Load()
	return c
}

// OldestAge returns for how long the oldest event in memory has waited for its
// outcome; 0 where there is none.
func (r *Recorder) OldestAge() time.Duration {
	r.ledger.mu.Lock()
	defer r.ledger.mu.Unlock()
	if it := r.open.First(); it != nil {
		return time.Since(it.accepted)
	}
	return 0
}

// Client returns the Kafka client, for requests of other kinds. Events are not to
// be produced by it, and it is closed with the recorder.
func (r *Recorder) Client() *kgo.Client { return r.client }

// chosenPartitioner keeps the partition that an event names, and asks inner for
// the others.
type chosenPartitioner struct{ inner kgo.Partitioner }

func (p chosenPartitioner) ForTopic(topic string) kgo.TopicPartitioner {
	return chosenTopicPartitioner{p.inner.ForTopic(topic)}
}

type chosenTopicPartitioner struct{ inner kgo.TopicPartitioner }

func (p chosenTopicPartitioner) RequiresConsistency(r *kgo.Record) bool {
	return r.Partition >= 0 || p.inner.RequiresConsistency(r)
}

func (p chosenTopicPartitioner) Partition(r *kgo.Record, n int) int {
	if r.Partition >= 0 {
		return int(r.Partition)
	}
	return p.inner.Partition(r, n)
}
