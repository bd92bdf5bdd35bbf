package kafkalib

import (
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// A window holds the times of the last seconds. It is made of slices: the
// oldest is emptied when a new one begins, so a window covers between
// (windowSlices-1) and windowSlices times sliceWidth. Not safe for concurrent
// use. The zero value is empty.
type window struct {
	slices [windowSlices]*hdrhistogram.PackedHistogram
	epoch  int64 // number of the newest slice, on the clock
}

const (
	windowSlices = 3
	sliceWidth   = 2 * time.Second
	// windowSpan is the longest time that a window covers.
	windowSpan = windowSlices * sliceWidth
	// Times are kept in microseconds, up to an hour, with an error of 1 %.
	windowMost   = int64(time.Hour / time.Microsecond)
	windowDigits = 2
)

// add notes a time.
func (w *window) add(now time.Time, d time.Duration) {
	w.advance(now)
	slot := &w.slices[w.epoch%windowSlices]
	if *slot == nil {
		*slot = hdrhistogram.NewPacked(1, windowMost, windowDigits)
	}
	_ = (*slot).RecordValue(micros(d)) // it is within the bounds
}

func micros(d time.Duration) int64 { return min(max(d.Microseconds(), 0), windowMost) }

// advance empties the slices whose time is over.
func (w *window) advance(now time.Time) {
	epoch := now.UnixNano() / int64(sliceWidth)
	if epoch <= w.epoch {
		return // a clock that was set back changes nothing
	}
	for e := max(w.epoch+1, epoch-windowSlices+1); e <= epoch; e++ {
		if h := w.slices[e%windowSlices]; h != nil {
			h.Reset()
		}
	}
	w.epoch = epoch
}

// A stall is a wait that has no end yet: age is how long nothing was answered.
// alone says that it is the only thing to be said of the window.
type stall struct {
	age   time.Duration
	alone bool
}

// figure describes the window, in milliseconds. A stall gives no sample of its
// own, so it counts with its share of the window's time.
func (w *window) figure(name string, now time.Time, s stall) Figure {
	w.advance(now)
	all := hdrhistogram.New(1, windowMost, windowDigits)
	if !s.alone {
		for _, h := range w.slices {
			if h != nil {
				h.MergeInto(all)
			}
		}
	}
	if s.age > 0 {
		n := all.TotalCount()
		if left := windowSpan - s.age; left > 0 {
			n = n * int64(s.age) / int64(left)
		}
		_ = all.RecordValues(micros(s.age), max(n, 1)) // it is within the bounds
	}
	return describe(name, all)
}

var (
	windowNames    = []string{"avg", "min", "max", "p50", "p75", "p90", "p95", "p99", "p99-99", "cnt"}
	windowQuantile = []float64{50, 75, 90, 95, 99, 99.99}
)

func describe(name string, h *hdrhistogram.Histogram) Figure {
	parts := make([]Figure, 0, len(windowNames))
	add := func(us float64) { parts = append(parts, Decimal(windowNames[len(parts)], us/1000)) }
	if h.TotalCount() == 0 {
		for range len(windowNames) - 1 {
			add(0)
		}
	} else {
		add(h.Mean())
		add(float64(h.Min()))
		add(float64(h.Max()))
		for _, us := range h.ValueAtPercentilesSlice(windowQuantile) {
			add(float64(us))
		}
	}
	return Group(name, append(parts, Count("cnt", h.TotalCount()))...)
}
