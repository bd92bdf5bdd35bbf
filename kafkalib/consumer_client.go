package kafkalib

import (
	"context"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// firstContact is the least time that the first poll gives to reach the
// cluster, whatever the script said: before that a poll would say nothing. So
// it is with a seek of a consumer that is no member of a group: each poll makes
// its requests anew.
const firstContact = time.Second

// ready returns a client that reads what the script wants, with the seeks
// done. Nil means that there is nothing to read now. What waiting does not
// cure, a topic that does not exist for example, is the error.
func (c *consumer) ready(ctx context.Context, deadline time.Time) (*kgo.Client, error) {
	c.mu.Lock()
	kind, client, member := c.want.kind, c.client, c.member()
	c.mu.Unlock()
	if kind == noSubscription {
		return nil, nil
	}
	within := time.Until(deadline)
	if client == nil || !member && c.hasSeeks() {
		within = max(within, firstContact)
	}
	waiting, cancel := c.h.waiting(ctx, max(within, 10*time.Millisecond))
	defer cancel()
	side, err := c.requests()
	if err != nil {
		return nil, err
	}
	if err := c.h.conns.contact(waiting, side); err != nil {
		if waiting.Err() != nil {
			return nil, c.h.over(ctx, waiting, "a first answer of the servers")
		}
		return nil, err
	}
	if err := c.lookAtTopics(waiting, side); err != nil {
		return nil, err
	}
	client, err = c.ensureClient(waiting, side)
	if err == nil && client != nil {
		err = c.doSeeks(waiting, side, client)
	}
	if err != nil && (waiting.Err() != nil && ctx.Err() == nil && c.h.ended.Err() == nil || c.h.curable(err)) {
		return nil, nil // brokers are away: events tell, the poll is empty
	}
	return client, err
}

// ensureClient returns the client of the subscription, building it if need
// be.
func (c *consumer) ensureClient(ctx context.Context, side *kgo.Client) (*kgo.Client, error) {
	c.mu.Lock()
	member, client := c.member(), c.client
	c.mu.Unlock()
	if client != nil {
		return client, nil
	}
	if !member {
		return c.startDirect(ctx, side)
	}
	if c.h.config.text("group-protocol") == "consumer" {
		if err := checkProtocol(ctx, side); err != nil {
			return nil, errorFrom(err)
		}
	}
	c.mu.Lock()
	opts := append(c.fetchOptions(), c.groupOptions()...)
	c.mu.Unlock()
	return c.build(opts)
}

// build makes the client that reads.
func (c *consumer) build(opts []kgo.Opt) (*kgo.Client, error) {
	ctx, abort := context.WithCancel(context.Background())
	client, err := c.h.newClient(nil, append(opts, kgo.WithContext(ctx))...)
	if err != nil {
		abort()
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ending {
		client.Close()
		abort()
		return nil, clientError("CLOSED", "handle "+quote(c.h.id)+" was closed", nil)
	}
	c.client, c.abort = client, abort
	c.paused.applyAll(client, c.owned)
	return client, nil
}
