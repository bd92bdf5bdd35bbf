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
					go func() { done <- ackAll(b, s) }()
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
func ackAll(b *testing.B, s *Spool) error {
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

// BenchmarkAppendAlways appends records of 100 bytes that are synced before the
// call returns, by so many callers, in turn with a bare loop that writes and
// syncs. "of-bare" is its syncs per second against those of the loop.
func BenchmarkAppendAlways(b *testing.B) {
	for _, callers := range []int{1, 8, 64} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			fs := &faultyFS{}
			s := benchSpool(b, Options{Fsync: FsyncAlways, FS: fs})
			if err := s.Append(benchRecords(1)); err != nil {
				b.Fatal(err)
			}
			fs.syncs.Store(0)
			const turn = 200 * time.Millisecond
			var records, bare int64
			var took, bareTook time.Duration
			for records < int64(b.N) {
				n, d := bareSyncs(b, turn)
				bare, bareTook = bare+n, bareTook+d
				n, d = appendFor(b, s, callers, turn)
				records, took = records+n, took+d
			}
			perSync := float64(records) / float64(fs.syncs.Load())
			b.ReportMetric(0, "ns/op") // says nothing: the turns have a fixed length
			b.ReportMetric(float64(records)/took.Seconds(), "records/s")
			b.ReportMetric(perSync, "records/sync")
			b.ReportMetric(float64(bare)/bareTook.Seconds(), "bare-syncs/s")
			b.ReportMetric(float64(fs.syncs.Load())/took.Seconds()/(float64(bare)/bareTook.Seconds()), "of-bare")
		})
	}
}

// bareSyncs writes and syncs a file for a time and returns how often.
func bareSyncs(b *testing.B, turn time.Duration) (int64, time.Duration) {
	f, err := os.Create(filepath.Join(benchDir(b), "file"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	data := make([]byte, 150)
	began, n := time.Now(), int64(0)
	for ; time.Since(began) < turn; n++ {
		if _, err := f.Write(data); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
	}
	return n, time.Since(began)
}

// appendFor appends single records for a time and returns how many.
func appendFor(b *testing.B, s *Spool, callers int, turn time.Duration) (int64, time.Duration) {
	var group sync.WaitGroup
	var n atomic.Int64
	began := time.Now()
	for range callers {
		group.Go(func() {
			records := benchRecords(1)
			for ; time.Since(began) < turn; n.Add(1) {
				if err := s.Append(records); err != nil {
					b.Error(err)
				}
			}
		})
	}
	group.Wait()
	return n.Load(), time.Since(began)
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
