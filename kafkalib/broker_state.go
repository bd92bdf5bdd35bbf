package kafkalib

import (
	"cmp"
	"net"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// brokerStates knows which brokers a handle's clients know, and whether they
// are up or down. It is told of answers and failures, of the members of the
// cluster, and of the passing of time, and raises the events about brokers. It
// starts nothing and waits for nothing, and is safe for concurrent use.
//
// A broker is down when a connect or request to it failed and none has
// succeeded for downAfter; it is up at the next success. Connections do not
// matter: a client has several of them to a broker and closes idle ones.
type brokerStates struct {
	downAfter time.Duration
	emit      func(Event) // called with the lock

	mu    sync.Mutex
	byID  map[int32]*brokerState
	seeds map[brokerAddress]*brokerState // until the members are known
	// removed are brokers that have left: what late connections to them say
	// does not count.
	removed  map[int32]bool
	known    bool // the members are known
	complete bool // and they came once from a list that has the fenced ones, too

	allSince time.Time // since when all are down; zero while one is not
	allDown  time.Time // when ALL_BROKERS_DOWN was raised; zero while it does not hold
}

// A brokerAddress is an address as the cluster or the script gives it.
type brokerAddress struct {
	host string
	port int32
}

// String is host:port, with an IPv6 host in brackets.
func (a brokerAddress) String() string { return net.JoinHostPort(a.host, strconv.Itoa(int(a.port))) }

// addressOf is the address of the broker that a hook of the client is told of.
func addressOf(meta kgo.BrokerMetadata) brokerAddress { return brokerAddress{meta.Host, meta.Port} }

// A brokerState is what is known of one broker.
type brokerState struct {
	id      int32 // -1 of a server of the list whose broker is not known yet
	address brokerAddress
	since   time.Time // known since

	up       bool      // BROKER_CONNECTED was raised after the last outage
	wasUp    bool      // and ever
	answered bool      // an answer came after the last outage
	down     bool      // the outage was raised
	downAt   time.Time // when
	upAt     time.Time // when BROKER_CONNECTED was raised
	failedAt time.Time // first failure since the last answer; zero for none
	failure  *Error    // the last one since then
	answer   time.Time // the last one

	probing bool
	probed  time.Time // end of the last probe

	refused     bool      // AUTHENTICATION_FAILED was raised since the last answer
	throttledAt time.Time // when BROKER_THROTTLED was raised
	throttles   int64     // answers that told to slow down since then

	absent      int       // answers in a row of which it was no member
	absentSince time.Time // of lists without the fenced ones
}

func newBrokerStates(downAfter time.Duration, emit func(Event)) *brokerStates {
	return &brokerStates{
		downAfter: downAfter, emit: emit,
		byID: make(map[int32]*brokerState), seeds: make(map[brokerAddress]*brokerState), removed: make(map[int32]bool),
	}
}

// about begins an event about a broker.
func (s *brokerState) about(code string, now time.Time) Event {
	e := Event{Code: code, Time: now, Host: s.address.host, Port: s.address.port}
	if s.id >= 0 {
		e.Broker = new(s.id)
	}
	return e
}

// at finds or makes the state of a broker, nil where what is told of it does
// not count. Servers of the list have negative ids: they count by their
// address, and no longer by themselves once the members are known. Called with
// the lock.
func (b *brokerStates) at(id int32, address brokerAddress, now time.Time) *brokerState {
	if id >= 0 {
		s := b.byID[id]
		switch {
		case s != nil || b.removed[id]:
			return s
		case b.known: // the client has newer metadata
			b.emit((&brokerState{id: id, address: address}).about("BROKER_ADDED", now))
		}
		return b.enter(id, address, now)
	}
	if !b.known {
		s := b.seeds[address]
		if s == nil {
			s = &brokerState{id: -1, address: address, since: now}
			b.seeds[address] = s
		}
		return s
	}
	for _, s := range b.byID {
		if s.address == address {
			return s
		}
	}
	return nil
}

// enter makes a state for a broker whose id was not known. What was told of
// its address is its own. Called with the lock.
func (b *brokerStates) enter(id int32, address brokerAddress, now time.Time) *brokerState {
	s := b.seeds[address]
	if s == nil {
		s = &brokerState{address: address, since: now}
	}
	delete(b.seeds, address)
	s.id = id
	b.byID[id] = s
	if s.answered && !s.up {
		b.connected(s, now)
	}
	b.allSince = time.Time{}
	return s
}

// success is told of an answer of a broker.
func (b *brokerStates) success(id int32, address brokerAddress, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s := b.at(id, address, now); s != nil {
		b.succeeded(s, now)
	}
}

func (b *brokerStates) succeeded(s *brokerState, now time.Time) {
	s.answer = now
	if s.up && s.failedAt.IsZero() {
		return // as nearly always
	}
	s.failedAt, s.failure, s.refused, s.answered = time.Time{}, nil, false, true
	b.allSince = time.Time{}
	if !s.up && (s.id >= 0 || s.down) { // else its id is known soon
		b.connected(s, now)
	}
	if !b.allDown.IsZero() {
		e := s.about("BROKERS_UP", now)
		e.Duration = new(now.Sub(b.allDown))
		b.allDown = time.Time{}
		b.emit(e)
	}
}

// connected raises BROKER_CONNECTED. Called with the lock.
func (b *brokerStates) connected(s *brokerState, now time.Time) {
	e := s.about("BROKER_CONNECTED", now)
	if s.down {
		e.Duration = new(now.Sub(s.downAt))
	}
	s.up, s.wasUp, s.down, s.upAt = true, true, false, now
	b.emit(e)
}

// failed is told of a connect or request that failed; first reports that it is
// the first one since the last answer of a broker that is not down.
func (b *brokerStates) failed(id int32, address brokerAddress, failure *Error, now time.Time) (first bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.at(id, address, now)
	if s == nil {
		return false
	}
	if authentication(failure) && !s.refused {
		s.refused = true
		e := s.about("AUTHENTICATION_FAILED", now)
		e.Error = failure
		b.emit(e)
	}
	s.failure = failure
	if !s.failedAt.IsZero() {
		return false
	}
	s.failedAt = now
	return !s.down
}

// advance raises what is due by the passing of time, and returns when to look
// again; the zero time means not before something happens.
func (b *brokerStates) advance(now time.Time) (next time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	all, any := true, false
	var last *Error
	for _, s := range b.each() {
		if !s.down && !s.failedAt.IsZero() {
			if due := s.failedAt.Add(b.downAfter); due.After(now) {
				next = sooner(next, due)
			} else {
				b.disconnected(s, now)
			}
		}
		if any = true; !s.down {
			all = false
		}
		last = s.failure
	}
	if !all || !any {
		b.allSince = time.Time{}
		return next
	}
	if b.allSince.IsZero() {
		b.allSince = now
	}
	if !b.allDown.IsZero() {
		return next
	}
	if due := b.allSince.Add(b.downAfter); due.After(now) {
		return sooner(next, due)
	}
	b.allDown = now
	b.emit(Event{Code: "ALL_BROKERS_DOWN", Time: now, Error: last})
	return next
}

// disconnected raises that a broker is down. Called with the lock.
func (b *brokerStates) disconnected(s *brokerState, now time.Time) {
	code := "BROKER_DISCONNECTED"
	if !s.wasUp && !s.answered {
		code = "BROKER_CONNECT_FAILED"
	}
	e := s.about(code, now)
	e.Error = s.failure
	s.down, s.up, s.answered, s.downAt = true, false, false, now
	b.emit(e)
}

// each are all states, in a fixed order: the servers of the list count until
// the members are known. Called with the lock.
func (b *brokerStates) each() []*brokerState {
	all := make([]*brokerState, 0, len(b.byID)+len(b.seeds))
	for _, s := range b.byID {
		all = append(all, s)
	}
	for _, s := range b.seeds {
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b *brokerState) int {
		return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.address.host, b.address.host), cmp.Compare(a.address.port, b.address.port))
	})
	return all
}

// sooner is the earlier of two times, where zero means never.
func sooner(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// authentication reports whether a broker did not accept the credentials.
func authentication(e *Error) bool {
	switch e.Code {
	case "AUTHENTICATION_FAILED", "SASL_AUTHENTICATION_FAILED", "UNSUPPORTED_SASL_MECHANISM", "ILLEGAL_SASL_STATE":
		return true
	}
	return false
}
