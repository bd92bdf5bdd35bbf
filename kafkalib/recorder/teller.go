package recorder

import (
	"errors"
	"time"
)

// A teller tells what callers of Record have noticed: they do not wait for
// whoever listens.
type teller struct {
	r    *Recorder
	full time.Time // since when the queue is full; zero while it is not
}

func newTeller(r *Recorder) *teller { return &teller{r: r} }

func (t *teller) tell() {
	r := t.r
	if r.foundFull.Swap(false) && t.full.IsZero() {
		t.full = time.Now()
		r.options.Notify(Notice{Code: "QUEUE_FULL", Count: r.room.used(), Refused: r.refused()})
	}
	if n := r.overtaken.Swap(0); n > 0 {
		r.options.Notify(Notice{Code: "RECORD_DROPPED", Count: n, Topic: r.options.Topic,
			Err: errors.New("dropped for newer events, the queue is full")})
	}
	if !t.full.IsZero() && r.room.used() <= r.options.MaxEvents/2 && r.room.bytes.Load() <= r.options.MaxBytes/2 {
		r.options.Notify(Notice{Code: "QUEUE_DRAINED", Count: r.room.used(), Duration: time.Since(t.full)})
		t.full = time.Time{}
	}
}
