package kafkalib

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// A spooled keeps the records of a producer on disk until they are delivered.
// kafka-send appends; one goroutine, the feeder, hands records over to the
// queue in the order of their sequence numbers and passes outcomes on to the
// spool.
//
// Memory is bounded, however long the spool is: of the records that are not
// delivered, the feeder holds those that were appended last, as long as it
// keeps up with them, and those that the client has. All others are read from
// disk, and read again where they had to be passed over: because what they
// must not overtake is stuck.
//
// The methods of calls are safe for concurrent use. What belongs to the feeder
// is said so.
type spooled struct {
	h       *handle
	p       *producer
	spool   *spool.Spool
	queue   *queue
	limits  spoolLimits
	headers *idHeaders // nil where records carry none
	counts  *partitionCounts
	async   bool // failures are kept for the next flush
	tells   bool // on-delivery is told of each record

	wake chan struct{} // tells the feeder that there may be something to do
	quit chan struct{}
	done sync.WaitGroup

	// Outcomes that the feeder has not looked at. The lock is taken with that
	// of the queue held.
	outcomesLock sync.Mutex
	outcomes     []*spooledRecord
	// spareOutcomes is room for them; of the feeder only.
	spareOutcomes []*spooledRecord

	early earlyEvents

	full atomic.Bool // SPOOL_FULL was raised and nothing was appended since

	brokenLock sync.Mutex
	brokenBy   string // text of the failure that was raised last

	// lastProgress is when the last outcome came, in ns since 1970.
	lastProgress atomic.Int64
	// fedUpTo is the number up to which the feeder has looked at records.
	fedUpTo atomic.Uint64

	mu        sync.Mutex
	closed    bool
	inMemory  bool         // mode "when-needed": new records go to memory
	appends   []appendCall // that have not returned, in order of their start
	calls     uint64       // that have begun
	live      liveRecords
	slabs     slabs
	lagging   bool             // newer records than live has are to be read from disk
	highest   uint64           // sequence number of the last record that was appended
	changed   chan struct{}    // closed when outcomes were passed on; nil while nobody waits
	adopted   []*spooledRecord // that were in memory when they were written, and with the client
	spilled   time.Time        // when; zero where the feeder knows of it
	spilledTo uint64           // the last of them
	failures  []*entry         // rejected records since the last flush
	unkept    int64            // that were too many to keep

	// Of the feeder only.
	feeder
	episode episode
	// adoptedUpTo is the number up to which records may be with the client
	// before the main source gives them.
	adoptedUpTo uint64
	ages        ageSlots
	ticked      time.Time
	delivered   []uint64 // room for the numbers of one settling
}

// spoolLimits are the options that the feeder keeps to.
type spoolLimits struct {
	whenNeeded bool
	records    int           // that the client may have
	buffered   int           // that memory may have
	bytes      int64         // that memory may have
	maxAge     time.Duration // 0: none
	batch      int64         // bytes of records without key before another partition is chosen
	backoff    backoff
}

// A spooledRecord is a record of the spool that the queue has.
type spooledRecord struct {
	entry *entry
	fed   *fedRecord // that both are in; nil where the record was in memory before
	seq   uint64
	time  time.Time // of acceptance
	// order is the lane whose order the record keeps, hold the one that it
	// takes room of.
	order, hold *lane
	chosen      bool           // the feeder chose the partition
	next, prev  *spooledRecord // in the window
}

// newSpooled opens the spool of a producer. Nothing is read or sent before
// start.
func newSpooled(h *handle, p *producer) (*spooled, error) {
	c := h.config
	s := &spooled{
		h: h, p: p,
		limits: spoolLimits{
			whenNeeded: c.spoolMode() == spoolWhenNeeded,
			records:    int(min(c.number("max-in-flight-records"), c.number("max-buffered-records"))),
			buffered:   int(c.number("max-buffered-records")),
			bytes:      c.number("buffer-memory"),
			maxAge:     c.millis("spool-max-age-ms"),
			batch:      c.number("batch-size"),
			backoff:    backoff{c.millis("retry-backoff-ms"), c.millis("retry-backoff-max-ms")},
		},
		counts: newPartitionCounts(c.partitioner()),
		async:  c.text("delivery") == "async",
		tells:  c.given("on-delivery"),
		wake:   make(chan struct{}, 1),
		quit:   make(chan struct{}),
	}
	var err error
	s.spool, err = spool.Open(h.spoolDir, spool.Options{
		Fsync:       c.spoolFsync(),
		AckInterval: c.millis("spool-ack-interval-ms"),
		MaxBytes:    c.number("spool-max-bytes"),
		FS:          h.state.lib.spoolFS,
		Notify:      s.notice,
	})
	if err != nil {
		return nil, spoolError(h.spoolDir, err)
	}
	h.spool = s.spool
	if c.truth("spool-id") {
		s.headers = &idHeaders{id: []byte(s.spool.ID())}
	}
	s.ages = newAgeSlots(s.limits.maxAge)
	s.feeder = newFeeder(s.counts)
	stats := s.spool.Stats()
	s.highest = stats.LastSequence
	s.lagging = stats.Records > 0
	s.inMemory = s.limits.whenNeeded && !s.lagging
	return s, nil
}

// start raises what happened at opening and begins to feed.
func (s *spooled) start() {
	s.beginWith(s.spool.Stats().Recovered)
	s.done.Go(s.run)
}

// spoolFsync is the option as the spool takes it.
func (c *Config) spoolFsync() time.Duration {
	switch v := c.value("spool-fsync").(type) {
	case int64:
		return time.Duration(v) * time.Millisecond
	case string:
		if v == "never" {
			return spool.FsyncNever
		}
	}
	return spool.FsyncAlways
}

// poke wakes the feeder; it never blocks.
func (s *spooled) poke() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// settled is the queue's hook.
func (s *spooled) settled(e *entry) {
	s.outcomesLock.Lock()
	first := len(s.outcomes) == 0
	s.outcomes = append(s.outcomes, e.spooled)
	s.outcomesLock.Unlock()
	if first { // else the feeder was told, and has not looked yet
		s.poke()
	}
}

// run is the feeder.
func (s *spooled) run() {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		now := time.Now()
		busy := s.settle(now)
		s.tick(now)
		busy = s.feed(now) || busy
		if busy {
			select {
			case <-s.quit:
				return
			default:
			}
			continue
		}
		timer.Reset(s.nextLook())
		select {
		case <-s.wake:
		case <-timer.C:
		case <-s.quit:
			return
		}
	}
}

// nextLook is how long the feeder may sleep where nothing wakes it.
func (s *spooled) nextLook() time.Duration {
	switch {
	case s.main.record != nil || s.behind > 0 || s.catchUp != nil:
		return stuckAfter / 5
	case s.total > 0 || s.limits.whenNeeded || s.limits.maxAge > 0:
		return tickInterval
	}
	return time.Hour
}
