package eval

import (
	"errors"

	"github.com/bpl-lang/bpl/interp/value"
)

// Spawn starts an executor of the same evaluation as f's that runs body and shows code in
// (executors). It gets its turn when the caller waits or has run for a while. Its number.
func (f *Frame) Spawn(code value.Value, body func(f *Frame) value.Value) int {
	f.makeRoom()
	ex, err := f.ex.session.begin(f.ex.evaluation, code, f.ex.file, body, nil)
	if err != nil {
		panic(err)
	}
	return ex.id
}

// makeRoom prepares for a new executor or timer. The caller must not have been ended, it
// keeps the lock for a while, and where there are too many others, they get a turn in
// which they may end.
func (f *Frame) makeRoom() {
	ex := f.ex
	ex.CheckInterrupt()
	if ex.left < budget/2 {
		ex.Tick()
	}
	if e := ex.evaluation; e.spawned >= e.limits.Spawned {
		ex.session.gate.yield()
		ex.CheckInterrupt()
	}
}

// begin starts a spawned executor, which runs body when its turn comes. ended, which may
// be nil, is called under the lock when it has run. An error is a LimitError or ErrClosed;
// the executor is then nil.
func (s *Session) begin(e *Evaluation, code value.Value, file string, body func(f *Frame) value.Value, ended func()) (*Executor, error) {
	if e.spawned >= e.limits.Spawned {
		return nil, &LimitError{Limit: "spawned", Max: int64(e.limits.Spawned)}
	}
	ex, err := s.start(e, code)
	if err != nil {
		return nil, err
	}
	e.spawned++
	ex.spawned, ex.file = true, file
	turn := s.gate.join()
	go func() {
		<-turn // killed or not: it ends under the lock
		defer s.gate.unlock()
		defer s.end(ex)
		defer e.Ended()
		if ended != nil {
			defer ended()
		}
		if _, err := ex.run(body); err != nil {
			s.report(ex, err)
		}
	}()
	return ex, nil
}

// report tells the host of an error that ended a spawned executor. Having been ended by
// others is no error; exit is one only if nobody else is left to be told.
func (s *Session) report(ex *Executor, err error) {
	var cancelled *CancelError
	if errors.As(err, &cancelled) {
		return
	}
	var exit *ExitError
	if errors.As(err, &exit) {
		e := ex.evaluation
		if e.running || e.exitTold {
			return
		}
		e.exitTold = true
	}
	s.tellHost(ex, err)
}

// tellHost calls the host's function without the lock.
func (s *Session) tellHost(ex *Executor, err error) {
	report := s.registry.Config.ExecutorErrors
	if report == nil {
		return
	}
	id := -1
	if ex != nil {
		id = ex.id
	}
	s.gate.unlock()
	defer s.gate.lock(nil)
	report(id, err)
}
