package kafkalib

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/bpl-lang/bpl/kafkalib/internal/chain"
)

// A queue is what a producer has in front of the client library. It exists
// because the client cannot take back what it was given: there a record that
// may be in flight is ended by no time-out and no context. So the client
// holds at most inFlight records, all others wait here, where they can be
// dropped, purged and timed out with a certain outcome.
//
// Records go straight to the client while it has room and nothing waits.
// Order is kept: only who holds the turn hands records over, and while
// records wait only the pump takes the turn.
//
// All methods are safe for concurrent use.
type queue struct {
	client     *kgo.Client
	limits     queueLimits
	retriesSet bool // the script limited retries: what the client gave up stays failed
	idempotent bool
	hooks      queueHooks
	writes     *produceWrites
	start      time.Time
	promise    func(*kgo.Record, error) // finished, as a value

	wake  chan struct{} // tells the pump that there may be something to do
	alarm chan struct{} // tells the clock that there is a first slot
	quit  chan struct{} // ends pump and clock
	done  sync.WaitGroup

	mu       sync.Mutex
	closed   bool
	turn     bool              // somebody hands records over
	again    chain.List[entry] // given back by the client, to be handed over first
	waiting  chain.List[entry] // not yet handed over
	held     int               // records that the client holds
	records  int64
	bytes    int64
	open     chain.List[entry] // records without outcome, in order of acceptance
	accepted uint64            // number of the last record
	slot     *timeSlot         // of the records accepted now
	slots    []*timeSlot       // whose time is not over, oldest first
	stuck    int64             // reported records that are still with the client
	empty    chan struct{}     // closed when no record is left; nil while nobody waits
	room     chan struct{}     // closed when there is room; nil while nobody waits
	blocked  int               // senders that wait for room
	urgent   int               // calls that wait for outcomes
	full     time.Time         // since when the queue is full; zero while it is not
	flushes  []*flushWait
	failures []*entry // async failures since the last flush
	lost     int64    // failures that were too many to keep
	counters queueCounters
	free     []*lone            // entries that may serve again
	spilling bool               // a spill looks at entries: none may serve again
	topics   map[string]bool    // that records were accepted for
	topic    string             // of the last record
	renewing map[string]bool    // topics that the client is being told to forget
	renewed  map[string]bool    // and that have no record since
	hurry    context.CancelFunc // ends the flush that keeps the client from lingering
}

// queueLimits are the options that bound the queue.
type queueLimits struct {
	records, bytes int64
	inFlight       int
	whenFull       string
	maxBlock       time.Duration
	delivery       time.Duration
	linger         bool
}

// queueHooks are what the queue tells. They must not block and must not call
// the queue; those of one partition are called in order.
type queueHooks struct {
	event func(Event)
	// delivered is called for each record with an outcome, where the script
	// asked for it.
	delivered func(*entry)
	// latency is told of some delivered records how long they took.
	latency func(*kgo.Record, time.Duration)
	// spooled is called for each record of the spool that the client has
	// settled: the spool decides whether a failed one is tried again.
	spooled func(*entry)
}

// queueCounters count records since the queue was made.
type queueCounters struct {
	accepted, delivered, failed, dropped, purged int64
}

// newQueue starts a queue in front of client, which has to report to writes.
func newQueue(client *kgo.Client, c *Config, writes *produceWrites, hooks queueHooks) *queue {
	q := &queue{
		client: client,
		limits: queueLimits{
			records: c.number("max-buffered-records"), bytes: c.number("buffer-memory"),
			inFlight: int(c.number("max-in-flight-records")), whenFull: c.text("when-full"),
			maxBlock: c.millis("max-block-ms"), delivery: c.millis("delivery-timeout-ms"),
			linger: c.number("linger-ms") > 0,
		},
		retriesSet: c.number("retries") < noLimit,
		idempotent: c.idempotent(),
		hooks:      hooks,
		writes:     writes,
		start:      writes.start,
		topics:     make(map[string]bool),
		renewing:   make(map[string]bool),
		renewed:    make(map[string]bool),
		alarm:      make(chan struct{}, 1),
		wake:       make(chan struct{}, 1),
		quit:       make(chan struct{}),
	}
	if hooks.spooled != nil {
		q.limits.delivery = noDeadline
		q.slot = newTimeSlot(q.start)
	}
	q.promise = q.finished
	q.done.Add(2)
	go q.pump()
	go q.clock()
	return q
}

// now is the time since the queue was made, by which records are aged.
func (q *queue) now() time.Duration { return time.Since(q.start) }

// topicNames are the topics that records were accepted for, sorted.
func (q *queue) topicNames() []string {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.Sorted(maps.Keys(q.topics))
}

// poke wakes the pump; it never blocks.
func (q *queue) poke() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}
