package eval

import "context"

// An Evaluation is one run of a program or text, one call from a host, or one line of the
// REPL, with everything that it spawned. It owns the context and the limits. Its fields
// are guarded by the session's lock.
type Evaluation struct {
	session   *Session
	ctx       context.Context
	limits    Limits // complete
	steps     int64  // taken so far, in whole budgets
	bytes     int64  // estimate of what it keeps alive
	allocated int64
	output    int64
	spawned   int // live executors and timers beyond the first
	exit      *ExitError
	running   bool // the executor that began it has not returned
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
func (e *Evaluation) Ended() { e.spawned-- }

// killOthers ends all executors of the evaluation but one.
func (e *Evaluation) killOthers(but *Executor, cause error) {
	for _, ex := range e.session.executors {
		if ex.evaluation == e && ex != but {
			ex.Kill(cause)
		}
	}
}

// Exit ends the evaluation with all its executors; it does not return.
func (f *Frame) Exit(code int) {
	e := f.ex.evaluation
	e.exit = &ExitError{Code: code}
	e.killOthers(f.ex, e.exit)
	panic(e.exit)
}
