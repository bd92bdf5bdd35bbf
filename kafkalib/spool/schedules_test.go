package spool

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestSchedules runs schedules of 200 operations on a file system that fails at
// random, with a crash during or after each operation, and compares what is
// left each time with a model. BPL_SPOOL_SCHEDULES sets how many schedules,
// BPL_SPOOL_SEED the seed of the first.
func TestSchedules(t *testing.T) {
	schedules, first := number(t, "BPL_SPOOL_SCHEDULES", 20), uint64(number(t, "BPL_SPOOL_SEED", 1))
	const operations = 200
	defer debug.SetGCPercent(debug.SetGCPercent(2000)) // there is little that lives
	began := time.Now()
	var next, crashes, recovered, faults atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(schedules) && !t.Failed(); i = next.Add(1) - 1 {
				seed := first + uint64(i)
				m, err := newModel(seed)
				if err != nil {
					t.Errorf("BPL_SPOOL_SEED=%d: %v", seed, err)
					return
				}
				for n := range operations {
					if err := m.step(); err != nil {
						t.Errorf("BPL_SPOOL_SEED=%d BPL_SPOOL_SCHEDULES=1, operation %d: %v", seed, n, err)
						return
					}
				}
				crashes.Add(int64(m.crashes))
				recovered.Add(int64(m.recovered))
				faults.Add(int64(m.fs.failed))
			}
		})
	}
	workers.Wait()
	t.Logf("%d schedules of %d operations in %v: %d crashes, after %d of them it went on",
		schedules, operations, time.Since(began).Round(time.Millisecond), crashes.Load(), recovered.Load())
	if !t.Failed() && (crashes.Load() != int64(schedules)*operations || recovered.Load() == 0 || faults.Load() == 0) {
		t.Errorf("%d crashes, %d recoveries, %d faults: not what a schedule is meant to have",
			crashes.Load(), recovered.Load(), faults.Load())
	}
}

// number returns a number that a variable of the environment sets.
func number(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatal(fmt.Errorf("%s=%s: want a number above 0", name, text))
	}
	return n
}
