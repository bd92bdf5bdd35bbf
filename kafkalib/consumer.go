package kafkalib

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// A consumer is what a consumer handle has. The client is built at the first
// subscribe, assign or poll, and anew where the kind of what is read changes.
type consumer struct {
	h          *handle
	key, value codec
	group      string
	autoCommit bool

	slot chan struct{} // held by the poll that is running
	quit chan struct{} // ends the committer
	done sync.WaitGroup

	mu      sync.Mutex
	closed  bool
	want    subscription
	client  *kgo.Client     // nil before the first use, and after it left its group
	checked bool            // the topics of want were looked up
	missing map[string]bool // topics that do not exist, and were thrown
	looked  time.Time       // when the missing ones were last looked up
	buffer  []*kgo.Record   // fetched, not yet returned
	pending error           // to be thrown by the next poll
	marks   marks
	overdue *time.Timer // runs while the script works on a poll's records

	interrupt context.CancelFunc // ends the poll that waits; nil while none does
	rebalance []*rebalanceCall   // calls of on-rebalance that wait for a poll
}

// A subscription is what a consumer reads.
type subscription struct {
	kind    subscriptionKind
	topics  []string // sorted; of topicSubscription and assignment
	pattern string
	offsets map[TopicPartition]kgo.Offset // of assignment
}

type subscriptionKind uint8

const (
	noSubscription subscriptionKind = iota
	topicSubscription
	patternSubscription
	assignment
)

func newConsumer(h *handle) (*consumer, error) {
	in := h.state.session.Interp()
	c := &consumer{
		h:     h,
		key:   codecOf(h.config.text("key-deserializer"), in),
		value: codecOf(h.config.text("value-deserializer"), in),
		group: h.config.text("group-id"),
		slot:  make(chan struct{}, 1),
		quit:  make(chan struct{}),
		marks: newMarks(),
	}
	c.autoCommit = c.group != "" && h.config.truth("enable-auto-commit")
	if _, err := h.config.tlsConfig(h.state.lib.refs); err != nil {
		return nil, err // files are read by kafka-create
	}
	if c.autoCommit {
		c.done.Go(c.commitAtIntervals)
	}
	return c, nil
}

// requests is a client for requests beside the polls.
func (c *consumer) requests() (*kgo.Client, error) {
	c.mu.Lock()
	client := c.client
	c.mu.Unlock()
	if client != nil {
		return client, nil
	}
	return c.h.state.pooledClient(c.h.config)
}

// subscribe makes topics what is read. It reports whether that is a change.
func (c *consumer) subscribe(want subscription) bool {
	c.mu.Lock()
	if c.want.equal(want) {
		c.mu.Unlock()
		return false
	}
	old, client := c.want, c.client
	c.want, c.checked, c.missing, c.pending = want, false, nil, nil
	if client == nil {
		c.mu.Unlock()
		return true
	}
	if old.kind == topicSubscription && want.kind == topicSubscription {
		added, removed := difference(want.topics, old.topics), difference(old.topics, want.topics)
		c.dropTopics(removed)
		c.mu.Unlock()
		c.commitDone(context.Background(), removed)
		client.AddConsumeTopics(added...)
		client.PurgeTopicsFromConsuming(removed...)
		return true
	}
	c.mu.Unlock()
	c.leave(context.Background())
	return true
}

// dropTopics forgets what was fetched of topics. Called with the lock.
func (c *consumer) dropTopics(topics []string) {
	c.buffer = slices.DeleteFunc(c.buffer, func(r *kgo.Record) bool { return slices.Contains(topics, r.Topic) })
}

func (s subscription) equal(o subscription) bool {
	if s.kind != o.kind || s.pattern != o.pattern || !slices.Equal(s.topics, o.topics) || len(s.offsets) != len(o.offsets) {
		return false
	}
	return s.kind != assignment // an assignment also says where to begin: always anew
}

// difference is what a has and b has not.
func difference(a, b []string) []string {
	var out []string
	for _, s := range a {
		if !slices.Contains(b, s) {
			out = append(out, s)
		}
	}
	return out
}

// ensureClient returns the client of the subscription, building it if need
// be. Nil without a subscription.
func (c *consumer) ensureClient() (*kgo.Client, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil, clientError("CLOSED", "handle "+quote(c.h.id)+" is closed", nil)
	}
	if c.client != nil || c.want.kind == noSubscription {
		return c.client, nil
	}
	client, err := c.h.newClient(nil, c.options()...)
	if err != nil {
		return nil, err
	}
	c.client = client
	return client, nil
}

// leave ends the client: what is done is committed, the group left. The
// subscription stays; the next poll builds a new client.
func (c *consumer) leave(ctx context.Context) {
	c.commitDone(ctx, nil)
	c.mu.Lock()
	client := c.client
	c.client, c.buffer = nil, nil
	c.marks = newMarks()
	c.stopOverdue()
	calls := c.rebalance
	c.rebalance = nil
	c.mu.Unlock()
	for _, call := range calls {
		close(call.done)
	}
	if client != nil {
		client.CloseAllowingRebalance()
	}
}

// close ends the consumer. Where the script destroys it, what it worked on is
// done; where the session ends, it is not.
func (c *consumer) close(ctx context.Context, o closeOptions) error {
	c.mu.Lock()
	c.closed = true
	if o.destroyed {
		c.marks.advance()
	}
	if c.interrupt != nil {
		c.interrupt()
	}
	c.mu.Unlock()
	close(c.quit)
	c.done.Wait()
	c.leave(ctx)
	return nil
}
