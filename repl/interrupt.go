package repl

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"sync"
	"time"

	"github.com/bpl-lang/bpl/repl/internal/lineedit"
)

// errStopped is why an evaluation ends that Ctrl-C stops.
var errStopped = errors.New("interrupted by Ctrl-C")

// twice is within what time a second Ctrl-C ends the session.
const twice = time.Second

// interrupts turn signals of Ctrl-C into ends of evaluations. They are safe for concurrent
// use.
type interrupts struct {
	mu     sync.Mutex
	last   time.Time
	cancel context.CancelCauseFunc // of the evaluation, nil between evaluations
	quit   chan struct{}           // closed where the session is to end
}

// again notes a Ctrl-C and reports whether it is the second one within a second.
func (i *interrupts) again(now time.Time) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	second := now.Sub(i.last) < twice
	i.last = now
	return second
}

// begin makes cancel what Ctrl-C calls; the channel is closed where it comes twice.
func (i *interrupts) begin(cancel context.CancelCauseFunc) <-chan struct{} {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.cancel, i.quit = cancel, make(chan struct{})
	return i.quit
}

func (i *interrupts) end() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.cancel, i.quit = nil, nil
}

// arrived handles a signal; it reports whether there was an evaluation to stop.
func (i *interrupts) arrived() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.cancel == nil {
		return false
	}
	now := time.Now()
	second := now.Sub(i.last) < twice
	i.last = now
	i.cancel(errStopped)
	if second && i.quit != nil {
		close(i.quit)
		i.quit = nil
	}
	return true
}

// watchInterrupts handles signals until stop is called.
func (s *session) watchInterrupts() (stop func()) {
	source := s.Interrupts
	if source == nil {
		source = processInterrupts
	}
	signals, stopSignals := source()
	var watching sync.WaitGroup
	done := make(chan struct{})
	watching.Go(func() {
		for {
			select {
			case <-signals:
				if !s.ctrlC.arrived() {
					s.interruptReading()
				}
			case <-done:
				return
			}
		}
	})
	return func() {
		stopSignals()
		close(done)
		watching.Wait()
	}
}

// interruptReading makes the editor answer as if Ctrl-C had been typed. The editor of a
// terminal sees Ctrl-C as a key; this is for the plain one, and for who sends the signal.
func (s *session) interruptReading() {
	if cancel := s.reading.Load(); cancel != nil {
		(*cancel)(lineedit.ErrInterrupt)
	}
}

// processInterrupts are the signals of the process.
func processInterrupts() (<-chan os.Signal, func()) {
	c := make(chan os.Signal, 2)
	signal.Notify(c, os.Interrupt)
	return c, func() { signal.Stop(c) }
}
