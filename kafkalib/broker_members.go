package kafkalib

import (
	"maps"
	"slices"
	"time"
)

// A clusterMember is a broker as the cluster lists it.
type clusterMember struct {
	id      int32
	address brokerAddress
	fenced  bool // registered, but not heard of at present
}

// goneAfter is how long a broker has to be missing in lists without fenced
// brokers, where an outage looks the same, until it counts as removed.
const goneAfter = 5 * time.Minute

// absentTwice is how many lists with the fenced brokers have to miss a broker:
// one may come from a broker that is only about to learn them.
const absentTwice = 2

// members is told of a list of the cluster's brokers: complete where it has
// the fenced ones, too.
func (b *brokerStates) members(list []clusterMember, complete bool, now time.Time) {
	if len(list) == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	listed := make(map[int32]bool, len(list))
	for _, m := range list {
		listed[m.id] = true
		s := b.byID[m.id]
		switch {
		case s != nil:
			s.address = m.address
		case m.fenced:
			continue // it may have been switched off for good
		default:
			delete(b.removed, m.id)
			if b.known {
				b.emit((&brokerState{id: m.id, address: m.address}).about("BROKER_ADDED", now))
			}
			s = b.enter(m.id, m.address, now)
		}
		s.absent, s.absentSince = 0, time.Time{}
	}
	if !b.known {
		b.known = true
		clear(b.seeds) // other names of the same brokers
	}
	b.complete = b.complete || complete
	for _, id := range slices.Sorted(maps.Keys(b.byID)) {
		if s := b.byID[id]; !listed[id] && b.gone(s, complete, now) {
			delete(b.byID, id)
			b.removed[id] = true
			b.emit(s.about("BROKER_REMOVED", now))
		}
	}
}

// gone reports whether a broker that is missing in a list has left. Called
// with the lock.
func (b *brokerStates) gone(s *brokerState, complete bool, now time.Time) bool {
	switch {
	case complete:
		s.absent++
		return s.absent >= absentTwice
	case b.complete:
		return false // another list tells
	case s.absentSince.IsZero():
		s.absentSince = now
	}
	return now.Sub(s.absentSince) >= goneAfter
}

// A probeTarget is a broker to be probed.
type probeTarget struct {
	id      int32
	address brokerAddress
}

// probes returns the brokers that are to be probed now, and notes that they
// are; and when to look again. A broker is probed when nothing came from it
// for a while, at once after a failure, and again and again while it is down.
func (b *brokerStates) probes(every time.Duration, now time.Time) (due []probeTarget, next time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.each() {
		if s.probing {
			continue
		}
		at := later(later(s.since, s.answer), s.probed).Add(every)
		switch {
		case s.down:
			at = s.probed.Add(min(every, max(b.downAfter, 250*time.Millisecond)))
		case s.probed.Before(s.failedAt):
			at = s.failedAt
		case !s.failedAt.IsZero(): // the probe failed, too
			at = s.probed.Add(b.downAfter / 4)
		}
		if at.After(now) {
			next = sooner(next, at)
			continue
		}
		s.probing = true
		due = append(due, probeTarget{s.id, s.address})
	}
	return due, next
}

// probed is told that a probe has ended, whatever it found.
func (b *brokerStates) probed(t probeTarget, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.byID[t.id]
	if s == nil {
		s = b.seeds[t.address]
	}
	if s == nil { // the id of the server of the list became known meanwhile
		for _, other := range b.byID {
			if other.address == t.address {
				s = other
			}
		}
	}
	if s != nil {
		s.probing, s.probed = false, now
	}
}

// addresses are all known addresses.
func (b *brokerStates) addresses() []brokerAddress {
	b.mu.Lock()
	defer b.mu.Unlock()
	var all []brokerAddress
	for _, s := range b.each() {
		all = append(all, s.address)
	}
	return all
}

// answering is a broker that is up, if there is one: the one that answered last.
func (b *brokerStates) answering() (t probeTarget, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var best *brokerState
	for _, s := range b.each() {
		if !s.down && s.failedAt.IsZero() && !s.answer.IsZero() && (best == nil || s.answer.After(best.answer)) {
			best = s
		}
	}
	if best == nil {
		return t, false
	}
	return probeTarget{best.id, best.address}, true
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
