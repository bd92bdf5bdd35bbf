//go:build integration

package kafkalib

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// fill sends count records of 100 bytes to the topic "t", lists of 1,000 that
// begin with their number.
const fill = `(do
  (kafka-create-topics "embedded" "t" "partitions" => 3 "if-not-exists" => true)
  (set p (kafka-create "producer" "embedded" "delivery" => "async"))
  (set pad (repeat "x" 90))
  (for (set n 0) (< n count) (set n (+ n 1000))
    (kafka-send p "t" (apply (range n (+ n 1000)) i (concat i " " pad))))
  (kafka-flush p))`

// TestRealNoneLostNoneTwice: 100,000 records through a script. (Its likeness
// for the embedded broker is TestNoneLostNoneTwice.)
func TestRealNoneLostNoneTwice(t *testing.T) {
	emptyReal(t)
	noneLostNoneTwice(t, newRealScript(t), 100_000)
}

func TestNoneLostNoneTwice(t *testing.T) {
	noneLostNoneTwice(t, newEmbeddedScript(t), 100_000)
}

func noneLostNoneTwice(t *testing.T, s *script, count int) {
	t.Helper()
	s.Set("count", count)
	s.want(fill, `0`)
	s.eval(`(do (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest")) (set got (list)))`)
	seen := make(map[string]int, count)
	for deadline := time.Now().Add(3 * time.Minute); len(seen) < count && time.Now().Before(deadline); {
		l, _ := s.eval(`(kafka-poll c "t" 60000 "shape" => "values")`).AsList()
		for i := range l.Len() {
			v, _ := l.At(i).AsString()
			seen[v[:len(v)-91]]++
		}
	}
	twice := 0
	for _, n := range seen {
		if n > 1 {
			twice++
		}
	}
	if len(seen) != count || twice > 0 {
		t.Errorf("got %d different records, %d of them more than once\nwant %d, none twice", len(seen), twice, count)
	}
	s.want(`(kafka-poll c "t" 200)`, `()`)
}

// TestRealMemoryIsBounded: the peak of the heap over 1,000,000 records is at
// most 1.2 times that over 100,000.
func TestRealMemoryIsBounded(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(20)) // what lives counts, rather than when the rest is collected
	var peaks [2]uint64
	for i, count := range []int{100_000, 1_000_000} {
		emptyReal(t)
		runtime.GC()
		stop, peak := make(chan struct{}), make(chan uint64)
		go func() { peak <- heapPeak(stop) }()
		s := newRealScript(t)
		s.Set("count", count)
		s.eval(fill)
		got := s.eval(`(do
		  (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest"))
		  (set got 0)
		  (while (< got count) (set got (+ got (size (kafka-poll c "t" 60000)))))
		  got)`).String()
		close(stop)
		peaks[i] = <-peak
		if got != fmt.Sprint(count) {
			t.Errorf("got %s records, want %d", got, count)
		}
		s.eval(`(do (kafka-destroy c) (kafka-destroy p))`)
	}
	t.Logf("peak heap: %d MB over 100,000 records, %d MB over 1,000,000", peaks[0]>>20, peaks[1]>>20)
	// Whether 100,000 records fill the queue once depends on the machine: what it holds at
	// most is allowed on top. 1,000,000 that were kept would take 100 MB by their values alone.
	const full = 32 << 20
	if limit := peaks[0] + peaks[0]/5 + full; peaks[1] > limit {
		t.Errorf("peak heap\n got %d bytes\nwant at most %d", peaks[1], limit)
	}
}

// heapPeak is the most that the heap holds until stop is closed.
func heapPeak(stop <-chan struct{}) (most uint64) {
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		most = max(most, m.HeapAlloc)
		select {
		case <-stop:
			return most
		case <-ticker.C:
		}
	}
}
