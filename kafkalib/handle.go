package kafkalib

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bpl-lang/bpl/kafkalib/spool"
	"github.com/twmb/franz-go/pkg/kgo"
)

// A handle is an open producer, consumer, admin or recorder of a session. Its methods
// are safe for concurrent use.
type handle struct {
	id      string // "" for clients that are pooled
	kind    Kind
	config  *Config
	state   *state
	created time.Time
	// spoolDir is the folder of its spool, granted by the host; "" for none.
	spoolDir string
	spool    *spool.Spool // nil without one
	conns    *connections
	outage   madeOutage
	events   *eventBuffer

	stats *statistics
	watch statisticsWatch

	// listed is set when the handle has its id and stands in the table. A
	// pooled one never does: nobody could take its events.
	listed  atomic.Bool
	brokers *brokerWatch

	subscriptions subscriptions
	calls         atomic.Pointer[callbacks] // nil before the first function
	callsMu       sync.Mutex                // held while calls is set
	callsEnded    bool

	// One of these, by kind; the admin's client serves requests only.
	producer *producer
	consumer *consumer
	recorder *eventRecorder
	client   *kgo.Client

	// ended is cancelled when the handle closes: calls that wait end with
	// CLOSED.
	ended     context.Context
	end       context.CancelFunc
	closeOnce sync.Once
}

// number is the number in the handle's text.
func (h *handle) number() int {
	n, _ := strconv.Atoi(h.id[1:])
	return n
}

// newHandle makes a handle that is not yet in the table. Nothing is
// connected.
func (s *state) newHandle(kind Kind, c *Config) (*handle, error) {
	if err := s.lib.permit.servers(c.servers()); err != nil {
		return nil, err
	}
	dir, err := s.spoolFolder(c)
	if err != nil {
		return nil, err
	}
	h := &handle{kind: kind, config: c, spoolDir: dir, state: s, created: time.Now(), conns: newConnections(c), stats: newStatistics(c)}
	h.events = newEventBuffer(int(c.number("event-buffer")))
	h.brokers = newBrokerWatch(h)
	h.ended, h.end = context.WithCancel(context.Background())
	switch kind {
	case Producer:
		h.producer, err = newProducer(h)
	case Consumer:
		h.consumer, err = newConsumer(h)
	case Recorder:
		h.recorder, err = newEventRecorder(h)
	default:
		h.client, err = h.newClient(nil)
	}
	if err != nil {
		if h.spool != nil {
			_ = h.spool.Close() // nothing was written
		}
		h.end()
		return nil, err
	}
	if h.spool != nil {
		h.addStatistics("spool", h.spoolFigures)
	}
	return h, nil
}

// newClient makes a client of the library for the handle, with further
// options.
func (h *handle) newClient(writes *produceWrites, opts ...kgo.Opt) (*kgo.Client, error) {
	all, err := h.clientOptions(writes, opts...)
	if err != nil {
		return nil, err
	}
	client, err := kgo.NewClient(all...)
	if err != nil {
		e := invalidConfig(err.Error())
		e.Cause = err
		return nil, e
	}
	return client, nil
}

// network is how the clients of the handle reach brokers.
func (h *handle) network() network {
	n := h.state.network()
	n.outage = &h.outage
	return n
}

// clientOptions are the options of one client of the handle.
func (h *handle) clientOptions(writes *produceWrites, opts ...kgo.Opt) ([]kgo.Opt, error) {
	counts, n := &clientStatistics{statistics: h.stats}, h.network()
	if !h.state.lib.unobserved {
		n.watch = counts.watch
	}
	common, err := h.config.clientOptions(n, writes)
	if err != nil {
		return nil, err
	}
	hooks := []kgo.Hook{h.conns}
	if !h.state.lib.unobserved {
		hooks = append(hooks, counts, &brokerHooks{w: h.brokers})
	}
	if h.state.lib.hooks != nil {
		hooks = append(hooks, h.state.lib.hooks(h.kind, h.config.text("client-id"))...)
	}
	return append(append(common, kgo.WithHooks(hooks...)), opts...), nil
}

// emit is the one way by which events are raised: it completes the event and
// passes it to the handle's buffer, the script's functions and the host. It
// never blocks.
func (h *handle) emit(e Event) {
	e.Client = h.id
	if e.Time.IsZero() {
		e.Time = time.Now()
	}
	if e.Code == "TOPIC_RECREATED" {
		h.brokers.topics.forget(e.Topic)
	}
	h.events.add(e)
	h.stats.note(e)
	h.hear(e)
	if h.state.lib.observe != nil {
		h.state.lib.observe(e)
	}
}

// requestClient is a client for requests that are not polls or sends. A
// consumer has one only while it is subscribed or assigned; then a pooled
// client of the same servers serves.
func (h *handle) requestClient() (*kgo.Client, error) {
	switch h.kind {
	case Producer:
		return h.producer.client, nil
	case Consumer:
		return h.consumer.requests()
	case Recorder:
		return h.recorder.client(), nil
	}
	return h.client, nil
}

// closeOptions say how a handle is closed.
type closeOptions struct {
	// destroyed by the script: commits what its own call shows as done.
	destroyed bool
	timeout   time.Duration
}

// close ends a handle that is no longer in the table. Calls that wait on it
// end with CLOSED.
func (h *handle) close(ctx context.Context, o closeOptions) (err error) {
	h.closeOnce.Do(func() {
		started := time.Now()
		switch {
		case h.producer != nil:
			err = h.producer.close(ctx, o)
		case h.consumer != nil:
			err = h.consumer.close(ctx, o)
		case h.recorder != nil:
			err = h.recorder.close(ctx, o)
		default:
			h.client.Close()
		}
		h.end()
		h.brokers.close()
		h.emit(Event{Code: "CLIENT_CLOSED"})
		if o.timeout > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, max(o.timeout-time.Since(started), callGrace))
			defer cancel()
		}
		h.endCalls(ctx)
		h.subscriptions.close()
		h.watch.close()
		h.stats.refresher.close()
	})
	return err
}

// callGrace is how long the functions of a handle that is destroyed have at
// least, to be told how its records ended.
const callGrace = time.Second

// waiting is the context of a call that waits on the handle: it ends with the
// call's own, with the handle, and with the time.
func (h *handle) waiting(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	stop := context.AfterFunc(h.ended, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// over is the error of a call whose waiting ended: the handle was closed, the
// time is over, or the evaluation itself ended (then the context's own).
func (h *handle) over(ctx, waiting context.Context, waitedFor string) error {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case h.ended.Err() != nil:
		return clientError("CLOSED", "handle "+quote(h.id)+" was closed while the call waited for "+waitedFor, nil)
	}
	return h.conns.timedOut(waiting, waitedFor)
}
