package kafkalib

import (
	"strings"
	"sync"
	"time"
)

// An alarm watches one metric of a handle. With "*" in its path it watches
// several figures with one state: it holds when the condition holds for any of
// them.
type alarm struct {
	emit func(Event)
	path []string
	condition
	holdFor time.Duration
	every   time.Duration
	rate    bool  // the change per second is compared, not the value
	id      int64 // of its events

	mu     sync.Mutex
	off    bool
	leave  func() // ends the watch; nil before it began
	raised bool
	since  time.Time // when the condition began to hold, or the alarm was raised; zero: it does not
	metric string    // that it was raised for
	before map[string]sighting
}

// A sighting is a value at a time, for rates.
type sighting struct {
	value float64
	at    time.Time
}

// A metricValue is the value of one figure.
type metricValue struct {
	metric string
	number float64
	text   string
	isText bool
}

// look is what the alarm wants of the watch.
func (a *alarm) look() *look {
	return &look{every: a.every, need: needOf(a.path[0]), at: a.at}
}

// watched keeps how the watch of the alarm is ended.
func (a *alarm) watched(leave func()) {
	a.mu.Lock()
	a.leave = leave
	off := a.off
	a.mu.Unlock()
	if off {
		leave()
	}
}

// stop ends the alarm: from then on it raises nothing.
func (a *alarm) stop() {
	a.mu.Lock()
	a.off = true
	leave := a.leave
	a.mu.Unlock()
	if leave != nil {
		leave()
	}
}

// at looks at the figures. It returns when for-ms is over where that is to
// come.
func (a *alarm) at(now time.Time, f Figure) time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.off {
		return time.Time{}
	}
	readings := a.readings(f, now)
	if a.raised {
		a.clearIfOver(readings, now)
		return time.Time{}
	}
	worst, holds := a.worst(readings)
	switch {
	case !holds:
		a.since = time.Time{}
		return time.Time{}
	case a.since.IsZero():
		a.since = now
	}
	if held := now.Sub(a.since); held < a.holdFor {
		return a.since.Add(a.holdFor)
	}
	a.raised, a.metric = true, worst.metric
	a.emit(worst.event(a.id, "ALARM_RAISED", now.Sub(a.since)))
	a.since = now
	return time.Time{}
}

// clearIfOver clears the alarm where no figure keeps it. Called with the lock.
func (a *alarm) clearIfOver(readings []metricValue, now time.Time) {
	last := metricValue{metric: a.metric, isText: true}
	for _, r := range readings {
		if a.keeps(r) {
			return
		}
		if r.metric == a.metric {
			last = r
		}
	}
	a.raised = false
	a.emit(last.event(a.id, "ALARM_CLEARED", now.Sub(a.since)))
	a.since = time.Time{}
}

func (r metricValue) event(alarm int64, code string, d time.Duration) Event {
	e := Event{Code: code, Alarm: alarm, Metric: r.metric, Duration: &d}
	if r.isText {
		e.ValueText = r.text
	} else {
		e.Value = &r.number
	}
	return e
}

// readings are the values of the figures that the path names. Those without a
// value are left out; a rate begins with the second look. Called with the
// lock.
func (a *alarm) readings(f Figure, now time.Time) []metricValue {
	var out []metricValue
	collect(f, a.path, nil, func(metric string, f Figure) {
		if text, ok := f.Text(); ok {
			out = append(out, metricValue{metric: metric, text: text, isText: true})
		} else if n, ok := f.Number(); ok {
			out = append(out, metricValue{metric: metric, number: n})
		}
	})
	if !a.rate {
		return out
	}
	seen := make(map[string]sighting, len(out))
	var rates []metricValue
	for _, r := range out {
		if r.isText {
			continue
		}
		seen[r.metric] = sighting{r.number, now}
		if b, ok := a.before[r.metric]; ok && now.After(b.at) {
			r.number = (r.number - b.value) / now.Sub(b.at).Seconds()
			rates = append(rates, r)
		}
	}
	a.before = seen
	return rates
}

// collect finds the figures of a path; f is the group that the rest of the
// path begins in.
func collect(f Figure, path, names []string, found func(metric string, f Figure)) {
	if len(path) == 0 {
		if !f.IsGroup() {
			found(strings.Join(names, "/"), f)
		}
		return
	}
	for _, p := range f.parts {
		if path[0] == "*" || path[0] == p.Name {
			collect(p, path[1:], append(names[:len(names):len(names)], p.Name), found)
		}
	}
}
