package kafkalib

import (
	"math/rand/v2"
	"time"

	"github.com/bpl-lang/bpl/kafkalib/spool"
	"github.com/twmb/franz-go/pkg/kgo"
)

// A lane is a sequence of records that are delivered in their order: those of
// one partition, which are a few more than the promise needs, or those of a
// topic whose partitions are not known yet. The records without key and
// partition of a topic are a lane, too: they need no order, but they are
// passed over together.
//
// Records that the client has take room of the lane of their partition. A lane
// may hold as many as there is room left for all others. So however many lanes
// are stuck, there is always room for one more.
type lane struct {
	topic     *topicLanes
	partition int32
	held      int // records that the client has
	bytes     int64
	progress  time.Time // of the last outcome, or when the first record was handed over

	// behind says that records were passed over: the later ones are passed
	// over, too, until they were all read again.
	behind bool
	// passed says that the present reading has passed over some again.
	passed bool
	since  time.Time // when the last one was passed over for want of room
	// empty says that nothing may be handed over before all outcomes are there.
	empty    bool
	failures int       // in a row
	retryAt  time.Time // not before

	// A refusal concerns one record, but the client fails everything that it
	// has of the partition. Up to suspect, records are handed over in bursts,
	// each after the outcome of the one before, that become smaller until the
	// culprit is alone.
	suspect  uint64
	burst    int // size of bursts; 0: no limit
	inBurst  int
	rejected int // since the lane was empty
}

// Partitions of the lanes that are none.
const (
	unknownLane = int32(-1) // the partitions of the topic are not known
	freeLane    = int32(-2) // records without key and partition
)

// topicLanes are the lanes of a topic.
type topicLanes struct {
	name   string
	keys   kgo.TopicPartitioner
	count  int32 // of partitions; 0: not known
	lanes  map[int32]*lane
	behind int // lanes that are
	held   int // records of all lanes

	sticky      *lane // of the records without key
	stickyBytes int64
}

// lane returns the lane of a partition, and makes it.
func (t *topicLanes) lane(partition int32) *lane {
	l := t.lanes[partition]
	if l == nil {
		l = &lane{topic: t, partition: partition}
		t.lanes[partition] = l
	}
	return l
}

// topicOf returns the lanes of a topic, with what is known of its partitions.
// Their number stays while records are behind: a key must not change its lane.
func (f *feeder) topicOf(name string) *topicLanes {
	t := f.topics[name]
	if t == nil {
		t = &topicLanes{name: name, keys: f.counts.inner.ForTopic(name), lanes: make(map[int32]*lane)}
		f.topics[name] = t
	}
	if t.count == 0 || t.behind == 0 {
		t.count = f.counts.of(name)
	}
	return t
}

// orderOf returns the lane whose order a record keeps.
func (f *feeder) orderOf(r *spool.Record) *lane {
	t := f.recent
	if t == nil || t.name != r.Topic || t.count == 0 || f.counts.changed(&f.countsSeen) {
		t = f.topicOf(r.Topic)
		f.recent = t
	}
	if r.Partition >= 0 {
		return t.lane(r.Partition)
	}
	if t.count == 0 {
		return t.lane(unknownLane)
	}
	f.probe.Key, f.probe.Value, f.probe.Partition = r.Key, r.Value, anyPartition
	if !t.keys.RequiresConsistency(&f.probe) {
		return t.lane(freeLane)
	}
	if keys, ok := t.keys.(kgo.TopicBackupPartitioner); ok {
		return t.lane(int32(keys.PartitionByBackup(&f.probe, int(t.count), nil))) // a key needs no look at the partitions
	}
	return t.lane(int32(t.keys.Partition(&f.probe, int(t.count))))
}

// isBehind reports whether records of the lane are passed over.
func (l *lane) isBehind(r *spool.Record) bool {
	if l.behind {
		return true
	}
	if r.Partition >= 0 {
		return false
	}
	unknown := l.topic.lanes[unknownLane]
	return unknown != nil && unknown.behind
}

// wasPassed reports whether the present reading has passed over a record that
// this one must not overtake.
func (l *lane) wasPassed(r *spool.Record) bool {
	if l.passed || r.Partition >= 0 {
		return l.passed
	}
	unknown := l.topic.lanes[unknownLane]
	return unknown != nil && unknown.passed
}

// passOver makes the lane be behind.
func (f *feeder) passOver(l *lane) {
	if !l.behind {
		l.behind = true
		l.topic.behind++
		f.behind++
	}
}

// caughtUp ends that.
func (f *feeder) caughtUp(l *lane) {
	l.behind = false
	l.topic.behind--
	f.behind--
}

// hasRoom reports whether the lane may hold a further record.
func (f *feeder) hasRoom(l *lane, size int64, limits *spoolLimits) bool {
	if f.total == 0 {
		return true
	}
	if l.held >= limits.records-f.total {
		return false
	}
	return l.bytes+size <= limits.bytes-f.totalBytes || l.held == 0 && f.totalBytes+size <= 2*limits.bytes
}

// holdOf chooses the lane of which a record takes room; nil where none has
// any.
func (f *feeder) holdOf(order *lane, size int64, limits *spoolLimits) *lane {
	if order.partition != freeLane {
		if f.hasRoom(order, size, limits) {
			return order
		}
		return nil
	}
	t := order.topic
	if l := t.sticky; l != nil && l.partition < t.count && t.stickyBytes < limits.batch && !l.behind && f.hasRoom(l, size, limits) {
		t.stickyBytes += size
		return l
	}
	first := rand.Int32N(t.count)
	for i := range t.count {
		l := t.lane((first + i) % t.count)
		if !l.behind && f.hasRoom(l, size, limits) {
			t.sticky, t.stickyBytes = l, size
			return l
		}
	}
	return nil
}

// take makes a record take its room.
func (f *feeder) take(r *spooledRecord, now time.Time) {
	r.order.take(r.entry.size, now)
	if r.hold != r.order {
		r.hold.take(r.entry.size, now)
	}
	r.hold.topic.held++
	f.total++
	f.totalBytes += r.entry.size
	f.window.add(r)
}

func (l *lane) take(size int64, now time.Time) {
	if l.held == 0 {
		l.progress = now
	}
	l.held++
	l.bytes += size
	l.inBurst++
}

func (l *lane) release(size int64, now time.Time) {
	l.held--
	l.bytes -= size
	l.progress = now
}

// release gives the room back.
func (f *feeder) release(r *spooledRecord, now time.Time) {
	f.window.remove(r)
	f.total--
	f.totalBytes -= r.entry.size
	t := r.hold.topic
	t.held--
	r.order.release(r.entry.size, now)
	if r.hold != r.order {
		r.hold.release(r.entry.size, now)
	}
	if t.held == 0 && t.behind == 0 && t.count == 0 { // there may be very many topics that do not exist
		delete(f.topics, t.name)
		if f.recent == t {
			f.recent = nil
		}
	}
}
