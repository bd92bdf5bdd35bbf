package kafkalib

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// A prober asks brokers whether they are there, over connections of its own:
// those of the handle's clients may be waiting for something else, and are
// closed when idle. Its client knows the brokers by their addresses as
// servers of its list, because metadata does not list those that are away.
type prober struct {
	h       *handle
	timeout time.Duration
	ctx     context.Context
	cancel  context.CancelFunc

	mu        sync.Mutex
	client    *kgo.Client // nil before the first probe
	addresses []brokerAddress

	// The goroutine of the watch alone uses these.
	asked  time.Time // when the members were asked for
	asking bool
	answer chan struct{} // holds one when asking has ended
}

func (p *prober) init(h *handle) {
	p.h, p.timeout = h, h.config.millis("event-probe-timeout-ms")
	p.ctx, p.cancel = context.WithCancel(context.Background())
	p.answer = make(chan struct{}, 1)
}

// close ends the client. All probes have ended.
func (p *prober) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.client != nil {
		p.client.Close()
	}
}

// probeConfig is the configuration of the prober's client: the handle's, but
// for the times.
func (c *Config) probeConfig() *Config {
	probe := c.connection()
	timeout := c.number("event-probe-timeout-ms")
	idle := max(c.number("connections-max-idle-ms"), min(3*c.number("event-probe-ms"), 900_000))
	for name, n := range map[string]int64{
		"request-timeout-ms":                 timeout,
		"socket-connection-setup-timeout-ms": min(timeout, c.number("socket-connection-setup-timeout-ms")),
		"connections-max-idle-ms":            idle,
		"reconnect-backoff-ms":               0,
		"reconnect-backoff-max-ms":           0,
		"metadata-max-age-ms":                3_600_000, // it needs none
	} {
		probe.values[name] = n
	}
	return probe
}

// broker returns the prober's way to an address of the known ones.
func (p *prober) broker(address brokerAddress, known []brokerAddress) (*kgo.Broker, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !slices.Contains(p.addresses, address) {
		// Changing the list closes the connections, so it only grows until
		// something is missing.
		p.addresses = known
		if !slices.Contains(known, address) {
			p.addresses = append(p.addresses, address)
		}
		var texts []string
		for _, a := range p.addresses {
			texts = append(texts, a.String())
		}
		if err := p.reach(texts); err != nil {
			return nil, err
		}
	}
	return p.client.SeedBrokers()[slices.Index(p.addresses, address)], nil
}

// reach makes texts the servers of the client's list. Called with the lock.
func (p *prober) reach(texts []string) error {
	if p.client != nil {
		return p.client.UpdateSeedBrokers(texts...)
	}
	// Probes are counted, too: of a client that does nothing else, they are the
	// requests that tell how the brokers are.
	counts, n := &clientStatistics{statistics: p.h.stats, probes: true}, p.h.network()
	n.watch = counts.watch
	opts, err := p.h.config.probeConfig().clientOptions(n, nil)
	if err != nil {
		return err
	}
	p.client, err = kgo.NewClient(append(opts, kgo.SeedBrokers(texts...), kgo.WithHooks(counts))...)
	return err
}

// ask sends one request to a broker, within the time of a probe.
func (p *prober) ask(address brokerAddress, known []brokerAddress, req kmsg.Request) (kmsg.Response, error) {
	br, err := p.broker(address, known)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(p.ctx, p.timeout)
	defer cancel()
	return br.Request(ctx, req)
}

// probe starts the probes that are due, and returns when to look again.
func (w *brokerWatch) probe(now time.Time) (next time.Time) {
	if w.every == 0 {
		return w.askMembers(now, w.h.config.millis("metadata-max-age-ms"))
	}
	due, next := w.states.probes(w.every, now)
	for _, t := range due {
		w.done.Go(func() { w.probeOne(t) })
	}
	return sooner(next, w.askMembers(now, w.every))
}

// probeOne asks one broker for something cheap. Its failure is one like any
// other.
func (w *brokerWatch) probeOne(t probeTarget) {
	_, err := w.prober.ask(t.address, w.states.addresses(), kmsg.NewPtrApiVersionsRequest())
	now := time.Now()
	switch {
	case err == nil:
		w.states.success(t.id, t.address, now)
	case w.prober.ctx.Err() != nil || ownEnd(err):
	default:
		w.states.failed(t.id, t.address, w.probeError(t, err), now)
	}
	w.states.probed(t, now)
	w.poke()
}

func (w *brokerWatch) probeError(t probeTarget, err error) *Error {
	if errors.Is(err, context.DeadlineExceeded) {
		err = clientError("TIMED_OUT", "no answer to a probe within event-probe-timeout-ms ("+strconv.FormatInt(w.prober.timeout.Milliseconds(), 10)+" ms)", err)
	}
	return w.h.conns.explain(kgo.BrokerMetadata{NodeID: t.id, Host: t.address.host, Port: t.address.port}, err)
}

// askMembers asks for the members of the cluster, those that are fenced
// included, and for the leaders of topics, every so often, and returns when to
// do so again.
func (w *brokerWatch) askMembers(now time.Time, every time.Duration) (next time.Time) {
	p := &w.prober
	select {
	case <-p.answer:
		p.asking = false
	default:
	}
	if p.asking {
		return time.Time{} // its end is a poke
	}
	if p.asked.IsZero() {
		p.asked = now // the clients know enough to begin with
	}
	if due := p.asked.Add(every); due.After(now) {
		return due
	}
	p.asked = now
	t, ok := w.states.answering()
	if !ok {
		return now.Add(every)
	}
	p.asking = true
	w.done.Go(func() {
		known := w.states.addresses()
		list, complete := p.members(t.address, known)
		w.states.members(list, complete, time.Now())
		w.askTopics(t.address, known)
		p.answer <- struct{}{}
		w.poke()
	})
	return time.Time{}
}

// members asks a broker for the members of the cluster; none where it does not
// answer.
func (p *prober) members(address brokerAddress, known []brokerAddress) (list []clusterMember, complete bool) {
	const withFenced = 2 // the version of the request that knows them
	req := kmsg.NewPtrDescribeClusterRequest()
	req.IncludeFencedBrokers = true
	answer, err := p.ask(address, known, req)
	if err == nil {
		resp := answer.(*kmsg.DescribeClusterResponse)
		for _, b := range resp.Brokers {
			list = append(list, clusterMember{b.NodeID, brokerAddress{b.Host, b.Port}, b.IsFenced})
		}
		return list, resp.ErrorCode == 0 && resp.Version >= withFenced
	}
	if answer, err = p.ask(address, known, topicsRequest()); err != nil {
		return nil, false
	}
	return metadataMembers(answer.(*kmsg.MetadataResponse)), false
}

// topicsAsked bounds how many topics are asked for at a time.
const topicsAsked = 1_000

// askTopics asks a broker for the leaders of the topics that the handle uses:
// its client learns a new one from an answer to a record, without a word.
func (w *brokerWatch) askTopics(address brokerAddress, known []brokerAddress) {
	for names := range slices.Chunk(w.h.usedTopics(), topicsAsked) {
		answer, err := w.prober.ask(address, known, topicsRequest(names...))
		if err != nil {
			return
		}
		w.topics.told(answer.(*kmsg.MetadataResponse))
	}
}
