package eval

import (
	"context"
	"errors"
	"sync"

	"github.com/bpl-lang/bpl/interp/value"
)

// An Entry is the place in an evaluation at which Go code of a host runs, below a
// built-in. Through it that code comes back into the evaluation: on the same executor
// and with the same limits.
//
// The code at an entry either holds the session's lock, as a special form does: then the
// entry is for the goroutine that runs the built-in. Or it runs inside Unlocked: then
// everybody may enter, from any goroutine, and takes the lock for a while. An entry is open
// until the built-in, or what Unlocked runs, returns.
type Entry struct {
	frame  *Frame
	door   *door
	closed bool // guarded by the door
	own    door // where door leads, but in a window

	once sync.Once
	ctx  context.Context // of the executor, with the entry; made when first asked for
}

// A door is what the entries at one frame have in common: their executor has one stack,
// so one enters at a time. Nobody waits for the mutex for long: who must wait for somebody
// inside waits for a channel, which testing/synctest sees.
type door struct {
	mu     sync.Mutex    // guards the following and Entry.closed
	held   bool          // the code at the entries holds the session's lock
	inside bool          // somebody has come in
	taking bool          // the lock is being taken back: nobody comes in any more
	left   chan struct{} // closed when nobody is inside; nil if nobody waits for that
}

// leave ends the stay of somebody inside.
func (d *door) leave() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.inside = false
	if d.left != nil {
		close(d.left)
		d.left = nil
	}
}

// isHeld reports whether the code at the entries holds the lock.
func (d *door) isHeld() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.held
}

// release notes that the lock is given away.
func (d *door) release() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.held = false
}

// take waits until nobody is inside, takes the lock, and closes the window.
func (d *door) take(window *Entry) {
	d.mu.Lock()
	window.closed, d.taking = true, true
	for d.inside {
		if d.left == nil {
			d.left = make(chan struct{})
		}
		left := d.left
		d.mu.Unlock()
		<-left
		d.mu.Lock()
	}
	d.mu.Unlock()
	window.frame.ex.session.gate.lock(nil)
	d.mu.Lock()
	d.held, d.taking = true, false
	d.mu.Unlock()
}

// ErrEntryClosed is the answer of an entry whose built-in has returned.
var ErrEntryClosed = errors.New("the built-in that was called has returned")

// Open opens the entry at f, whose executor holds the lock.
func (n *Entry) Open(f *Frame) {
	n.own.held = true
	n.frame, n.door = f, &n.own
}

// Close ends the entry; the executor holds the lock.
func (n *Entry) Close() {
	n.door.mu.Lock()
	n.closed = true
	n.door.mu.Unlock()
}

// IsOpen reports whether what runs at the entry has not returned yet.
func (n *Entry) IsOpen() bool {
	n.door.mu.Lock()
	defer n.door.mu.Unlock()
	return !n.closed
}

// Frame returns the frame at which the entry is.
func (n *Entry) Frame() *Frame { return n.frame }

type entryKey struct{}

// Context returns the executor's context, which also carries the entry.
func (n *Entry) Context() context.Context {
	n.once.Do(func() { n.ctx = context.WithValue(n.frame.ex.Context(), entryKey{}, n) })
	return n.ctx
}

// EntryFrom returns the entry that a context of Entry.Context carries, nil if there is
// none or if it is of another session.
func EntryFrom(ctx context.Context, s *Session) *Entry {
	n, _ := ctx.Value(entryKey{}).(*Entry)
	if n == nil || n.frame.ex.session != s {
		return nil
	}
	return n
}

// Unlocked runs blocking work without the session's lock, as Frame.Unlocked does. The
// entry that run is given is open until it returns. Where the lock is not held anyway, run
// just runs.
func (n *Entry) Unlocked(run func(window *Entry) error) error {
	d := n.door
	if !d.isHeld() {
		return run(n)
	}
	window := &Entry{frame: n.frame, door: d}
	d.release()
	ex := n.frame.ex
	err := func() error {
		ex.session.gate.unlock()
		defer d.take(window)
		return run(window)
	}()
	ex.CheckInterrupt()
	return err
}

// Inside runs body as part of the evaluation and turns what it throws into an error.
// Where somebody else is inside already, body gets an executor of its own in the same
// evaluation.
func (n *Entry) Inside(body func(f *Frame) value.Value) (value.Value, error) {
	var none context.Context // beside the evaluation's own
	return n.enter(none, body)
}

// Enter is Inside, bounded by ctx in addition to the evaluation's context.
func (n *Entry) Enter(ctx context.Context, body func(f *Frame) value.Value) (value.Value, error) {
	if ctx.Value(entryKey{}) == n && ctx == n.Context() {
		return n.Inside(body)
	}
	return n.enter(ctx, body)
}

func (n *Entry) enter(ctx context.Context, body func(f *Frame) value.Value) (value.Value, error) {
	d := n.door
	d.mu.Lock()
	held, closed, busy := d.held, n.closed, d.inside || d.taking
	nested := busy && held // this goroutine, further up its stack
	if !closed && !busy {
		d.inside = true
	}
	d.mu.Unlock()
	switch {
	case closed:
		return value.Null(), ErrEntryClosed
	case busy && !nested:
		return n.beside(ctx, body)
	case !nested:
		defer d.leave()
	}
	ex := n.frame.ex
	if !held {
		ex.session.gate.lock(nil)
		defer ex.session.gate.unlock()
	}
	if ctx != nil {
		restore, err := ex.bound(ctx)
		if err != nil {
			return value.Null(), err
		}
		defer restore()
	}
	return n.frame.Try(func() value.Value { return body(n.frame) })
}

// beside runs body in an executor of its own.
func (n *Entry) beside(ctx context.Context, body func(f *Frame) value.Value) (v value.Value, err error) {
	e := n.frame.ex.evaluation
	s := e.session
	s.gate.lock(nil)
	defer s.gate.unlock()
	if e.spawned >= e.limits.Spawned {
		return value.Null(), &LimitError{Limit: "spawned", Max: int64(e.limits.Spawned)}
	}
	ex, err := s.start(e, n.frame.ex.code)
	if err != nil {
		return value.Null(), err
	}
	e.spawned++
	ex.spawned, ex.file = true, n.frame.ex.file
	defer s.end(ex)
	defer e.Ended()
	if ctx != nil {
		restore, err := ex.bound(ctx)
		if err != nil {
			return value.Null(), err
		}
		defer restore()
	}
	return ex.run(body)
}

// Try runs a piece of evaluation and returns what it threw as an error; the scope and the
// call stack are then again those of f. An error that no script may catch is raised again
// at the next tick, should the caller swallow it.
func (f *Frame) Try(run func() value.Value) (value.Value, error) {
	ex := f.ex
	m := ex.mark()
	v, r := ex.recovered(run)
	if r == nil {
		return v, nil
	}
	err := r.(error)
	if e, ok := r.(*Exception); ok {
		err = ex.forHost(e)
	} else if c, ok := r.(*CancelError); !ok || !c.scoped {
		ex.doom(err)
	}
	ex.reset(m)
	return value.Null(), err
}

// doom makes sure that the executor ends with err whatever Go code does with it.
func (ex *Executor) doom(err error) {
	if ex.doomed == nil {
		ex.doomed = err
	}
	ex.evaluation.steps += int64(ex.granted - max(ex.left, 0))
	ex.granted, ex.left = 0, 0
}
