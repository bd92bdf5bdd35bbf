package eval

import "github.com/bpl-lang/bpl/interp/value"

// A Frame is one level of locals: of a user-function call, of eval with a scope, or of a
// top-level expression. Frames are a linked chain per executor, made once and used again,
// so a Frame must not be kept after the built-in that it was given to has returned.
//
// The locals stand in one of two places. While scope is nil they are in the slots that
// layout names (no layout, no locals). Once a list of them is asked for, or a name without
// a slot is made local, they all move into the list scope for good.
type Frame struct {
	ex       *Executor
	up, down *Frame
	scope    *value.List
	layout   *Layout
	slots    [inlineSlots]value.Value
	more     []value.Value // slots from inlineSlots on
	order    []uint8       // slots in the order in which they were made, parameters aside
	from     *origin       // the call that made the frame, nil if no call did
	own      origin        // what from points to unless the call is compiled
	alias    *Frame        // whose locals eval with (local-scope n) works on
	state    frameState
	era      uint32 // of the trace that knows the frame, if it is traced
	traced   int    // calls in that trace up to this frame
}

// A frameState tells what happened to a frame since the last sweep.
type frameState uint8

const (
	frameSwept  frameState = iota // nothing
	frameUsed                     // it was pushed
	frameTraced                   // it was pushed, and is in the executor's trace since
)

// An origin is a call of a user function, for the stack of an exception.
type origin struct {
	ref  *value.Ref  // by which the function was called; nil where the call has no name
	call *value.List // the expression; nil for a call with values
}

// called returns the call that made the frame.
func (f *Frame) called() origin {
	if f.from == nil {
		return origin{}
	}
	return *f.from
}

// inlineSlots is how many locals a frame holds without a further allocation.
const inlineSlots = 16

// Session returns the session that the frame belongs to.
func (f *Frame) Session() *Session { return f.ex.session }

// Executor returns the executor that runs the frame.
func (f *Frame) Executor() *Executor { return f.ex }

// Config returns what the host grants.
func (f *Frame) Config() *Config { return &f.ex.session.registry.Config }

// TopLevel evaluates an expression in a fresh local scope: one expression of a text, of
// a file or of a call by the host.
func (f *Frame) TopLevel(code value.Value) value.Value {
	if f.up != nil || f.ex.nested > 0 { // below a built-in
		return f.WithScope(nil, code)
	}
	f.scope, f.layout, f.order = nil, nil, f.order[:0]
	f.ex.code = code
	f.ex.evaluation.since = f.ex.moment() // nothing is on the stack
	return f.Eval(code)
}

// ScopeAt returns the frame whose locals (local-scope depth) means: 0 is the innermost
// scope, 1 that of its caller; nil beyond the outermost.
func (f *Frame) ScopeAt(depth int) *Frame {
	at := f.ex.top
	for ; depth > 0 && at != nil; depth-- {
		at = at.up
	}
	for at != nil && at.alias != nil {
		at = at.alias
	}
	return at
}

// Scope returns the live list of the locals of f.
func (f *Frame) Scope() *value.List {
	if f.scope == nil {
		f.materialise()
	}
	return f.scope
}

// local returns the local variable of that name.
func (f *Frame) local(name string) (value.Value, bool) {
	if f.scope != nil {
		return f.scope.Get(name)
	}
	if i := f.layout.find(name); i >= 0 {
		if v := f.slot(i); !v.IsAbsent() {
			return v, true
		}
	}
	return value.Null(), false
}

// HasLocal reports whether f has a local variable of that name.
func (f *Frame) HasLocal(name string) bool {
	_, ok := f.local(name)
	return ok
}

// SetLocal binds a name in the local scope: what set-local, parameters and the variables
// of loops do. ref must be a single soft reference (or a path of one step).
func (f *Frame) SetLocal(ref *value.Ref, v value.Value) {
	f.setLocal(ref.NameText(), v)
}

func (f *Frame) setLocal(name *value.Text, v value.Value) {
	if f.scope == nil {
		if i := f.layout.find(name.String()); i >= 0 {
			f.setSlot(i, v)
			return
		}
		f.materialise()
	}
	f.scope.PutText(name, v)
}

// Set assigns a variable: the local one if there is one, else the global one.
func (f *Frame) Set(ref *value.Ref, v value.Value) {
	if f.HasLocal(ref.Name()) {
		f.setLocal(ref.NameText(), v)
		return
	}
	f.ex.session.Global.PutText(ref.NameText(), v)
}

// Delete removes a variable, the local one first, and reports whether there was one.
func (f *Frame) Delete(name string) bool {
	scope := f.ex.session.Global
	if f.HasLocal(name) {
		scope = f.Scope()
	}
	i := scope.Find(name)
	if i < 0 {
		return false
	}
	scope.Remove(i)
	return true
}

// Exists reports whether there is a local or global variable of that name.
func (f *Frame) Exists(name string) bool {
	return f.HasLocal(name) || f.ex.session.Global.Find(name) >= 0
}

// Variable returns the value of a variable: local, global, the session's fallback, then
// the overridable functions; null if there is none.
func (f *Frame) Variable(name string) value.Value {
	if v, ok := f.local(name); ok {
		return v
	}
	return f.ex.session.globalValue(name)
}

// Global returns the value of a global variable or path, or the built-in of that name,
// whatever the locals are.
func (f *Frame) Global(r *value.Ref) value.Value {
	if r.Hard() {
		return r.Value()
	}
	v := f.ex.session.globalValue(r.Name())
	if r.Walks() {
		for _, s := range r.Path()[1:] {
			v = step(r, v, s)
		}
	}
	return v
}

// globalValue looks a name up outside the local scope.
func (s *Session) globalValue(name string) value.Value {
	if i := s.Global.Find(name); i >= 0 {
		return s.Global.At(i)
	}
	if s.Fallback != nil {
		if v, ok := s.Fallback(name); ok {
			return v
		}
	}
	if v, ok := s.registry.addition(name); ok {
		return v
	}
	return value.Null()
}

// push takes the next frame of the chain for a new scope. The caller sets layout, scope
// and from.
func (ex *Executor) push() *Frame {
	top := ex.top
	next := top.down
	if next == nil {
		next = &Frame{ex: ex, up: top}
		top.down = next
	}
	next.state = frameUsed
	ex.top = next
	return next
}

// pop gives the innermost frame back. What it holds stays until the frame is used again
// or swept, except for what push relies on.
func (ex *Executor) pop() {
	f := ex.top
	if f.scope != nil || f.alias != nil || len(f.order) > 0 {
		f.scope, f.alias, f.order = nil, nil, f.order[:0]
	}
	ex.top = f.up
}

// sweep lets go of what the frames above the top still hold. Those in use since the last
// sweep are the next ones of the chain.
func (ex *Executor) sweep() {
	for f := ex.top.down; f != nil && f.state != frameSwept; f = f.down {
		f.state = frameSwept
		f.scope, f.layout, f.from, f.own, f.alias = nil, nil, nil, origin{}, nil
		f.order = f.order[:0]
		f.slots = [inlineSlots]value.Value{}
		f.more = nil
	}
}
