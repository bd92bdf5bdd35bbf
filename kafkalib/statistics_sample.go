package kafkalib

import (
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// A need says which groups of the statistics are wanted. Those of the
// interpreter are only where they are named, since they need the session's
// lock.
type need struct {
	all    bool
	groups map[string]bool
}

const interpreterGroup = "interpreter"

func (n need) has(group string) bool {
	return n.groups[group] || n.all && group != interpreterGroup
}

// needOf is a need of groups.
func needOf(groups ...string) need {
	n := need{groups: make(map[string]bool)}
	for _, g := range groups {
		n.groups[g] = true
	}
	return n
}

// figures are the statistics of this moment. They ask no broker and wait for
// nothing but locks that are held for moments; in is called for the
// interpreter's.
func (h *handle) figures(n need, in func() interp.Stats) Figure {
	now := time.Now()
	if n.has("topics") || n.has("under-replicated") {
		h.notePartitions()
		h.fromCache()
		h.refresh()
	}
	parts := h.clientFigures(now)
	if n.has("brokers") {
		var brokers []Figure
		for _, b := range h.stats.known() {
			brokers = append(brokers, b.figure(now, h.brokers.states.condition(b.nodeID())))
		}
		parts = append(parts, Group("brokers", brokers...))
	}
	if n.has("topics") {
		parts = append(parts, h.topicFigures(now))
	}
	if h.consumer != nil && h.consumer.group != "" && n.has("cgrp") {
		parts = append(parts, h.groupFigures(now))
	}
	if n.has(interpreterGroup) {
		parts = append(parts, interpreterFigures(in()))
	}
	h.stats.mu.Lock()
	more := h.stats.parts
	h.stats.mu.Unlock()
	for _, p := range more {
		if n.has(p.name) {
			parts = append(parts, Group(p.name, p.figures()...))
		}
	}
	return Group(h.id, parts...)
}

func interpreterFigures(st interp.Stats) Figure {
	return Group(interpreterGroup, Count("executors", int64(st.Executors)), Count("timers", int64(st.Timers)),
		Count("steps", st.Steps), Count("bytes", st.Bytes))
}

// condition is what the events tell of a broker.
func (b *brokerStates) condition(id int32) brokerCondition {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch s := b.byID[id]; {
	case s == nil:
		return brokerCondition{}
	case s.down:
		return brokerCondition{"down", s.downAt}
	case s.up:
		return brokerCondition{"up", s.upAt}
	}
	return brokerCondition{}
}

// clientFigures are those of the client as a whole.
func (h *handle) clientFigures(now time.Time) []Figure {
	var q queueFigures
	limits := queueLimits{}
	if h.producer != nil {
		q, limits = h.producer.queue.figures(), h.producer.queue.limits
	}
	if h.recorder != nil {
		q, limits = h.recorder.queueFigures()
	}
	buffered := int64(0)
	if h.consumer != nil {
		buffered = h.consumer.buffering()
	}
	t := h.stats.total()
	h.stats.mu.Lock()
	latency := h.stats.latency.figure("delivery-latency", now, stall{})
	h.stats.mu.Unlock()
	return []Figure{
		Text("name", h.id),
		Text("client-id", h.config.text("client-id")),
		Text("type", h.kind.String()),
		Count("ts", now.Sub(h.state.created).Milliseconds()),
		Count("time", now.UnixMilli()),
		age("age", now, h.created),
		Count("msg-cnt", q.records),
		Count("msg-size", q.bytes),
		Count("msg-max", limits.records),
		Count("msg-size-max", limits.bytes),
		Count("queue-age", q.oldest.Milliseconds()),
		Count("queue-waiting-cnt", q.waiting),
		Count("queue-in-flight-cnt", q.held),
		Count("accepted", q.accepted),
		Count("delivered", q.delivered),
		Count("failed", q.failed),
		Count("dropped", q.dropped),
		Count("purged", q.purged),
		latency,
		Count("fetchq-cnt", buffered),
		Count("tx", t.tx), Count("tx-bytes", t.txBytes),
		Count("rx", t.rx), Count("rx-bytes", t.rxBytes),
		Count("txmsgs", t.txRecords), Count("txmsg-bytes", t.txRecordBytes),
		Count("rxmsgs", t.rxRecords), Count("rxmsg-bytes", t.rxRecordBytes),
		Count("errs", t.errors),
		Count("under-replicated", t.underReplicated),
	}
}

// totals are sums over brokers and partitions.
type totals struct {
	tx, txBytes, rx, rxBytes                           int64
	txRecords, txRecordBytes, rxRecords, rxRecordBytes int64
	errors, underReplicated                            int64
}

func (s *statistics) total() (t totals) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.each() {
		b.mu.Lock()
		t.tx, t.txBytes, t.rx, t.rxBytes = t.tx+b.tx, t.txBytes+b.txBytes, t.rx+b.rx, t.rxBytes+b.rxBytes
		t.errors += b.txErrors + b.rxErrors + b.connectErrors
		b.mu.Unlock()
	}
	for _, p := range s.partitions {
		t.txRecords, t.txRecordBytes = t.txRecords+p.txRecords, t.txRecordBytes+p.txBytes
		t.rxRecords, t.rxRecordBytes = t.rxRecords+p.rxRecords, t.rxRecordBytes+p.rxBytes
		t.underReplicated += oneIf(p.underReplicated())
	}
	return t
}

// buffering is how many records were fetched that no poll has returned.
func (c *consumer) buffering() int64 {
	c.mu.Lock()
	client, n := c.client, len(c.buffer)
	c.mu.Unlock()
	if client != nil {
		n += int(client.BufferedFetchRecords())
	}
	return int64(n)
}

// note counts the events that statistics tell of.
func (s *statistics) note(e Event) {
	switch e.Code {
	case "PARTITIONS_ASSIGNED", "PARTITIONS_REVOKED", "PARTITIONS_LOST":
		s.mu.Lock()
		s.rebalances++
		s.rebalanced = e.Time
		s.rebalanceReason = e.Code
		s.mu.Unlock()
	case "BROKER_REMOVED":
		if e.Broker != nil {
			s.removed(*e.Broker)
		}
	}
}

// groupFigures are those of the consumer in its group.
func (h *handle) groupFigures(now time.Time) Figure {
	c := h.consumer
	c.mu.Lock()
	assigned, joined, member := len(c.owned), c.client != nil, c.member()
	c.mu.Unlock()
	state := "init"
	switch {
	case joined && assigned > 0:
		state = "up"
	case joined && member:
		state = "join"
	}
	h.stats.mu.Lock()
	defer h.stats.mu.Unlock()
	return Group("cgrp",
		Text("group-id", c.group),
		Text("state", state),
		Count("rebalance-cnt", h.stats.rebalances),
		age("rebalance-age", now, h.stats.rebalanced),
		Text("rebalance-reason", h.stats.rebalanceReason),
		Count("assignment-size", int64(assigned)),
	)
}
