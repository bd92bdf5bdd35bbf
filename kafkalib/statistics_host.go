package kafkalib

import (
	"cmp"
	"iter"
	"slices"
	"sync"

	"github.com/twmb/franz-go/pkg/kgo"
)

// Statistics give a host the statistics of all open handles, of every session
// of the libraries that were made with them (WithStatistics). The zero value is
// ready, and safe for concurrent use.
type Statistics struct {
	mu       sync.Mutex
	last     int
	sessions map[*state]int // numbers, from 1 in the order of their first use of Kafka
}

// HandleStatistics are the statistics of one handle.
type HandleStatistics struct {
	Session  int    // number of the session, from 1
	Handle   string // such as "p1"
	Kind     Kind
	ClientID string
	// Figures are those of kafka-stats; StatisticsFields describes them.
	Figures Figure
}

// WithStatistics makes the statistics of all handles known to the host.
func WithStatistics(s *Statistics) Option {
	return func(l *Library) { l.statistics = s }
}

// WithClientHooks adds hooks of the host's own to every client of the client
// library that the handles make, for example those of franz-go's plugins for
// OpenTelemetry. It is called once for each client, of which a handle may have
// several. Hooks are called by the client's own goroutines and must not block.
func WithClientHooks(hooks func(kind Kind, clientID string) []kgo.Hook) Option {
	return func(l *Library) { l.hooks = hooks }
}

// WithoutObservation makes handles that neither count what they do nor watch
// their brokers: there are no statistics, no alarms and no events about brokers.
// It is for hosts that have means of their own.
func WithoutObservation() Option {
	return func(l *Library) { l.unobserved = true }
}

// observed returns an error where the host does without statistics.
func (h *handle) observed() error {
	if h.state.lib.unobserved {
		return invalidConfig("the host of this session does without statistics")
	}
	return nil
}

func (s *Statistics) add(st *state) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sessions == nil {
		s.sessions = make(map[*state]int)
	}
	s.last++
	s.sessions[st] = s.last
}

func (s *Statistics) remove(st *state) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sessions, st)
}

// All are the statistics of the open handles at this moment, by session and
// number. It asks no broker; it may wait for the lock of a session that
// evaluates.
func (s *Statistics) All() iter.Seq[HandleStatistics] {
	return func(yield func(HandleStatistics) bool) {
		type session struct {
			*state
			number int
		}
		var all []session
		s.mu.Lock()
		for st, n := range s.sessions {
			all = append(all, session{st, n})
		}
		s.mu.Unlock()
		slices.SortFunc(all, func(a, b session) int { return cmp.Compare(a.number, b.number) })
		for _, st := range all {
			for _, h := range st.open() {
				f := h.figures(need{all: true, groups: map[string]bool{interpreterGroup: true}}, st.session.Stats)
				if !yield(HandleStatistics{st.number, h.id, h.kind, h.config.text("client-id"), f}) {
					return
				}
			}
		}
	}
}

// A StatisticsField describes a figure. "*" in its path stands for a name that
// depends on the cluster.
type StatisticsField struct {
	Path    string
	Meaning string
	// Window says that the figure is a group of numbers in milliseconds:
	// WindowNames, and "cnt", how many times they are of.
	Window bool
}

// StatisticsFields describes the figures of the library's own groups.
func StatisticsFields() []StatisticsField {
	out := make([]StatisticsField, len(statisticsFields))
	for i, f := range statisticsFields {
		out[i] = StatisticsField{f.path, f.meaning, f.window}
	}
	return out
}

// WindowNames are the names of the numbers of a window that are times.
func WindowNames() []string { return slices.Clone(windowNames[:len(windowNames)-1]) }
