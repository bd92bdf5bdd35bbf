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
	list                 Servers // that the script named

	refresher refresher

	mu              sync.Mutex
	brokers         map[int32]*brokerFigures
	servers         map[brokerAddress]*brokerFigures // whose ids are not known
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
		list:       c.servers(),
		servers:    make(map[brokerAddress]*brokerFigures),
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

// broker is what is counted of a broker. Servers of the list have negative
// ids, which each client gives in its own way: they count by their address.
func (s *statistics) broker(meta kgo.BrokerMetadata) *brokerFigures {
	at := addressOf(meta)
	s.mu.Lock()
	defer s.mu.Unlock()
	if meta.NodeID < 0 {
		return s.server(at)
	}
	b := s.brokers[meta.NodeID]
	if b == nil {
		if b = s.servers[at]; b == nil {
			b = &brokerFigures{configured: s.listed(at)}
		}
		delete(s.servers, at)
		s.brokers[meta.NodeID] = b
	}
	if b.id != meta.NodeID || b.at != at {
		b.mu.Lock()
		b.id, b.at = meta.NodeID, at
		b.mu.Unlock()
	}
	return b
}

// server is what is counted of an address. Called with the lock.
func (s *statistics) server(at brokerAddress) *brokerFigures {
	for _, b := range s.brokers {
		if b.at == at {
			return b
		}
	}
	b := s.servers[at]
	if b == nil {
		b = &brokerFigures{id: -1, at: at, configured: s.listed(at)}
		s.servers[at] = b
	}
	return b
}

// listed reports whether the script named an address as a server.
func (s *statistics) listed(at brokerAddress) bool {
	return s.list.Embedded || slices.Contains(s.list.Addresses, at.String())
}

// removed forgets a broker that has left the cluster.
func (s *statistics) removed(id int32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.brokers, id)
}

// known are the brokers to be shown, by id. Servers whose id is not known are
// among them only while no broker is known by its id: the client does not ask
// them any more, and what they owe would stay for ever.
func (s *statistics) known() []*brokerFigures {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.brokers
	if len(all) > 0 {
		return slices.SortedFunc(maps.Values(all), func(a, b *brokerFigures) int { return cmp.Compare(a.id, b.id) })
	}
	return slices.SortedFunc(maps.Values(s.servers), func(a, b *brokerFigures) int {
		return cmp.Compare(a.at.String(), b.at.String())
	})
}

// each are all that is counted, shown or not. Called with the lock.
func (s *statistics) each() []*brokerFigures {
	return slices.AppendSeq(slices.Collect(maps.Values(s.brokers)), maps.Values(s.servers))
}

// A clientStatistics is the hook of one client of a handle.
type clientStatistics struct {
	*statistics
	probes bool // it is the client of the probes, which closes connections at will
}

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
