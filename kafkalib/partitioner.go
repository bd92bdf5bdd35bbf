package kafkalib

import (
	"hash/crc32"

	"github.com/twmb/franz-go/pkg/kgo"
)

// anyPartition is the partition of a record that names none, until the
// partitioner has chosen.
const anyPartition = int32(-1)

// partitioner is the client's partitioner for a configuration. A function of
// the script is called before the record is queued and so never gets here.
func (c *Config) partitioner() kgo.Partitioner {
	name, _ := c.value("partitioner").(string)
	batch := int(c.number("batch-size"))
	sticky := kgo.UniformBytesPartitioner(batch, true, false, nil)
	switch {
	case name == "round-robin":
		return honouring{kgo.RoundRobinPartitioner()}
	case name == "crc32":
		return honouring{byKey{sticky, crc32Partition}}
	case name == "sticky" || c.truth("partitioner-ignore-keys"):
		return honouring{sticky}
	}
	// The client's own hash of keys is Java's murmur2.
	return honouring{kgo.UniformBytesPartitioner(batch, true, true, nil)}
}

// crc32Partition is the partition that librdkafka's default chooses for a
// key. It treats an empty key as none.
func crc32Partition(key []byte, partitions int) (int, bool) {
	if len(key) == 0 {
		return 0, false
	}
	return int(crc32.ChecksumIEEE(key) % uint32(partitions)), true
}

// honouring keeps the partition that a record names and asks inner for the
// others. The partition of a record is anyPartition where it names none.
type honouring struct{ inner kgo.Partitioner }

func (h honouring) ForTopic(topic string) kgo.TopicPartitioner {
	return honouringTopic{h.inner.ForTopic(topic)}
}

type honouringTopic struct{ inner kgo.TopicPartitioner }

// RequiresConsistency makes the client offer all partitions, not only the
// writable ones, so that an index is a partition's number.
func (h honouringTopic) RequiresConsistency(r *kgo.Record) bool {
	return r.Partition != anyPartition || h.inner.RequiresConsistency(r)
}

func (h honouringTopic) Partition(r *kgo.Record, n int) int {
	if r.Partition != anyPartition {
		return noteChoice(r, int(r.Partition)) // the client fails the record where it is n or more
	}
	return noteChoice(r, h.inner.Partition(r, n))
}

func (h honouringTopic) PartitionByBackup(r *kgo.Record, n int, backup kgo.TopicBackupIter) int {
	if r.Partition != anyPartition {
		return noteChoice(r, int(r.Partition))
	}
	if inner, ok := h.inner.(kgo.TopicBackupPartitioner); ok {
		return noteChoice(r, inner.PartitionByBackup(r, n, backup))
	}
	return noteChoice(r, h.inner.Partition(r, n))
}

// noteChoice notes the partition for the statistics. The record's own field belongs
// to the client until the record has its outcome.
func noteChoice(r *kgo.Record, partition int) int {
	if e := entryOf(r); e != nil {
		e.chosen.Store(int32(partition) + 1)
	}
	return partition
}

// byKey chooses by the key where choose can, and asks rest for the others.
type byKey struct {
	rest   kgo.Partitioner
	choose func(key []byte, partitions int) (int, bool)
}

func (b byKey) ForTopic(topic string) kgo.TopicPartitioner {
	return byKeyTopic{b.rest.ForTopic(topic), b.choose}
}

type byKeyTopic struct {
	rest   kgo.TopicPartitioner
	choose func(key []byte, partitions int) (int, bool)
}

func (b byKeyTopic) RequiresConsistency(r *kgo.Record) bool {
	_, ok := b.choose(r.Key, 1)
	return ok
}

func (b byKeyTopic) Partition(r *kgo.Record, n int) int {
	if p, ok := b.choose(r.Key, n); ok {
		return p
	}
	return b.rest.Partition(r, n)
}

func (b byKeyTopic) PartitionByBackup(r *kgo.Record, n int, backup kgo.TopicBackupIter) int {
	if p, ok := b.choose(r.Key, n); ok {
		return p
	}
	if rest, ok := b.rest.(kgo.TopicBackupPartitioner); ok {
		return rest.PartitionByBackup(r, n, backup)
	}
	return b.rest.Partition(r, n)
}
