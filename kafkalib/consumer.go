package kafkalib

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// A consumer is what a consumer handle has: a client that reads, built at the
// first poll and anew where the kind of what is read changes, and a second
// one for requests, which would wait behind long polls on the first.
//
// A member of a group has its partitions from the client. Without a group, or
// with an assignment of the script, the consumer chooses partitions and
// offsets itself.
type consumer struct {
	h          *handle
	key, value codec
	schemas    fetchedSchemas // of the records of the last poll; guarded by the slot
	group      string
	autoCommit bool
	committed  bool // isolation-level read_committed

	slot chan struct{} // held by the poll that is running
	done sync.WaitGroup
	// open ends when closing begins, and with it the commits at intervals.
	// background, that of commits that no call waits for, ends with the time
	// that closing has.
	open          context.Context
	quit          context.CancelFunc
	background    context.Context
	endBackground context.CancelCauseFunc

	mu        sync.Mutex
	ending    bool // the handle is being closed: no poll waits any more
	closed    bool
	want      subscription
	client    *kgo.Client             // nil before the first use, and after it left its group
	abort     context.CancelFunc      // ends what the client waits for
	side      *kgo.Client             // for requests; nil before the first one
	owned     map[TopicPartition]bool // the partitions that are read
	ids       map[string][16]byte     // of the topics that are read
	checked   bool                    // the topics of want were looked up
	missing   map[string]bool         // topics that do not exist, and were thrown
	unsure    map[string]bool         // topics that the session deleted: they may exist again
	renewed   map[string]bool         // topics created again: their old commits do not count
	looked    time.Time               // when topics were last looked up
	buffer    []*kgo.Record           // fetched, not yet returned
	pending   error                   // to be thrown by the next poll
	later     error                   // to be thrown when the buffer is empty
	marks     marks
	paused    pauses
	seeks     map[TopicPartition]seek // to be done before the next poll
	seekOrder int
	ends      map[TopicPartition]*partitionEnd // nil without enable-partition-eof
	overdue   *time.Timer                      // runs while the script works on a poll's records

	interrupt  func()      // wakes the poll that waits; nil while none does
	running    *clientPoll // of a member; may have been begun by an earlier poll
	outOfGroup string      // code of the last GROUP_ERROR, until partitions are assigned
	leaving    bool        // the group is being left
	told       bool        // on-rebalance knows that it is
	turn       turn
	classic    bool             // the client joined a classic group, not as asked for
	rebalance  []*rebalanceCall // calls of on-rebalance that wait for a poll
}

// A subscription is what a consumer reads.
type subscription struct {
	kind    subscriptionKind
	topics  []string // sorted; of topicSubscription and assignment
	pattern string
	offsets map[TopicPartition]int64 // of assignment: where to begin
}

type subscriptionKind uint8

const (
	noSubscription subscriptionKind = iota
	topicSubscription
	patternSubscription
	assignment
)

func newConsumer(h *handle) (*consumer, error) {
	key, err := h.codec("key", "deserializer")
	if err != nil {
		return nil, err
	}
	value, err := h.codec("value", "deserializer")
	if err != nil {
		return nil, err
	}
	c := &consumer{
		h:         h,
		key:       key,
		value:     value,
		group:     h.config.text("group-id"),
		committed: h.config.text("isolation-level") == "read_committed",
		slot:      make(chan struct{}, 1),
		paused:    newPauses(),
		seeks:     make(map[TopicPartition]seek),
	}
	c.open, c.quit = context.WithCancel(h.ended)
	c.background, c.endBackground = context.WithCancelCause(h.ended)
	c.forgetAll()
	if h.config.truth("enable-partition-eof") {
		c.ends = make(map[TopicPartition]*partitionEnd)
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

// forgetAll drops what is known of what was read. Called with the lock.
func (c *consumer) forgetAll() {
	c.client, c.running, c.buffer, c.pending, c.later, c.classic, c.told = nil, nil, nil, nil, nil, false, false
	c.marks = newMarks()
	clear(c.ends)
	c.owned = make(map[TopicPartition]bool)
	c.ids = make(map[string][16]byte)
	c.missing = make(map[string]bool)
	c.renewed = make(map[string]bool)
	c.unsure = make(map[string]bool)
	c.checked = false
}

// requests is the client for requests beside the polls.
func (c *consumer) requests() (*kgo.Client, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil, clientError("CLOSED", "handle "+quote(c.h.id)+" is closed", nil)
	}
	if c.side == nil {
		client, err := c.h.newClient(nil)
		if err != nil {
			return nil, err
		}
		c.side = client
	}
	return c.side, nil
}

// member reports whether the client's group gives the partitions. Called with
// the lock.
func (c *consumer) member() bool {
	return c.group != "" && (c.want.kind == topicSubscription || c.want.kind == patternSubscription)
}

// subscribe makes topics what is read. It may wait: an old group is left. The
// slot is held.
func (c *consumer) subscribe(ctx context.Context, want subscription) {
	c.mu.Lock()
	if c.want.equal(want) {
		c.mu.Unlock()
		return
	}
	old, client := c.want, c.client
	if client != nil && c.member() && c.changesTopics(want) {
		added, removed := difference(want.topics, old.topics), difference(old.topics, want.topics)
		c.mu.Unlock()
		c.commitDone(ctx, removed)
		c.mu.Lock()
		c.want, c.checked = want, false
		c.dropTopics(removed)
		c.mu.Unlock()
		client.AddConsumeTopics(added...)
		client.PurgeTopicsFromConsuming(removed...)
		return
	}
	c.mu.Unlock()
	c.leave(ctx)
	c.mu.Lock()
	c.want = want
	c.mu.Unlock()
}

// changesTopics reports whether want is another set of topics, which needs no
// new client. Called with the lock.
func (c *consumer) changesTopics(want subscription) bool {
	return c.want.kind == topicSubscription && want.kind == topicSubscription
}

// dropTopics forgets what was fetched and marked of topics. Called with the
// lock.
func (c *consumer) dropTopics(topics []string) {
	gone := func(topic string) bool { return slices.Contains(topics, topic) }
	c.buffer = slices.DeleteFunc(c.buffer, func(r *kgo.Record) bool { return gone(r.Topic) })
	for tp := range c.owned {
		if gone(tp.Topic) {
			c.marks.drop(tp)
			delete(c.owned, tp)
		}
	}
	for _, t := range topics {
		delete(c.ids, t)
		delete(c.missing, t)
		delete(c.renewed, t)
	}
}

func (s subscription) equal(o subscription) bool {
	if s.kind == assignment || o.kind == assignment {
		return false // an assignment also says where to begin: always anew
	}
	return s.kind == o.kind && s.pattern == o.pattern && slices.Equal(s.topics, o.topics)
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

// close ends the consumer. Where the script destroys it, what it worked on is
// done; where the session ends, it is not.
func (c *consumer) close(ctx context.Context, o closeOptions) error {
	c.mu.Lock()
	if o.destroyed {
		c.marks.advance()
	}
	c.ending = true
	if c.interrupt != nil {
		c.interrupt()
	}
	c.mu.Unlock()
	c.quit()
	if o.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.timeout)
		defer cancel()
		defer context.AfterFunc(ctx, func() { c.endBackground(context.DeadlineExceeded) })()
	}
	c.done.Wait()
	c.leave(ctx)
	c.mu.Lock()
	c.closed = true
	side := c.side
	c.side = nil
	c.mu.Unlock()
	if side != nil {
		side.Close()
	}
	return nil
}

// partitions are the partitions that are read, in order.
func (c *consumer) partitions() []TopicPartition {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.SortedFunc(maps.Keys(c.owned), compareTopicPartitions)
}
