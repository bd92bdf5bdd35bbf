package eval

import (
	"context"
	"time"
)

// An Evaluation is one run of a program or text, one call from a host, or one line of the
// REPL, with everything that it spawned. It owns the context and the limits. Its fields
// are guarded by the session's lock.
type Evaluation struct {
	session   *Session
	ctx       context.Context
	limits    Limits // complete
	steps     int64  // taken so far, in whole budgets
	worked    int64  // steps among them for elements that built-ins handled
	allocated int64  // bytes
	room      int64  // how many may be allocated until the limits are looked at
	kept      int64  // bytes that were in use at the last count
	counted   int64  // allocated at the last count
	since     moment // what was charged since then may be on a stack
	output    int64
	spawned   int // live executors and timers beyond the first
	exit      *ExitError
	exitTold  bool // the host knows of exit
	running   bool // the executor that began it has not returned

	waitingAll int           // spawned executors that wait until all others are gone
	settled    chan struct{} // closed when only such are left; nil if nobody waits for that
	emptied    chan struct{} // closed when spawned falls to 0; nil if nobody waits for that
}

// Limits returns the limits of the evaluation, with all defaults filled in.
func (e *Evaluation) Limits() Limits { return e.limits }

// Context ends when the evaluation is cancelled.
func (e *Evaluation) Context() context.Context { return e.ctx }

// Spawn counts one more live executor or timer, or ends the evaluation with a LimitError.
func (e *Evaluation) Spawn() {
	if e.spawned >= e.limits.Spawned {
		ExceedLimit("spawned", int64(e.limits.Spawned))
	}
	e.spawned++
}

// Ended takes back what Spawn counted.
func (e *Evaluation) Ended() {
	e.spawned--
	e.settle()
	if e.spawned == 0 && e.emptied != nil {
		close(e.emptied)
		e.emptied = nil
	}
}

// settle tells those who wait for it that nothing else is left.
func (e *Evaluation) settle() {
	if e.spawned == e.waitingAll && e.settled != nil {
		close(e.settled)
		e.settled = nil
	}
}

// WaitAll waits until the executors and timers that the evaluation started are gone, at
// most for d if limited. The caller and others that wait like this do not count. It
// reports whether they are gone.
func (f *Frame) WaitAll(d time.Duration, limited bool) bool {
	e := f.ex.evaluation
	if f.ex.spawned {
		e.waitingAll++
		defer func() { e.waitingAll-- }()
	}
	e.settle()
	if e.spawned == e.waitingAll {
		return true
	}
	if e.settled == nil {
		e.settled = make(chan struct{})
	}
	return f.WaitFor(e.settled, d, limited)
}

// killOthers ends all executors of the evaluation but one, and all its timers.
func (e *Evaluation) killOthers(but *Executor, cause error) {
	for id, t := range e.session.timers {
		if t.evaluation == e {
			e.session.CancelTimer(id)
		}
	}
	for _, ex := range e.session.executors {
		if ex.evaluation == e && ex != but {
			ex.Kill(cause)
		}
	}
}

// EndEvaluation ends what is left of an evaluation, as the end of a program does, and
// waits until it is gone. The caller does not hold the lock.
func (s *Session) EndEvaluation(e *Evaluation) {
	s.gate.lock(nil)
	defer s.gate.unlock()
	e.killOthers(nil, ErrKilled)
	for e.spawned > 0 {
		if e.emptied == nil {
			e.emptied = make(chan struct{})
		}
		emptied := e.emptied
		s.gate.unlock()
		<-emptied
		s.gate.lock(nil)
	}
}

// Exit ends the evaluation with all its executors; it does not return.
func (f *Frame) Exit(code int) {
	e := f.ex.evaluation
	if e.exit == nil {
		e.exit = &ExitError{Code: code}
	}
	e.killOthers(f.ex, e.exit)
	panic(e.exit)
}
