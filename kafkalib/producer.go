package kafkalib

import (
	"context"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// A producer is what a producer handle has: the client, the queue in front of
// it, and the codecs.
type producer struct {
	h          *handle
	client     *kgo.Client
	queue      *queue
	key, value codec
	spooled    *spooled // nil without a spool
	choices    producerChoices
	spare      []*lone // for calls with one message; guarded by the session's lock
}

// producerChoices are options that every message asks for, looked up once.
type producerChoices struct {
	keyCodec, valueCodec string
	async, partitioner   bool
	timeout              time.Duration
}

func newProducer(h *handle) (*producer, error) {
	p := &producer{h: h}
	var err error
	if p.key, err = h.codec("key", "serializer"); err != nil {
		return nil, err
	}
	if p.value, err = h.codec("value", "serializer"); err != nil {
		return nil, err
	}
	writes := newProduceWrites()
	options := h.config.producerOptions()
	if h.spoolDir != "" {
		var err error
		if p.spooled, err = newSpooled(h, p); err != nil {
			return nil, err
		}
		options = append(options, kgo.RecordPartitioner(p.spooled.counts))
	}
	client, err := h.newClient(writes, options...)
	if err != nil {
		return nil, err
	}
	p.client = client
	_, partitioner := h.config.value("partitioner").(callable)
	p.choices = producerChoices{
		keyCodec: h.config.text("key-serializer"), valueCodec: h.config.text("value-serializer"),
		async: h.config.text("delivery") == "async", partitioner: partitioner,
		timeout: h.config.millis("delivery-timeout-ms"),
	}
	hooks := queueHooks{event: h.emit}
	if !h.state.lib.unobserved {
		hooks.latency = h.stats.delivered
	}
	if fn, ok := h.config.value("on-delivery").(callable); ok {
		calls, err := h.startCalls()
		if err != nil {
			return nil, err
		}
		hooks.delivered = func(e *entry) { calls.add(p.deliveryCall(fn, e)) }
	}
	if p.spooled != nil {
		hooks.spooled = p.spooled.settled
	}
	p.queue = newQueue(client, h.config, writes, hooks)
	if p.spooled != nil {
		p.spooled.queue = p.queue
	}
	return p, nil
}

// deliveryTimeout is the longest that sending, flushing and closing wait.
func (p *producer) deliveryTimeout() time.Duration { return p.choices.timeout }

// outcomeTime is how long a sync send waits: until its records have their
// outcomes, which are due with delivery-timeout-ms but for the queue's grace.
func (p *producer) outcomeTime() time.Duration {
	return p.choices.timeout + p.queue.grace() + p.queue.slotWidth()
}

// close flushes and ends the producer. What was not delivered is the error.
func (p *producer) close(ctx context.Context, o closeOptions) error {
	timeout := p.deliveryTimeout()
	if o.timeout > 0 {
		timeout = o.timeout
	}
	if p.spooled != nil {
		return p.spooled.close(ctx, timeout)
	}
	failures, unkept := p.queue.close(ctx, timeout)
	return p.undelivered(failures, unkept, "the producer was closed")
}
