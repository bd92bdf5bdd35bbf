package recorder

import (
	"context"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// A health knows whether Kafka can be reached. It is a hook of the client, and a
// goroutine that asks the brokers while there is doubt: at the start, after a
// failure, and while records of the client get no answer. A slow broker answers
// the question and is not away; a paused one does not.
type health struct {
	r *Recorder

	state atomic.Int32 // unknown, reached, away
	// Since when the client has records without any outcome, in ns; 0: it has
	// none, or had outcomes since.
	stalled atomic.Int64
	doubt   chan struct{}

	mu     sync.Mutex
	failed time.Time // first failure since the last answer
	last   error
}

const (
	unknown int32 = iota
	reached
	away
)

const (
	pingTime     = 2 * time.Second        // for one question
	pingPause    = 100 * time.Millisecond // between two, doubling
	pingPauseMax = time.Second
	watchTime    = 100 * time.Millisecond // how often the records of the client are looked at
)

var (
	_ kgo.HookBrokerConnect = (*health)(nil)
	_ kgo.HookBrokerRead    = (*health)(nil)
)

func newHealth(r *Recorder) *health { return &health{r: r, doubt: make(chan struct{}, 1)} }

func (h *health) up() bool   { return h.state.Load() == reached }
func (h *health) down() bool { return h.state.Load() == away }

// OnBrokerConnect is called after each attempt to connect.
func (h *health) OnBrokerConnect(_ kgo.BrokerMetadata, _ time.Duration, _ net.Conn, err error) {
	if err != nil {
		h.failure(err)
	}
}

// OnBrokerRead is called for each answer, or its absence. The first answers of a
// connection tell nothing: a broker may refuse the credentials behind them.
func (h *health) OnBrokerRead(_ kgo.BrokerMetadata, key int16, _ int, _, _ time.Duration, err error) {
	if err != nil {
		h.failure(err)
		return
	}
	switch kmsg.Key(key) {
	case kmsg.ApiVersions, kmsg.SASLHandshake, kmsg.SASLAuthenticate:
		return
	}
	h.success()
}

func (h *health) success() {
	h.mu.Lock()
	h.failed, h.last = time.Time{}, nil
	h.mu.Unlock()
	if h.state.Swap(reached) != reached {
		h.r.poke()
	}
}

// failure notes that a broker could not be reached, unless the client itself
// ended the attempt.
func (h *health) failure(err error) {
	if errors.Is(err, context.Canceled) || errors.Is(err, kgo.ErrClientClosed) || errors.Is(err, net.ErrClosed) {
		return
	}
	h.note(err)
	select {
	case h.doubt <- struct{}{}:
	default:
	}
}

func (h *health) note(err error) {
	h.mu.Lock()
	if h.failed.IsZero() {
		h.failed = time.Now()
	}
	if h.last == nil || !errors.Is(err, kgo.ErrClientClosed) { // that the client was closed explains nothing
		h.last = err
	}
	h.mu.Unlock()
}

// lastError is the failure since which nothing was reached, or nil.
func (h *health) lastError() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.last
}

// handed tells that the client has records again. Called with the recorder's
// lock, as is everything that changes how many it has.
func (h *health) handed() { h.stalled.CompareAndSwap(0, time.Now().UnixNano()) }

// progress tells that a record has its outcome.
func (h *health) progress() { h.stalled.Store(0) }

// stalling reports whether the client has had records for DownAfter and none got
// an outcome.
func (h *health) stalling() bool {
	since := h.stalled.Load()
	if since == 0 {
		h.r.ledger.mu.Lock()
		has := h.r.inClient > 0
		h.r.ledger.mu.Unlock()
		if has {
			h.handed()
		}
		return false
	}
	return time.Since(time.Unix(0, since)) > h.r.options.DownAfter
}

// run asks while there is doubt, and tells what callers have left to be told.
func (h *health) run() {
	defer h.r.done.Done()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var asking sync.WaitGroup
	defer asking.Wait()
	defer cancel()
	asking.Go(func() { h.ask(ctx) })
	t := newTeller(h.r)
	tick := time.NewTicker(watchTime)
	defer tick.Stop()
	for {
		t.tell()
		if h.stalling() {
			select {
			case h.doubt <- struct{}{}:
			default:
			}
		}
		select {
		case <-tick.C:
		case <-h.r.quit:
			t.tell()
			return
		}
	}
}

// ask asks for an answer of Kafka until there is one, and then whenever there is
// doubt.
func (h *health) ask(ctx context.Context) {
	pause := pingPause
	for ctx.Err() == nil {
		err := h.ping(ctx)
		if err == nil {
			pause = pingPause
			h.success()
			select {
			case <-h.doubt:
			case <-ctx.Done():
			}
			continue
		}
		if ctx.Err() != nil {
			return
		}
		h.note(err)
		h.mu.Lock()
		out := !h.failed.IsZero() && time.Since(h.failed) >= h.r.options.DownAfter
		h.mu.Unlock()
		if out && h.state.Swap(away) != away {
			h.r.poke()
		}
		timer := time.NewTimer(min(pause, h.r.options.DownAfter))
		select {
		case <-timer.C:
		case <-ctx.Done():
		}
		timer.Stop()
		pause = min(2*pause, pingPauseMax)
	}
}

func (h *health) ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, pingTime)
	defer cancel()
	return h.r.client.Ping(ctx)
}
