package kafkalib

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// statistics count what a handle's clients do. What they cost is paid per
// request and per batch, never per record. Safe for concurrent use.
type statistics struct {
	// How long a broker may keep a request by design: until there are
	// records, or until the other members of the group have come.
	fetchWait, groupWait time.Duration

	mu              sync.Mutex
	brokers         map[int32]*brokerFigures // by the client's id of it; a server of the list may have two
	partitions      map[TopicPartition]*partitionFigures
	latency         window // from the acceptance of records to their outcomes
	rebalances      int64
	rebalanced      time.Time
	rebalanceReason string // the code of the last change of the assignment
	parts           []statisticsPart
}

// A statisticsPart is what another part of the library adds to the statistics
// of a handle.
type statisticsPart struct {
	name    string
	figures func() []Figure
}

func newStatistics(c *Config) *statistics {
	s := &statistics{
		brokers:    make(map[int32]*brokerFigures),
		partitions: make(map[TopicPartition]*partitionFigures),
	}
	if findOption(c.kind, "fetch-max-wait-ms") != nil {
		s.fetchWait = c.millis("fetch-max-wait-ms")
	}
	if findOption(c.kind, "max-poll-interval-ms") != nil {
		s.groupWait = c.millis("max-poll-interval-ms")
	}
	return s
}

// addStatistics adds a group of figures to the handle's statistics. figures is
// called at each look, from any goroutine; it must not block.
func (h *handle) addStatistics(name string, figures func() []Figure) {
	h.stats.mu.Lock()
	defer h.stats.mu.Unlock()
	h.stats.parts = append(h.stats.parts, statisticsPart{name, figures})
}

// broker is what is counted of a broker.
func (s *statistics) broker(meta kgo.BrokerMetadata) *brokerFigures {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.brokers[meta.NodeID]
	if b == nil {
		b = s.sameAddress(meta)
		s.brokers[meta.NodeID] = b
	}
	if meta.NodeID >= 0 && (b.id != meta.NodeID || b.port != meta.Port || b.host != meta.Host) {
		b.mu.Lock()
		b.id, b.host, b.port = meta.NodeID, meta.Host, meta.Port
		b.mu.Unlock()
	}
	return b
}

// sameAddress finds a broker that the client knows by another id, or makes
// one. Called with the lock.
func (s *statistics) sameAddress(meta kgo.BrokerMetadata) *brokerFigures {
	seed := meta.NodeID < 0
	for id, b := range s.brokers {
		if b.host == meta.Host && b.port == meta.Port && (id < 0) != seed {
			b.configured = true
			return b
		}
	}
	return &brokerFigures{id: meta.NodeID, host: meta.Host, port: meta.Port, configured: seed}
}

// removed forgets a broker that has left the cluster.
func (s *statistics) removed(id int32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	gone := s.brokers[id]
	maps.DeleteFunc(s.brokers, func(_ int32, b *brokerFigures) bool { return b == gone })
}

// known are the brokers to be shown, by id. Servers of the list whose id is
// not known are among them only while no broker is known by its id: the client
// does not ask them any more, and what they owe would stay for ever.
func (s *statistics) known() []*brokerFigures {
	s.mu.Lock()
	defer s.mu.Unlock()
	var named, others []*brokerFigures
	for id, b := range s.brokers {
		switch {
		case id >= 0:
			named = append(named, b)
		case b.id < 0:
			others = append(others, b)
		}
	}
	if named == nil {
		named = others
	}
	slices.SortFunc(named, func(a, b *brokerFigures) int { return cmp.Compare(a.id, b.id) })
	return named
}

// A clientStatistics is the hook of one client of a handle.
type clientStatistics struct{ *statistics }

// patience is how long a broker may keep a request by design.
func (c *clientStatistics) patience(key int16) time.Duration {
	switch kmsg.Key(key) {
	case kmsg.Fetch, kmsg.ShareFetch:
		return c.fetchWait
	case kmsg.JoinGroup, kmsg.SyncGroup:
		return c.groupWait
	}
	return 0
}
