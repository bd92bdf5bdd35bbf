package eval

import "github.com/bpl-lang/bpl/interp/value"

// A Frame is one level of locals: of a user-function call, of eval with a scope, or of a
// top-level expression. Frames are a linked chain per executor, made once and used again,
// so a Frame must not be kept after the built-in that it was given to has returned.
type Frame struct {
	ex       *Executor
	up, down *Frame
	scope    *value.List // the locals; nil while there are none
	ref      *value.Ref  // by which a function was called; nil where the call has no name
	call     *value.List // the expression of that call
}

// Session returns the session that the frame belongs to.
func (f *Frame) Session() *Session { return f.ex.session }

// Executor returns the executor that runs the frame.
func (f *Frame) Executor() *Executor { return f.ex }

// Config returns what the host grants.
func (f *Frame) Config() *Config { return &f.ex.session.registry.Config }

// TopLevel evaluates an expression in a fresh local scope: one expression of a text, of
// a file or of a call by the host.
func (f *Frame) TopLevel(code value.Value) value.Value {
	if f.up != nil { // below a built-in
		return f.WithScope(nil, code)
	}
	f.scope = nil
	f.ex.code = code
	return f.Eval(code)
}

// Caller returns the frame of the caller, nil at the outermost.
func (f *Frame) Caller() *Frame { return f.up }

// Scope returns the live list of the locals of f.
func (f *Frame) Scope() *value.List {
	if f.scope == nil {
		f.scope = value.NewList(0)
	}
	return f.scope
}

// local returns the local variable of that name.
func (f *Frame) local(name string) (value.Value, bool) {
	if f.scope == nil {
		return value.Null(), false
	}
	return f.scope.Get(name)
}

// HasLocal reports whether f has a local variable of that name.
func (f *Frame) HasLocal(name string) bool {
	_, ok := f.local(name)
	return ok
}

// SetLocal binds a name in the local scope: what set-local, parameters and the variables
// of loops do. ref must be a single soft reference (or a path of one step).
func (f *Frame) SetLocal(ref *value.Ref, v value.Value) {
	f.Scope().PutText(ref.NameText(), v)
}

// Set assigns a variable: the local one if there is one, else the global one.
func (f *Frame) Set(ref *value.Ref, v value.Value) {
	if f.HasLocal(ref.Name()) {
		f.scope.PutText(ref.NameText(), v)
		return
	}
	f.ex.session.Global.PutText(ref.NameText(), v)
}

// Delete removes a variable, the local one first, and reports whether there was one.
func (f *Frame) Delete(name string) bool {
	scope := f.ex.session.Global
	if f.HasLocal(name) {
		scope = f.scope
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

// push takes the next frame of the chain for a new scope.
func (f *Frame) push(scope *value.List, ref *value.Ref, call *value.List) *Frame {
	next := f.down
	if next == nil {
		next = &Frame{ex: f.ex, up: f}
		f.down = next
	}
	next.scope, next.ref, next.call = scope, ref, call
	f.ex.top = next
	return next
}

// pop gives the frame back; the caller becomes the top of the stack.
func (f *Frame) pop() {
	f.scope, f.ref, f.call = nil, nil, nil
	f.ex.top = f.up
}
