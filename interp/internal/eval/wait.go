package eval

import (
	"context"
	"time"
)

// Unlocked runs blocking work without the session's lock. Its context ends when the
// executor is killed or the evaluation cancelled; that then ends the executor, whatever
// run returned. run must not touch values.
func (f *Frame) Unlocked(run func(ctx context.Context) error) error {
	ex := f.ex
	ctx := ex.Context()
	err := func() error {
		ex.session.gate.unlock()
		defer ex.session.gate.lock(nil)
		return run(ctx)
	}()
	ex.CheckInterrupt()
	return err
}

// Wait waits without the lock until ready is closed or delivers, or the executor is ended.
func (f *Frame) Wait(ready <-chan struct{}) {
	_ = f.Unlocked(func(ctx context.Context) error {
		select {
		case <-ready:
		case <-ctx.Done():
		}
		return nil
	})
}

// WaitFor is Wait that ends after d too, if limited, and reports whether ready was.
func (f *Frame) WaitFor(ready <-chan struct{}, d time.Duration, limited bool) bool {
	if !limited {
		f.Wait(ready)
		return true
	}
	_ = f.Unlocked(func(ctx context.Context) error {
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-ready:
		case <-timer.C:
		case <-ctx.Done():
		}
		return nil
	})
	select {
	case <-ready:
		return true
	default:
		return false
	}
}

// Sleep waits for d.
func (f *Frame) Sleep(d time.Duration) { f.WaitFor(nil, d, true) }
