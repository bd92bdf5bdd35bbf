package spool

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// The folder of the benchmarks is that of BPL_SPOOL_DIR, so that a real disk can
// be measured, or a temporary one.
func benchDir(b *testing.B) string {
	b.Helper()
	dir := os.Getenv("BPL_SPOOL_DIR")
	if dir == "" {
		return b.TempDir()
	}
	dir, err := os.MkdirTemp(dir, "spool")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func benchRecords(n int) []Record {
	records := make([]Record, n)
	for i := range records {
		records[i] = Record{Topic: "orders", Partition: -1, Value: make([]byte, 100)}
	}
	return records
}

func benchSpool(b *testing.B, o Options) *Spool {
	b.Helper()
	o.MaxBytes = -1
	s, err := Open(benchDir(b), o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	return s
}

// BenchmarkAppend appends records of 100 bytes that are synced each second, so
// many by a call; records are also read and acknowledged with "through".
func BenchmarkAppend(b *testing.B) {
	for _, batch := range []int{1, 100} {
		for _, through := range []bool{false, true} {
			b.Run(fmt.Sprintf("batch=%d/through=%t", batch, through), func(b *testing.B) {
				s := benchSpool(b, Options{Fsync: time.Second})
				records := benchRecords(batch)
				done := make(chan error, 1)
				if through {
					go func() { done <- ackAll(b, s, b.N*batch) }()
				} else {
					done <- nil
				}
				b.ReportAllocs()
				for b.Loop() {
					for i := range records {
						records[i].Time = time.Time{}
					}
					if err := s.Append(records); err != nil {
						b.Fatal(err)
					}
				}
				b.StopTimer()
				b.ReportMetric(float64(b.N*batch)/b.Elapsed().Seconds(), "records/s")
				if through {
					return // the reader ends with the spool
				}
				if err := <-done; err != nil {
					b.Fatal(err)
				}
			})
		}
	}
}

// ackAll reads and acknowledges records, some hundred at a time.
func ackAll(b *testing.B, s *Spool, _ int) error {
	r := s.NewReader()
	var sequences []uint64
	for {
		record, ok, err := r.TryNext()
		if err != nil {
			return nil // closed
		}
		if ok {
			sequences = append(sequences, record.Sequence)
		}
		if len(sequences) >= 200 || !ok {
			if err := s.Ack(sequences...); err != nil {
				return err
			}
			sequences = sequences[:0]
		}
		if !ok {
			record, err := r.Next(b.Context())
			if err != nil {
				return nil
			}
			sequences = append(sequences, record.Sequence)
		}
	}
}

// BenchmarkSync is the yardstick: a loop that writes and syncs.
func BenchmarkSync(b *testing.B) {
	f, err := os.Create(filepath.Join(benchDir(b), "file"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	data := make([]byte, 150)
	for b.Loop() {
		if _, err := f.Write(data); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "syncs/s")
}

// BenchmarkAppendAlways appends records of 100 bytes that are synced before the
// call returns, by so many callers.
func BenchmarkAppendAlways(b *testing.B) {
	for _, callers := range []int{1, 8, 64} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			fs := &faultyFS{}
			s := benchSpool(b, Options{Fsync: FsyncAlways, FS: fs})
			if err := s.Append(benchRecords(1)); err != nil {
				b.Fatal(err)
			}
			fs.syncs.Store(0)
			var left atomic.Int64
			left.Store(int64(b.N))
			b.ResetTimer()
			var group sync.WaitGroup
			for range callers {
				group.Go(func() {
					records := benchRecords(1)
					for left.Add(-1) >= 0 {
						if err := s.Append(records); err != nil {
							b.Error(err)
						}
					}
				})
			}
			group.Wait()
			b.StopTimer()
			seconds := b.Elapsed().Seconds()
			b.ReportMetric(float64(b.N)/seconds, "records/s")
			b.ReportMetric(float64(b.N)/float64(fs.syncs.Load()), "records/sync")
			b.ReportMetric(float64(fs.syncs.Load())/seconds, "syncs/s")
		})
	}
}

// BenchmarkOpen opens a spool of a million records after the end of a process
// that did not close it, and one that was closed.
func BenchmarkOpen(b *testing.B) {
	for _, closed := range []bool{true, false} {
		b.Run(fmt.Sprintf("closed=%t", closed), func(b *testing.B) {
			dir := benchDir(b)
			s, err := Open(dir, Options{Fsync: FsyncNever, MaxBytes: -1})
			if err != nil {
				b.Fatal(err)
			}
			records := benchRecords(1000)
			for range 1000 {
				if err := s.Append(records); err != nil {
					b.Fatal(err)
				}
			}
			if closed {
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
			} else {
				s.lock.Close() // as the end of the process does
			}
			b.ResetTimer()
			for range b.N {
				again, err := open(dir, Options{Fsync: FsyncNever, MaxBytes: -1})
				if err != nil {
					b.Fatal(err)
				}
				again.lock.Close()
			}
		})
	}
}
