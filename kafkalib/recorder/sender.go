package recorder

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// A sender is the goroutine between the callers and whatever takes their events:
// it alone decides where the next event goes, so events keep their order.
type sender struct {
	r     *Recorder
	carry []*item // left the channel, still without a way; before those of the channel
	last  uint64  // number of the last item that left the channel

	// The Kafka client.
	generation context.Context
	giveBack   context.CancelFunc
	slot       timeSlot
	patience   time.Time // until when the client may give back what it has

	// The spool.
	spooling   bool // all new events go through the spool
	reader     *spool.Reader
	earlier    uint64 // sequences up to it are of an earlier process
	replayed   int64  // since the reader began, not yet told
	undrained  time.Time
	retryAfter time.Time

	// The fallbacks, in order; nil stands for the spool.
	desks    []*desk
	active   string // name of the one in use, "" for none
	entered  time.Time
	fellBack int64 // since then

	timer *time.Timer
	busy  time.Time // when there was last something to do
}

// How long the sender rests. While events come it looks for new ones by itself,
// so that a caller need not wake it: that would cost him microseconds.
const (
	shortRest = time.Millisecond
	longRest  = 50 * time.Millisecond
	alert     = 100 * time.Millisecond // after the last event
)

// batchSize bounds the items that are taken and handed on at a time.
const batchSize = 256

func newSender(r *Recorder) *sender {
	s := &sender{r: r, timer: time.NewTimer(longRest)}
	s.generation, s.giveBack = context.WithCancel(context.Background())
	for _, f := range r.options.Fallbacks {
		if _, ok := f.(spoolFallback); ok {
			s.desks = append(s.desks, nil)
			continue
		}
		s.desks = append(s.desks, newDesk(f))
	}
	if sp := r.options.Spool; sp != nil {
		stats := sp.Stats()
		s.reader = sp.NewReader()
		s.earlier = stats.LastSequence
		s.spooling = r.options.SpoolMode == Always || stats.Records > 0
		r.ledger.totals.Recovered = stats.Records
		if stats.Records > 0 {
			s.undrained = time.Now()
		}
	}
	return s
}

func (s *sender) run() {
	defer s.r.done.Done()
	for _, d := range s.desks {
		if d != nil {
			go d.run() // ends with close
			defer d.close()
		}
	}
	defer s.giveBack()
	for {
		select {
		case <-s.r.quit:
			return
		default:
		}
		if s.step() {
			s.busy = time.Now()
			continue
		}
		s.rest()
	}
}

// step does what there is to do and reports whether it got on.
func (s *sender) step() bool {
	s.reclaim()
	switch {
	case s.r.hurry.Load():
		s.yank()
		if s.spooling {
			return s.spoolStep()
		}
		return s.fallBack()
	case s.mustSpool():
		return s.spoolStep()
	case s.r.health.up():
		s.leaveFallback()
		return s.toClient()
	case s.r.health.down():
		return s.fallBack()
	}
	s.look()
	return false // events wait for the first answer of Kafka
}

// rest waits until there may be something to do.
func (s *sender) rest() {
	pause := longRest
	if time.Since(s.busy) < alert {
		pause = shortRest
	}
	s.tellDrained()
	s.timer.Reset(pause)
	var queue chan *item
	if len(s.carry) == 0 && pause == longRest && s.wanted() {
		queue = s.r.queue
	}
	select {
	case it := <-queue:
		s.adopt([]*item{it})
		s.carry = append(s.carry, it)
	case <-s.r.wake:
	case <-s.timer.C:
	case <-s.r.quit:
	}
}

// wanted reports whether new events could go anywhere at once.
func (s *sender) wanted() bool {
	return s.spooling || s.r.health.up() || s.r.health.down() && len(s.desks) > 0
}

// take returns the next items, at most n, in order.
func (s *sender) take(n int) []*item {
	if len(s.carry) > 0 {
		n = min(n, len(s.carry))
		batch := s.carry[:n:n]
		s.carry = s.carry[n:]
		return batch
	}
	var batch []*item
	for len(batch) < n {
		select {
		case it := <-s.r.queue:
			batch = append(batch, it)
			continue
		default:
		}
		break
	}
	s.adopt(batch)
	return batch
}

// look takes the oldest event out of the channel, where events wait: so its age is
// known.
func (s *sender) look() {
	if len(s.carry) == 0 {
		s.carry = s.take(1)
	}
}

// adopt enters items that left the channel into the open list.
func (s *sender) adopt(batch []*item) {
	if len(batch) == 0 {
		return
	}
	s.r.ledger.mu.Lock()
	defer s.r.ledger.mu.Unlock()
	for _, it := range batch {
		s.last++
		it.number = s.last
		it.event.complete(&s.r.options) // under the lock, because Close may return the event
		s.r.open.Add(it, &it.inOpen)
	}
}

// putBack makes items the next ones again.
func (s *sender) putBack(batch []*item) {
	if len(batch) > 0 {
		s.carry = append(batch[:len(batch):len(batch)], s.carry...)
	}
}

// prepare encodes items. Those that cannot be encoded have failed and are left
// out.
func (s *sender) prepare(batch []*item) []*item {
	good := make([]*item, 0, len(batch))
	for _, it := range s.unsettled(batch) {
		if !it.encoded {
			if err := s.encode(it); err != nil {
				s.r.fail(it, err)
				continue
			}
		}
		good = append(good, it)
	}
	return good
}

// unsettled leaves out the items that have their outcome: those that Close has
// abandoned, and those whose callers were told that the spool is full.
func (s *sender) unsettled(batch []*item) []*item {
	s.r.ledger.mu.Lock()
	defer s.r.ledger.mu.Unlock()
	return slices.DeleteFunc(batch, func(it *item) bool { return it.place == settled })
}

func (s *sender) encode(it *item) error {
	e := &it.event
	value, err := encode(s.r.options.Encoding, e)
	if err != nil {
		return err
	}
	rec := &it.record
	rec.Topic, rec.Key, rec.Value, rec.Timestamp, rec.Partition = e.Topic, e.Key, value, e.End, -1
	if e.Partition != nil {
		rec.Partition = *e.Partition
	}
	for _, h := range e.Headers {
		rec.Headers = append(rec.Headers, header(h))
	}
	it.encoded = true
	return nil
}

// panicError is what is left of a panic in code that others gave.
func panicError(where string, p any) error {
	return fmt.Errorf("%s: panic: %v\n%s", where, p, debug.Stack())
}
