package kafkalib

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// A brokerWatch watches the brokers of one handle and raises the events about
// them: from what the handle's clients see, and by probes where they see
// nothing. It has one goroutine, from the first contact to the end of the
// handle, and a client of its own from the first probe on.
type brokerWatch struct {
	h           *handle
	states      *brokerStates
	topics      *topicWatch
	connectTime time.Duration // of one attempt
	every       time.Duration // between probes of a silent broker; 0 for none
	sasl        bool
	prober      prober

	mu      sync.Mutex
	clients map[*kgo.Client]bool // true: it knows something of the cluster
	started bool
	ended   bool
	learn   []time.Time // when to look at what the clients know of the cluster
	group   int32       // coordinator; -1 while not known
	wake    chan struct{}
	quit    chan struct{}
	done    sync.WaitGroup
}

func newBrokerWatch(h *handle) *brokerWatch {
	w := &brokerWatch{
		h:           h,
		states:      newBrokerStates(h.config.millis("broker-down-ms"), h.emit),
		topics:      newTopicWatch(h.emit),
		connectTime: h.config.millis("socket-connection-setup-timeout-ms"),
		every:       h.config.millis("event-probe-ms"),
		sasl:        strings.HasPrefix(h.config.text("security-protocol"), "SASL_"),
		clients:     make(map[*kgo.Client]bool),
		group:       -1,
		wake:        make(chan struct{}, 1),
		quit:        make(chan struct{}),
	}
	w.prober.init(h)
	return w
}

func (w *brokerWatch) addClient(cl *kgo.Client) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.clients[cl] = false
}

// clientAnswered is told that a client has had an answer with metadata, and so
// can be asked for what it knows.
func (w *brokerWatch) clientAnswered(cl *kgo.Client) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, ok := w.clients[cl]; ok {
		w.clients[cl] = true
	}
}

func (w *brokerWatch) removeClient(cl *kgo.Client) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.clients, cl)
}

// failed is told of a failed attempt to connect, or request.
func (w *brokerWatch) failed(meta kgo.BrokerMetadata, err error) {
	if w.states.failed(meta.NodeID, addressOf(meta), w.h.conns.explain(meta, err), time.Now()) {
		w.poke()
	}
}

// requestTimeout raises that a broker did not answer a request in time.
func (w *brokerWatch) requestTimeout(meta kgo.BrokerMetadata, key int16, took time.Duration, err error) {
	e := Event{Code: "REQUEST_TIMEOUT", Host: meta.Host, Port: meta.Port, Duration: new(took), Error: w.h.conns.explain(meta, err)}
	if meta.NodeID >= 0 {
		e.Broker = new(meta.NodeID)
	}
	copied := *e.Error
	copied.Message += " (" + kmsg.NameForKey(key) + ")"
	e.Error = &copied
	w.h.emit(e)
}

// coordinator is told of an answer to a member of a group.
func (w *brokerWatch) coordinator(meta kgo.BrokerMetadata) {
	w.mu.Lock()
	old := w.group
	w.group = meta.NodeID
	w.mu.Unlock()
	if old >= 0 && old != meta.NodeID {
		w.h.emit(Event{Code: "COORDINATOR_CHANGED", Broker: new(meta.NodeID), Host: meta.Host, Port: meta.Port})
	}
}

// learnAfter is how long after an answer with metadata the client may take to
// know what is in it.
var learnAfter = [...]time.Duration{20 * time.Millisecond, 200 * time.Millisecond, time.Second}

// metadataAnswered is told that a client is about to know more of the cluster.
func (w *brokerWatch) metadataAnswered() {
	now := time.Now()
	w.mu.Lock()
	w.learn = w.learn[:0]
	for _, d := range learnAfter {
		w.learn = append(w.learn, now.Add(d))
	}
	w.mu.Unlock()
	w.poke()
}

// poke wakes the goroutine, starting it at first; it never blocks.
func (w *brokerWatch) poke() {
	w.mu.Lock()
	if !w.started && !w.ended {
		w.started = true
		w.done.Go(w.run)
	}
	w.mu.Unlock()
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// close ends all that runs.
func (w *brokerWatch) close() {
	w.mu.Lock()
	ended := w.ended
	w.ended = true
	w.mu.Unlock()
	if ended {
		return
	}
	close(w.quit)
	w.prober.cancel()
	w.done.Wait()
	w.prober.close()
}

func (w *brokerWatch) run() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-w.wake:
		case <-timer.C:
		case <-w.quit:
			return
		}
		now := time.Now()
		next := w.look(now)
		next = sooner(next, w.states.advance(now))
		next = sooner(next, w.probe(now))
		if next.IsZero() {
			timer.Stop()
		} else {
			timer.Reset(max(time.Until(next), time.Millisecond))
		}
	}
}

// look learns what the clients know of the cluster, where that may have
// changed, and returns when to do so again.
func (w *brokerWatch) look(now time.Time) (next time.Time) {
	w.mu.Lock()
	due := false
	for len(w.learn) > 0 && !w.learn[0].After(now) {
		w.learn = w.learn[1:]
		due = true
	}
	if len(w.learn) > 0 {
		next = w.learn[0]
	}
	clients := make([]*kgo.Client, 0, len(w.clients))
	for cl, knows := range w.clients {
		if knows {
			clients = append(clients, cl)
		}
	}
	w.mu.Unlock()
	if !due {
		return next
	}
	for _, cl := range clients {
		w.states.members(cachedMembers(cl), false, now)
	}
	if cl := w.h.topicClient(); cl != nil {
		w.topics.lookAt(cl, w.h.usedTopics())
	}
	return next
}

// topicClient is the client that sends to topics, or reads them; nil where
// there is none.
func (h *handle) topicClient() *kgo.Client {
	switch {
	case h.producer != nil:
		return h.producer.client
	case h.consumer != nil:
		h.consumer.mu.Lock()
		defer h.consumer.mu.Unlock()
		return h.consumer.client
	}
	return nil
}

// cachedFor is how old what a client knows may be: it only has to be asked.
const cachedFor = 24 * time.Hour

// overContext makes a client answer from what it knows, or not at all.
var overContext = func() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}()

// cachedMembers are the brokers that a client knows of.
func cachedMembers(cl *kgo.Client) []clusterMember {
	resp, err := cl.RequestCachedMetadata(overContext, topicsRequest(), cachedFor)
	if err != nil {
		return nil
	}
	return metadataMembers(resp)
}

func metadataMembers(resp *kmsg.MetadataResponse) []clusterMember {
	var list []clusterMember
	for _, b := range resp.Brokers {
		list = append(list, clusterMember{id: b.NodeID, address: brokerAddress{b.Host, b.Port}})
	}
	return list
}
