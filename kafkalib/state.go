package kafkalib

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// A state is what the library has in one session: the handle table and the
// embedded broker. Its own lock is never held while something blocks, nor
// while the language runs.
type state struct {
	lib     *Library
	session *interp.Session
	created time.Time

	mu         sync.Mutex
	closed     bool
	handles    map[string]*handle
	last       int // number of the last handle, over all kinds; never reused
	broker     *Embedded
	own        bool // the session started broker and closes it
	pool       map[string]*handle
	schemas    schemaCache
	registries map[[sha256.Size]byte]*registry
}

func newState(l *Library, s *interp.Session) *state {
	return &state{lib: l, session: s, created: time.Now(), handles: make(map[string]*handle), pool: make(map[string]*handle)}
}

// stateOf returns the state that a call works with.
func stateOf(c *interp.Call) *state { return c.State().(*state) }

// network is how the clients of the session reach brokers.
func (s *state) network() network {
	n := network{dial: s.lib.dial, embedded: s.embedded, refs: s.lib.refs}
	if s.lib.localhost {
		n.dial = func(ctx context.Context, network, address string) (net.Conn, error) {
			broker, err := s.embedded()
			if err != nil {
				return nil, err
			}
			return dialEmbeddedFirst(broker, s.lib.dial)(ctx, network, address)
		}
	}
	return n
}

// embedded returns the session's embedded broker, and starts it at first use.
func (s *state) embedded() (*Embedded, error) {
	if s.lib.embedded != nil {
		return s.lib.embedded, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, clientError("CLOSED", "the session is closed", nil)
	}
	if s.broker == nil {
		broker, err := NewEmbedded(EmbeddedOptions{})
		if err != nil {
			return nil, err
		}
		s.broker, s.own = broker, true
	}
	return s.broker, nil
}

// add gives a new handle its text and enters it into the table.
func (s *state) add(h *handle) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return clientError("CLOSED", "the session is closed", nil)
	}
	s.last++
	h.id = string(h.kind.Letter()) + strconv.Itoa(s.last)
	s.handles[h.id] = h
	h.listed.Store(true)
	return nil
}

// find returns the open handle of a text, of one of the kinds.
func (s *state) find(id string, wanted ...Kind) (*handle, error) {
	s.mu.Lock()
	h := s.handles[id]
	s.mu.Unlock()
	if h == nil {
		return nil, handleError(id, "is not open", wanted)
	}
	if len(wanted) > 0 && !slices.Contains(wanted, h.kind) {
		return nil, handleError(id, "is "+withArticle(h.kind.String()), wanted)
	}
	return h, nil
}

func handleError(id, what string, wanted []Kind) error {
	message := "handle " + quote(id) + " " + what
	if len(wanted) > 0 {
		message += ", expected an open " + wanted[0].String()
		for _, k := range wanted[1:] {
			message += " or " + k.String()
		}
	}
	return clientError("INVALID_HANDLE", message, nil)
}

// withArticle puts "a" or "an" before a noun.
func withArticle(noun string) string {
	if strings.ContainsAny(noun[:1], "aeiou") {
		return "an " + noun
	}
	return "a " + noun
}

// remove takes a handle out of the table; false where it was taken before.
func (s *state) remove(h *handle) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.handles[h.id] != h {
		return false
	}
	delete(s.handles, h.id)
	return true
}

// open returns the open handles in the order of their numbers.
func (s *state) open() []*handle {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]*handle, 0, len(s.handles))
	for _, h := range s.handles {
		all = append(all, h)
	}
	slices.SortFunc(all, func(a, b *handle) int { return cmp.Compare(a.number(), b.number()) })
	return all
}

// sessionEnd is how long the handles of a session that ends may take to flush
// and leave where the host does not say.
const sessionEnd = 30 * time.Second

// Close ends the session's handles, all at once: producers flush, consumers
// leave their groups without committing what was being worked on.
func (s *state) Close() error {
	defer s.lib.statistics.remove(s)
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), s.lib.closeTime)
	defer cancel()
	errs := s.closeAll(ctx)
	s.mu.Lock()
	broker, registries := s.broker, s.registries
	s.broker, s.registries = nil, nil
	s.mu.Unlock()
	for _, r := range registries {
		r.close()
	}
	if broker != nil {
		errs = append(errs, broker.Close())
	}
	return errors.Join(errs...)
}

// closeAll closes handles and pooled clients at the same time.
func (s *state) closeAll(ctx context.Context) []error {
	s.mu.Lock()
	all := make([]*handle, 0, len(s.handles)+len(s.pool))
	for _, h := range s.handles {
		all = append(all, h)
	}
	for _, h := range s.pool {
		all = append(all, h)
	}
	clear(s.handles)
	clear(s.pool)
	s.mu.Unlock()
	errs := make([]error, len(all))
	var wait sync.WaitGroup
	for i, h := range all {
		wait.Go(func() {
			if err := h.close(ctx, closeOptions{}); err != nil {
				errs[i] = fmt.Errorf("%s: %w", h.id, err)
			}
		})
	}
	wait.Wait()
	return errs
}
