package recorderbench

import (
	"sync"
	"time"
)

// A Load is how calls are made.
type Load struct {
	Callers int           // goroutines
	Every   time.Duration // one call of each caller; 0: as fast as it goes
	For     time.Duration
}

// The loads of the report.
var (
	one    = Load{Callers: 1, Every: 20 * time.Microsecond}
	tight  = Load{Callers: 1}
	paced  = Load{Callers: 64, Every: time.Millisecond}
	warmUp = Load{Callers: 1, Every: time.Millisecond, For: 200 * time.Millisecond}
)

//go:noinline
func empty() {}

// run makes the calls and returns the durations of the empty function and of call.
func (l Load) run(call func()) (Quantiles, Quantiles) {
	var mu sync.Mutex
	var bare, real samples
	var wait sync.WaitGroup
	for i := range l.Callers {
		wait.Go(func() {
			a, b := l.caller(call, time.Duration(i)*l.Every/time.Duration(l.Callers))
			mu.Lock()
			defer mu.Unlock()
			bare, real = append(bare, a...), append(real, b...)
		})
	}
	wait.Wait()
	return bare.quantiles(), real.quantiles()
}

// most bounds the samples of one caller, for which there is room before the first
// call.
const most = 4_000_000

// caller makes the calls of one goroutine. It begins a little later than the ones
// before it, so that they do not all wake at once.
func (l Load) caller(call func(), after time.Duration) (bare, real samples) {
	n := most
	if l.Every > 0 {
		n = min(n, int(l.For/l.Every)+16)
	}
	bare, real = make(samples, 0, n), make(samples, 0, n)
	start := time.Now().Add(after)
	next := start
	for len(real) < n {
		if l.Every > 0 {
			l.until(next)
			next = next.Add(l.Every)
		}
		t0 := time.Now()
		empty()
		t1 := time.Now()
		call()
		t2 := time.Now()
		bare, real = append(bare, int64(t1.Sub(t0))), append(real, int64(t2.Sub(t1)))
		if t2.Sub(start) > l.For {
			break
		}
	}
	return bare, real
}

// until waits for a moment: it sleeps where there is time for that.
func (l Load) until(next time.Time) {
	if l.Every >= time.Millisecond {
		time.Sleep(time.Until(next))
		return
	}
	for time.Now().Before(next) {
	}
}
