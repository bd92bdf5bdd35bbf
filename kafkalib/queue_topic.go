package kafkalib

import (
	"errors"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/bpl-lang/bpl/kafkalib/internal/chain"
)

// A topic that was deleted and created again is another topic. The client
// goes on to fail everything for the name with UNKNOWN_TOPIC_ID until it is
// told to forget the old one.

// maxRenewals is how often a record is handed over again because its topic
// was another one.
const maxRenewals = 3

// renewable reports whether a record was refused because its topic was
// created again, and so was not stored: it belongs into the new one. Called
// with the lock.
func (q *queue) renewable(e *entry, err error) bool {
	return errors.Is(err, kerr.UnknownTopicID) && e.renewals < maxRenewals && !q.writes.lostSince(e.handed)
}

// renew has the client forget a topic, before anything else is handed over.
// Called with the lock.
func (q *queue) renew(topic string) {
	if q.renewing[topic] {
		return
	}
	q.renewing[topic] = true
	q.renewed[topic] = true
	q.done.Go(func() { q.forgetTopic(topic) })
}

// forgetTopic waits for the turn, so that no record is handed over meanwhile,
// and has the client forget a topic that is in renewing.
func (q *queue) forgetTopic(topic string) {
	for {
		q.mu.Lock()
		if !q.turn {
			q.turn = true
			q.mu.Unlock()
			break
		}
		q.mu.Unlock()
		select {
		case <-q.quit:
			return
		case <-time.After(time.Millisecond):
		}
	}
	q.client.PurgeTopicsFromProducing(topic)
	q.mu.Lock()
	q.turn = false
	delete(q.renewing, topic)
	q.mu.Unlock()
	q.poke()
}

// topicDeleted is called when the session has deleted a topic: what is still
// buffered for it fails, and the next record finds the new topic, if there is
// one.
func (q *queue) topicDeleted(topic string) {
	q.mu.Lock()
	if q.closed || !q.topics[topic] || q.renewing[topic] {
		q.mu.Unlock()
		return
	}
	q.renewing[topic], q.renewed[topic] = true, true
	for _, f := range []*chain.List[entry]{&q.again, &q.waiting} {
		for e := range f.All() {
			if e.record.Topic == topic {
				e.inLine.Leave()
				q.settle(e, deletedError(nil), "no")
			}
		}
	}
	q.mu.Unlock()
	q.forgetTopic(topic)
}

// isPurged reports whether the client failed a record because it was told to
// forget its topic.
func isPurged(err error) bool {
	return err != nil && strings.Contains(err.Error(), "topic purged while buffered")
}

// deletedError is the error of a record whose topic is gone.
func deletedError(cause error) *Error {
	e := brokerErrorCode(kerr.UnknownTopicID.Code, nil)
	e.Message = "the topic was deleted while the record was buffered for it"
	e.Cause = cause
	return e
}

// noteRenewed raises TOPIC_RECREATED when the first record is in the new
// topic. Called with the lock.
func (q *queue) noteRenewed(r *kgo.Record) {
	if len(q.renewed) > 0 && q.renewed[r.Topic] {
		delete(q.renewed, r.Topic)
		q.hooks.event(Event{Code: "TOPIC_RECREATED", Topic: r.Topic})
	}
}
