package kafkalib

import (
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kmsg"
)

// brokerFigures count what one broker was asked and answered, over all
// connections and clients of a handle. Safe for concurrent use.
type brokerFigures struct {
	mu         sync.Mutex
	id         int32 // -1 where it is not known; id and at are changed with the lock of the statistics, too
	at         brokerAddress
	configured bool // was a server of the list

	connects, connectErrors, disconnects       int64
	tx, txBytes, txErrors, txRetries, timeouts int64
	rx, rxBytes, rxErrors                      int64
	requests                                   [requestKinds]int64
	failed                                     [requestKinds]int64 // that were not repeated yet
	lastSent, lastAnswer                       time.Time
	flights                                    []flight
	writing                                    []flight
	lost                                       flight // the oldest that ended without answer since the last answer
	rtt, intLatency, outbufLatency, throttle   window
	up, down                                   bool
	since                                      time.Time     // of the state
	produceTime                                time.Duration // of the last answer to a produce request
}

// requestKinds bounds the keys of the protocol that are counted one by one.
const requestKinds = 128

// A flight is a request on its way. The zero value is none.
type flight struct {
	owner *clientStatistics
	key   int16
	start time.Time // of its writing
}

func kindIndex(key int16) int { return min(max(int(key), 0), requestKinds-1) }

// wrote notes a request that was written, or failed to be.
func (b *brokerFigures) wrote(owner *clientStatistics, key int16, n int, wait, took time.Duration, err error) {
	now := time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.txBytes += int64(n)
	b.outbufLatency.add(now, wait+took)
	if err != nil {
		return // the end of the request follows
	}
	b.tx++
	b.lastSent = now
	k := kindIndex(key)
	b.requests[k]++
	if b.failed[k] > 0 {
		b.failed[k]--
		b.txRetries++
	}
	b.flights = append(b.flights, flight{owner, key, now.Add(-took)})
}

// answered notes the answer to a request; took is the time from its writing.
func (b *brokerFigures) answered(owner *clientStatistics, key int16, n int, took time.Duration) {
	now := time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.land(owner, key, now.Add(-took))
	b.rx++
	b.rxBytes += int64(n)
	b.lastAnswer = now
	b.lost = flight{}
	b.setState(true, now)
	if kmsg.Key(key) == kmsg.Produce {
		b.produceTime = took
	}
	switch patience := owner.patience(key); {
	case patience == 0:
		b.rtt.add(now, took)
	case took > patience: // else nobody knows how much of it was waiting
		b.rtt.add(now, took-patience)
	}
}

// unconfirmed notes the end of a request that has no answer by design.
func (b *brokerFigures) unconfirmed(owner *clientStatistics, key int16, took time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.land(owner, key, time.Now().Add(-took))
}

// ended notes the end of a request without answer: by a time-out, a lost
// connection, or (gone) because the client itself gave up or closed.
func (b *brokerFigures) ended(owner *clientStatistics, key int16, took time.Duration, written bool, gone, timeout bool) {
	now := time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	f := b.landOldest(owner, key)
	if f.owner == nil {
		f = flight{owner, key, now.Add(-took)}
	}
	if gone {
		return
	}
	if written {
		b.rxErrors++
	} else {
		b.txErrors++
	}
	if timeout {
		b.timeouts++
	}
	b.failed[kindIndex(key)]++
	b.lose(f)
}

// lose keeps the oldest request without answer. Called with the lock.
func (b *brokerFigures) lose(f flight) {
	if b.lost.owner == nil || f.start.Before(b.lost.start) {
		b.lost = f
	}
}

// land takes the flight that began at about start. Connections have no name
// here; the nearest of its kind is the one, or one that began with it.
func (b *brokerFigures) land(owner *clientStatistics, key int16, start time.Time) {
	best, bestOff := -1, time.Duration(0)
	for i, f := range b.flights {
		if f.owner != owner || f.key != key {
			continue
		}
		if off := f.start.Sub(start).Abs(); best < 0 || off < bestOff {
			best, bestOff = i, off
		}
	}
	if best >= 0 {
		b.flights = slices.Delete(b.flights, best, best+1)
	}
}

func (b *brokerFigures) landOldest(owner *clientStatistics, key int16) flight {
	best := -1
	for i, f := range b.flights {
		if f.owner == owner && f.key == key && (best < 0 || f.start.Before(b.flights[best].start)) {
			best = i
		}
	}
	if best < 0 {
		return flight{}
	}
	f := b.flights[best]
	b.flights = slices.Delete(b.flights, best, best+1)
	return f
}

// forget drops what a client that was closed had on its way.
func (b *brokerFigures) forget(owner *clientStatistics) {
	b.mu.Lock()
	defer b.mu.Unlock()
	own := func(f flight) bool { return f.owner == owner }
	b.flights = slices.DeleteFunc(b.flights, own)
	b.writing = slices.DeleteFunc(b.writing, own)
	if own(b.lost) {
		b.lost = flight{}
	}
}

// connected notes an attempt to connect. One that fails counts as a request
// without answer: whoever asked waits.
func (b *brokerFigures) connected(owner *clientStatistics, took time.Duration, err error, gone bool) {
	now := time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	if err == nil {
		b.connects++
		return
	}
	if gone {
		return
	}
	b.connectErrors++
	b.lose(flight{owner, -1, now.Add(-took)})
	b.setState(false, now)
}

func (b *brokerFigures) disconnected() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.disconnects++
}

// setState notes whether the broker answers. Called with the lock.
func (b *brokerFigures) setState(up bool, now time.Time) {
	if b.up != up || b.down == up {
		b.up, b.down, b.since = up, !up, now
	}
}

// waiting is the start of the oldest request that should have its answer; ok
// is false where there is none. Called with the lock.
func (b *brokerFigures) waiting(now time.Time) (start time.Time, ok bool) {
	note := func(f flight) {
		if !ok || f.start.Before(start) {
			start, ok = f.start, true
		}
	}
	if b.lost.owner != nil {
		note(b.lost)
	}
	for _, f := range b.writing {
		note(f)
	}
	for _, f := range b.flights {
		if now.Sub(f.start) > f.owner.patience(f.key) {
			note(f)
		}
	}
	return start, ok
}

// silence is how long a broker may owe answers without giving one, before its
// round trips are nothing but that wait.
const silence = time.Second

// figure describes the broker.
func (b *brokerFigures) figure(now time.Time, state brokerCondition) Figure {
	b.mu.Lock()
	defer b.mu.Unlock()
	var s stall
	if start, ok := b.waiting(now); ok {
		s.age = max(now.Sub(start), 0)
		s.alone = s.age >= silence && now.Sub(b.lastAnswer) >= silence
	}
	if state.name == "" {
		state = b.ownState()
	}
	address := b.at.String()
	source := "learned"
	if b.configured {
		source = "configured"
	}
	parts := []Figure{
		Text("name", address+"/"+b.name()),
		Count("nodeid", int64(b.id)),
		Text("nodename", address),
		Text("source", source),
		Text("state", state.name),
		age("stateage", now, state.since),
		Count("connects", b.connects),
		Count("connect-errs", b.connectErrors),
		Count("disconnects", b.disconnects),
		Count("outbuf-cnt", int64(len(b.writing))),
		Count("waitresp-cnt", int64(len(b.flights))),
		Count("waitresp-age", s.age.Milliseconds()),
		Count("tx", b.tx),
		Count("txbytes", b.txBytes),
		Count("txerrs", b.txErrors),
		Count("txretries", b.txRetries),
		age("txidle", now, b.lastSent),
		Count("req-timeouts", b.timeouts),
		Count("rx", b.rx),
		Count("rxbytes", b.rxBytes),
		Count("rxerrs", b.rxErrors),
		age("rxidle", now, b.lastAnswer),
		b.rtt.figure("rtt", now, s),
		b.intLatency.figure("int-latency", now, stall{}),
		b.outbufLatency.figure("outbuf-latency", now, stall{}),
		b.throttle.figure("throttle", now, stall{}),
		b.requestFigure(),
	}
	return Group(b.name(), parts...)
}

// requestFigure counts the requests by kind. Called with the lock.
func (b *brokerFigures) requestFigure() Figure {
	var parts []Figure
	for k, n := range b.requests {
		if n > 0 {
			parts = append(parts, Count(kmsg.Key(k).Name(), n))
		}
	}
	return Group("req", parts...)
}

// nodeID is the id of the broker, -1 where it is not known.
func (b *brokerFigures) nodeID() int32 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.id
}

// name is what the broker is called: its id, or its address where the id is
// not known.
func (b *brokerFigures) name() string {
	if b.id < 0 {
		return b.at.String()
	}
	return strconv.Itoa(int(b.id))
}

// A brokerCondition is "up", "down" or "init", and since when.
type brokerCondition struct {
	name  string
	since time.Time
}

// ownState is what the requests alone tell. Called with the lock.
func (b *brokerFigures) ownState() brokerCondition {
	switch {
	case b.up:
		return brokerCondition{"up", b.since}
	case b.down:
		return brokerCondition{"down", b.since}
	}
	return brokerCondition{"init", b.since}
}

// age is the time since t in milliseconds, unknown where that never was.
func age(name string, now, t time.Time) Figure {
	if t.IsZero() {
		return Unknown(name)
	}
	return Count(name, max(now.Sub(t), 0).Milliseconds())
}
