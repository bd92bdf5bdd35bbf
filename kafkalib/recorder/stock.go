package recorder

import (
	"sync"
	"time"
)

// A stock holds items for callers, so that none of them has to make one. While
// Kafka is away every event needs one more, in memory that the process has not had
// before: the first to write there waits some microseconds until the system has
// given it, and may have to help the garbage collector for it. The stock's own
// goroutine waits in their place.
type stock struct{ fresh chan *item }

// used items serve again before fresh ones do: they are in some processor's cache.
var used sync.Pool

const (
	// stockSize is that of a stock: at 50,000 events per second, it lasts for as
	// long as a goroutine may have to wait for its turn on a busy machine.
	stockSize = 4_096
	// While items are taken the stock is looked at again soon: nobody wakes its
	// goroutine, since that would cost a caller microseconds.
	restockSoon = time.Millisecond
	restockLate = 20 * time.Millisecond
)

// newStock makes a full stock for a queue of so many events.
func newStock(events int64) *stock {
	s := &stock{make(chan *item, min(events, stockSize))}
	s.fill()
	return s
}

// longestTouched bounds the time that it takes to start a recorder: some
// milliseconds.
const longestTouched = 100_000

// newQueue makes a channel for so many events, whose memory is there as well where
// it is not very long.
func newQueue(events int64) chan *item {
	queue := make(chan *item, events)
	if events > longestTouched {
		return queue
	}
	for range events {
		queue <- nil
	}
	for range events {
		<-queue
	}
	return queue
}

// get returns an empty item. Where events come faster than the stock is filled,
// the caller makes one himself.
func (s *stock) get() *item {
	if it, ok := used.Get().(*item); ok {
		return it
	}
	select {
	case it := <-s.fresh:
		return it
	default:
		return new(item)
	}
}

// fill fills the stock and returns how many items it lacked.
func (s *stock) fill() int {
	n := cap(s.fresh) - len(s.fresh)
	for range n { // nobody else puts any in
		it := new(item)
		it.clear()
		s.fresh <- it
	}
	return n
}

// run keeps the stock full until quit.
func (s *stock) run(quit <-chan struct{}) {
	timer := time.NewTimer(restockLate)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
		case <-quit:
			return
		}
		if s.fill() > 0 {
			timer.Reset(restockSoon)
		} else {
			timer.Reset(restockLate)
		}
	}
}

// recycle makes an item that nobody refers to any more available again.
func (it *item) recycle() {
	it.clear()
	used.Put(it)
}

// clear writes all of an item: the compiler may not leave that out where it is
// zero already, since memory that was never written to is not there yet.
//
//go:noinline
func (it *item) clear() { *it = item{} }
