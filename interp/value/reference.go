package value

import "unsafe"

// A Function is what a hard reference is bound to: a built-in of an interpreter.
type Function interface {
	// FunctionName is the name by which the reader knows it.
	FunctionName() string
	// Overridable reports whether the reader makes soft references of the name, so that a
	// variable may hide it (spec/language.md, Names of functions).
	Overridable() bool
}

// A Ref is the object behind a reference: the name of a variable, a path into lists, or a
// built-in function. It is immutable and safe for concurrent use.
type Ref struct {
	header
	text  string // what references are compared by: the name, or the printed path
	name  *Text  // of the variable: the first step of a path
	steps []Step // of a path, the first included; nil for a single reference
	fn    Function
}

// A Step is one step of a path: a name, or an index where Name is nil.
type Step struct {
	Name  *Text
	Index int32
}

// A refWithName lies in one piece of memory with the text of its name.
type refWithName struct {
	Ref
	t Text
}

// NewRef returns the single soft reference of that name.
func NewRef(name string) *Ref {
	r := &refWithName{
		Ref: Ref{header: header{kind: KindReference}, text: name},
		t:   Text{header: header{kind: KindString}, s: name},
	}
	r.name = &r.t
	return &r.Ref
}

// NewPath returns the path of these steps; text is its printed form, by which it is
// compared (of one step: the bare name). The first step must be a name.
func NewPath(steps []Step, text string) *Ref {
	if len(steps) == 1 {
		text = steps[0].Name.s
	}
	return &Ref{header: header{kind: KindReference}, text: text, name: steps[0].Name, steps: steps}
}

// NewHardRef returns the hard reference bound to fn.
func NewHardRef(fn Function) *Ref {
	name := fn.FunctionName()
	return &Ref{header: header{kind: KindReference}, text: name, name: NewText(name), fn: fn}
}

// Value returns r as a value.
func (r *Ref) Value() Value { return Value{p: unsafe.Pointer(r)} }

// Ref returns the reference object of v, or nil if v is no reference.
func (v Value) Ref() *Ref {
	if v.Kind() != KindReference {
		return nil
	}
	return (*Ref)(v.p)
}

// Text is what references are compared and ordered by: the bare name of a single
// reference and of a path of one step, the printed form of a longer path.
func (r *Ref) Text() string { return r.text }

// Name is the name of the variable: the first step of a path.
func (r *Ref) Name() string { return r.name.s }

// NameText is Name as a string object, for use as the name of a list element.
func (r *Ref) NameText() *Text { return r.name }

// Hard reports whether r is a hard reference.
func (r *Ref) Hard() bool { return r.fn != nil }

// Function is the built-in of a hard reference, nil of a soft one.
func (r *Ref) Function() Function { return r.fn }

// Path returns the steps of a path, nil for a single reference. Read only.
func (r *Ref) Path() []Step { return r.steps }

// Walks reports whether r has steps beyond the variable.
func (r *Ref) Walks() bool { return len(r.steps) > 1 }

// Equal reports whether r and s are the same reference: of the same kind and text, or one
// soft and one hard of an overridable name.
func (r *Ref) Equal(s *Ref) bool {
	if r == s {
		return true
	}
	if r.text != s.text || r.Walks() != s.Walks() {
		return false
	}
	switch {
	case r.Hard() == s.Hard():
		return true
	case r.Hard():
		return r.fn.Overridable()
	}
	return s.fn.Overridable()
}
