package kafkalib

import (
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"os"
	"strings"
	"testing"

	"github.com/twmb/franz-go/pkg/kgo"
)

// chosen asks the partitioner of a configuration, as the client does.
func chosen(p kgo.Partitioner, r *kgo.Record, n int) int {
	topic := p.ForTopic("t")
	if backup, ok := topic.(kgo.TopicBackupPartitioner); ok {
		return backup.PartitionByBackup(r, n, &noBackup{n})
	}
	return topic.Partition(r, n)
}

// noBackup says of all partitions that nothing is buffered.
type noBackup struct{ left int }

func (b *noBackup) Rem() int           { return b.left }
func (b *noBackup) Next() (int, int64) { b.left--; return b.left, 0 }

func keyed(key []byte) *kgo.Record { return &kgo.Record{Partition: anyPartition, Key: key} }

func TestPartitionsOfJavaKeys(t *testing.T) {
	data, err := os.ReadFile("testdata/java-murmur2.txt")
	if err != nil {
		t.Fatal(err)
	}
	p := mustResolve(t, Producer).partitioner()
	negative, cases := 0, 0
	for line := range strings.Lines(string(data)) {
		if line[0] == '#' {
			continue
		}
		var key string
		var hash int32
		var want [5]int
		if _, err := fmt.Sscan(line, &key, &hash, &want[0], &want[1], &want[2], &want[3], &want[4]); err != nil {
			t.Fatal(err)
		}
		bytes := []byte{}
		if key != "-" {
			bytes, err = hex.DecodeString(key)
			if err != nil {
				t.Fatal(err)
			}
		}
		cases++
		if hash < 0 {
			negative++
		}
		for i, n := range []int{2, 7, 12, 100, 2000} {
			if got := chosen(p, keyed(bytes), n); got != want[i] {
				t.Errorf("key %s of %d partitions: got %d, want %d", key, n, got, want[i])
			}
		}
	}
	if cases < 30 || negative < 5 {
		t.Errorf("only %d cases, %d with the top bit of the hash set", cases, negative)
	}
}

func TestPartitionsByCRC32(t *testing.T) {
	p := mustResolve(t, Producer, "partitioner", "crc32").partitioner()
	for _, key := range []string{"a", "user-1", "\xff\xff\xff\xff"} {
		want := int(crc32.ChecksumIEEE([]byte(key)) % 7)
		if got := chosen(p, keyed([]byte(key)), 7); got != want {
			t.Errorf("key %q: got %d, want %d", key, got, want)
		}
	}
	spread(t, p, keyed([]byte{}))
	spread(t, p, keyed(nil))
}

// spread checks that a record does not always go to one partition.
func spread(t *testing.T, p kgo.Partitioner, r *kgo.Record) {
	t.Helper()
	seen := make(map[int]bool)
	for range 200 {
		seen[chosen(p, r, 7)] = true
	}
	if len(seen) < 3 {
		t.Errorf("key %q without a fixed partition went to %d of 7 only", r.Key, len(seen))
	}
}

func TestPartitionsWithoutKeySpread(t *testing.T) {
	spread(t, mustResolve(t, Producer).partitioner(), keyed(nil))
	spread(t, mustResolve(t, Producer, "partitioner", "sticky").partitioner(), keyed([]byte("k")))
	spread(t, mustResolve(t, Producer, "partitioner-ignore-keys", true).partitioner(), keyed([]byte("k")))
}

func TestStickyStays(t *testing.T) {
	topic := mustResolve(t, Producer, "batch-size", int64(10_000)).partitioner().ForTopic("t").(kgo.TopicBackupPartitioner)
	first := topic.PartitionByBackup(keyed(nil), 7, &noBackup{7})
	for range 100 {
		if got := topic.PartitionByBackup(keyed(nil), 7, &noBackup{7}); got != first {
			t.Fatalf("changed from %d to %d before batch-size was reached", first, got)
		}
	}
}

func TestRoundRobin(t *testing.T) {
	topic := mustResolve(t, Producer, "partitioner", "round-robin").partitioner().ForTopic("t").(kgo.TopicBackupPartitioner)
	for want := range 14 {
		if got := topic.PartitionByBackup(keyed([]byte("k")), 7, &noBackup{7}); got != want%7 {
			t.Errorf("record %d: got %d, want %d", want, got, want%7)
		}
	}
}

func TestNamedPartitionIsKept(t *testing.T) {
	for _, name := range []string{"murmur2", "sticky", "round-robin", "crc32"} {
		t.Run(name, func(t *testing.T) {
			p := mustResolve(t, Producer, "partitioner", name).partitioner()
			for _, want := range []int32{0, 3, 6} {
				r := &kgo.Record{Partition: want, Key: []byte("k")}
				if got := chosen(p, r, 7); got != int(want) {
					t.Errorf("got %d, want %d", got, want)
				}
				if !p.ForTopic("t").RequiresConsistency(r) {
					t.Error("the client would number the writable partitions only")
				}
			}
		})
	}
}
