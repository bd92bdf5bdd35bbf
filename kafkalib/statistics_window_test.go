package kafkalib

import (
	"testing"
	"testing/synctest"
	"time"
)

func millis(t *testing.T, f Figure, name string) float64 {
	t.Helper()
	p, ok := f.Part(name)
	n, isNumber := p.Number()
	if !ok || !isNumber {
		t.Fatalf("%s: got %+v, want a number", name, p)
	}
	return n
}

// near reports whether got is want, within the error of the windows.
func near(got, want float64) bool { return got >= want*0.98 && got <= want*1.02 }

func TestWindowFigures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w window
		for i := range 1000 {
			w.add(time.Now(), time.Duration(i+1)*time.Millisecond)
		}
		f := w.figure("rtt", time.Now(), stall{})
		for name, want := range map[string]float64{"min": 1, "max": 1000, "avg": 500.5, "p50": 500, "p75": 750, "p90": 900,
			"p95": 950, "p99": 990, "p99-99": 1000, "cnt": 1000} {
			if got := millis(t, f, name); !near(got, want) {
				t.Errorf("%s\ngot  %v\nwant %v", name, got, want)
			}
		}
	})
}

func TestWindowForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w window
		w.add(time.Now(), time.Second)
		for _, step := range []struct {
			after time.Duration
			want  float64
		}{{3900 * time.Millisecond, 1}, {2100 * time.Millisecond, 0}, {time.Hour, 0}} {
			time.Sleep(step.after)
			if got := millis(t, w.figure("rtt", time.Now(), stall{}), "cnt"); got != step.want {
				t.Errorf("samples after %v more\ngot  %v\nwant %v", step.after, got, step.want)
			}
		}
		w.add(time.Now(), 2*time.Second)
		if got := millis(t, w.figure("rtt", time.Now(), stall{}), "max"); !near(got, 2000) {
			t.Errorf("max\ngot  %v\nwant 2000", got)
		}
	})
}

func TestWindowBounds(t *testing.T) {
	var w window
	for _, d := range []time.Duration{-time.Second, 0, 1000 * time.Hour} {
		w.add(time.Unix(100, 0), d)
	}
	f := w.figure("rtt", time.Unix(100, 0), stall{})
	if got, want := millis(t, f, "cnt"), 3.0; got != want {
		t.Errorf("cnt\ngot  %v\nwant %v", got, want)
	}
	if got, want := millis(t, f, "max"), float64(time.Hour/time.Millisecond); !near(got, want) {
		t.Errorf("max\ngot  %v\nwant %v", got, want)
	}
}

// TestWindowStall: what was not answered has its share of the window's time.
func TestWindowStall(t *testing.T) {
	tests := []struct {
		name  string
		stall stall
		p50   float64
		p99   float64
		max   float64
	}{
		{"none", stall{}, 1, 1, 1},
		{"as short as the others", stall{age: time.Millisecond}, 1, 1, 1},
		{"a tenth of the window", stall{age: windowSpan / 10}, 1, 600, 600},
		{"most of the window", stall{age: windowSpan * 3 / 4}, 4500, 4500, 4500},
		{"longer than the window", stall{age: time.Minute}, 60_000, 60_000, 60_000},
		{"nothing else counts", stall{age: 1100 * time.Millisecond, alone: true}, 1100, 1100, 1100},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var w window
			for range 5000 {
				w.add(time.Unix(100, 0), time.Millisecond)
			}
			f := w.figure("rtt", time.Unix(100, 0), test.stall)
			if test.stall.age > windowSpan { // by then there is no sample left
				f = w.figure("rtt", time.Unix(200, 0), test.stall)
			}
			for name, want := range map[string]float64{"p50": test.p50, "p99": test.p99, "max": test.max} {
				if got := millis(t, f, name); !near(got, want) {
					t.Errorf("%s\ngot  %v\nwant %v", name, got, want)
				}
			}
		})
	}
}
