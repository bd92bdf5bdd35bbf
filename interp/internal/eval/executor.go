package eval

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/bpl-lang/bpl/interp/value"
)

// budget is how many steps an executor takes between two ticks.
const budget = 1000

// An Executor is one stack of locals and calls. Only its own goroutine (or, of a deep
// evaluation, the one that goroutine waits for) uses it, while it holds the session's
// lock; Kill and Context may be called by others.
type Executor struct {
	session    *Session
	evaluation *Evaluation
	id         int
	code       value.Value
	spawned    bool   // counted by its evaluation, as all but the first are
	file       string // the file that is being loaded, "" outside files

	root Frame
	top  *Frame

	left     int         // steps until the next tick
	granted  int         // steps that the running budget had
	elements int         // handled by built-ins and not yet counted as steps
	current  *value.List // the innermost expression being evaluated
	trace    trace       // of the last exception
	era      uint32      // counts the traces that are no continuation of the one before

	depth, depthLimit                int
	nested, nestedGuard, nestedLimit int
	raised                           bool
	doomed                           error // ends the executor although Go code swallowed it

	interrupted atomic.Bool
	limited     context.Context // bounds a part of the work in addition; nil if none does
	mu          sync.Mutex      // guards the following
	ctx         context.Context
	cancel      context.CancelCauseFunc
	killed      error
}

func newExecutor(e *Evaluation, id int, code value.Value) *Executor {
	ex := &Executor{session: e.session, evaluation: e, id: id, code: code}
	ex.root.ex = ex
	ex.top = &ex.root
	ex.depthLimit = e.limits.Depth
	ex.nestedLimit = nestedPerDepth * e.limits.Depth
	ex.nestedGuard = min(segment, ex.nestedLimit)
	ex.refill()
	return ex
}

// ID is the number of the executor, unique in its session while it runs.
func (ex *Executor) ID() int { return ex.id }

// Code is what the executor evaluates.
func (ex *Executor) Code() value.Value { return ex.code }

// Evaluation returns the evaluation that the executor belongs to.
func (ex *Executor) Evaluation() *Evaluation { return ex.evaluation }

// Session returns the session of the executor.
func (ex *Executor) Session() *Session { return ex.session }

// Top returns the innermost frame.
func (ex *Executor) Top() *Frame { return ex.top }

// Context ends when the executor is killed or its evaluation cancelled.
func (ex *Executor) Context() context.Context {
	ex.mu.Lock()
	defer ex.mu.Unlock()
	if ex.ctx == nil {
		ex.ctx, ex.cancel = context.WithCancelCause(ex.evaluation.ctx)
		if ex.killed != nil {
			ex.cancel(ex.killed)
		}
	}
	return ex.ctx
}

// Kill ends the executor at its next tick or wait; no script can catch that.
func (ex *Executor) Kill(cause error) {
	ex.mu.Lock()
	defer ex.mu.Unlock()
	if ex.killed != nil {
		return
	}
	ex.killed = cause
	ex.interrupted.Store(true)
	if ex.cancel != nil {
		ex.cancel(cause)
	}
}

// release frees the context of an executor that has ended.
func (ex *Executor) release() {
	ex.mu.Lock()
	defer ex.mu.Unlock()
	if ex.cancel != nil {
		ex.cancel(context.Canceled)
	}
}

// Step counts one function entry or loop turn.
func (ex *Executor) Step() {
	ex.left--
	if ex.left < 0 {
		ex.Tick()
		ex.left-- // this step belongs to the new budget
	}
}

// StepIn is Step for the compiled form of the loop l.
func (ex *Executor) StepIn(l *value.List) {
	if ex.left--; ex.left < 0 {
		ex.tickIn(l)
	}
}

func (ex *Executor) tickIn(l *value.List) {
	ex.current = l
	ex.Tick()
	ex.left--
}

// Step counts one loop turn.
func (f *Frame) Step() { f.ex.Step() }

// Tick looks after everything that cannot wait long: the step limit, cancellation, and
// other executors that want the lock.
func (ex *Executor) Tick() {
	ex.evaluation.steps += int64(ex.granted - max(ex.left, 0))
	ex.granted = 0
	if ex.evaluation.steps >= ex.evaluation.limits.Steps {
		ExceedLimit("steps", ex.evaluation.limits.Steps)
	}
	ex.CheckInterrupt()
	if ex.session.gate.waiting.Load() > 0 {
		ex.session.gate.yield()
		ex.CheckInterrupt()
	}
	ex.sweep()
	ex.refill()
}

func (ex *Executor) refill() {
	ex.granted = int(min(budget, ex.evaluation.limits.Steps-ex.evaluation.steps))
	ex.left = ex.granted
	if ex.session.hooks != nil { // each call of compiled code comes by here, and is walked
		ex.granted, ex.left = min(ex.granted, 1), 0
	}
}

// Turn counts a step and looks after everything at once: for built-ins that loop over
// elements or bytes themselves, after each thousand of them, which may have taken as long
// as many function calls.
func (f *Frame) Turn() {
	f.ex.left--
	f.ex.evaluation.worked++
	f.ex.Tick()
}

// CheckDoom ends the executor if Go code below a built-in met an error that no script may
// catch, and swallowed it.
func (ex *Executor) CheckDoom() {
	if ex.doomed != nil {
		panic(ex.doomed)
	}
}

// TickHolding is Tick without handing over the lock, for built-ins that must see one
// moment of their lists.
func (ex *Executor) TickHolding() {
	ex.evaluation.steps++
	ex.evaluation.worked++
	if ex.evaluation.steps >= ex.evaluation.limits.Steps {
		ExceedLimit("steps", ex.evaluation.limits.Steps)
	}
	ex.CheckInterrupt()
}

// CheckInterrupt ends the executor if it was killed or its evaluation cancelled.
func (ex *Executor) CheckInterrupt() {
	if ex.interrupted.Load() {
		ex.mu.Lock()
		killed := ex.killed
		ex.mu.Unlock()
		if exit, ok := killed.(*ExitError); ok {
			panic(exit)
		}
		panic(&CancelError{Cause: killed})
	}
	ex.CheckDoom()
	if done := ex.evaluation.ctx.Done(); done != nil {
		select {
		case <-done:
			panic(newCancelError(ex.evaluation.ctx))
		default:
		}
	}
	if ex.limited != nil && ex.limited.Err() != nil {
		e := newCancelError(ex.limited)
		e.scoped = true
		panic(e)
	}
}

// bound makes the executor heed ctx too, at ticks and in waits, until restore is called.
func (ex *Executor) bound(ctx context.Context) (restore func(), err error) {
	if ctx.Err() != nil {
		return nil, newCancelError(ctx)
	}
	if ctx.Done() == nil {
		return func() {}, nil
	}
	outer := ex.Context()
	inner, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(outer, func() { cancel(context.Cause(outer)) })
	limited := ex.limited
	ex.limited = ctx
	ex.setContext(inner)
	return func() {
		ex.limited = limited
		ex.setContext(outer)
		stop()
		cancel(context.Canceled)
	}, nil
}

func (ex *Executor) setContext(ctx context.Context) {
	ex.mu.Lock()
	ex.ctx = ctx
	ex.mu.Unlock()
}

// elementsPerStep is how many elements that a built-in handles count as one step.
const elementsPerStep = 1000

// TickElements is for built-ins that loop over elements or bytes themselves: called with
// the number of each, it takes a step each time another thousand is done.
func (f *Frame) TickElements(i int) {
	if i%elementsPerStep == elementsPerStep-1 {
		f.Turn()
	}
}

// TickHolding counts n elements that a built-in handled, or is about to, while others must
// not change its lists: it ends the evaluation when that is due but gives nobody else a
// turn. It is a value.Tick.
func (f *Frame) TickHolding(n int) {
	ex := f.ex
	n += ex.elements
	for ; n >= elementsPerStep; n -= elementsPerStep {
		ex.TickHolding()
	}
	ex.elements = n
}

// TickWork counts n elements or bytes that a built-in handled, or is about to, and that
// nobody can change: it ends the evaluation when that is due, and others get their turn. It
// is a value.Tick.
func (f *Frame) TickWork(n int) {
	ex := f.ex
	n += ex.elements
	ex.elements = n % elementsPerStep
	if n >= elementsPerStep {
		steps := int64(n / elementsPerStep)
		ex.evaluation.steps += steps
		ex.evaluation.worked += steps
		ex.Tick()
	}
}

// Ticker returns a function for code that knows nothing of frames: called once for each
// piece of work of about a thousand elements, it ends the evaluation when that is due.
// With holding, other executors get no turn.
func (f *Frame) Ticker(holding bool) func() {
	if holding {
		return f.ex.TickHolding
	}
	return f.Turn
}

// run evaluates body in the executor and turns what it threw into an error.
func (ex *Executor) run(body func(f *Frame) value.Value) (value.Value, error) {
	v, r := ex.recovered(func() value.Value {
		ex.CheckInterrupt()
		return body(&ex.root)
	})
	if r == nil {
		return v, nil
	}
	if e, ok := r.(*Exception); ok {
		return value.Null(), ex.forHost(e)
	}
	return value.Null(), r.(error)
}
