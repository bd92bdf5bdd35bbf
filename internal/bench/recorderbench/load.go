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

// taken are the durations of what stands between two looks at the clock.
type taken struct{ empty, made, call samples }

func (t *taken) add(u taken) {
	t.empty, t.made, t.call = append(t.empty, u.empty...), append(t.made, u.made...), append(t.call, u.call...)
}

// run calls an empty function, makes an argument, and makes the call with it, as
// often as the load says.
func run[A any](l Load, argument func() A, call func(A)) Costs {
	var mu sync.Mutex
	var all taken
	var wait sync.WaitGroup
	for i := range l.Callers {
		wait.Go(func() {
			one := caller(l, time.Duration(i)*l.Every/time.Duration(l.Callers), argument, call)
			mu.Lock()
			defer mu.Unlock()
			all.add(one)
		})
	}
	wait.Wait()
	return Costs{all.empty.quantiles(), all.made.quantiles(), all.call.quantiles()}
}

// most bounds the samples of one caller, for which there is room before the first
// call.
const most = 4_000_000

// caller makes the calls of one goroutine. It begins a little later than the ones
// before it, so that they do not all wake at once.
func caller[A any](l Load, after time.Duration, argument func() A, call func(A)) taken {
	n := most
	if l.Every > 0 {
		n = min(n, int(l.For/l.Every)+16)
	}
	t := taken{make(samples, 0, n), make(samples, 0, n), make(samples, 0, n)}
	start := time.Now().Add(after)
	next := start
	for len(t.call) < n {
		if l.Every > 0 {
			l.until(next)
			next = next.Add(l.Every)
		}
		t0 := time.Now()
		empty()
		t1 := time.Now()
		a := argument()
		t2 := time.Now()
		call(a)
		t3 := time.Now()
		t.empty, t.made, t.call = append(t.empty, int64(t1.Sub(t0))), append(t.made, int64(t2.Sub(t1))), append(t.call, int64(t3.Sub(t2)))
		if t3.Sub(start) > l.For {
			break
		}
	}
	return t
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
