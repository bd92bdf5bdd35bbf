package interchange

import "github.com/bpl-lang/bpl/interp/value"

// Objects with the same names in the same order share one name table. The names that
// begin an object lead along a tree, whose nodes stand for sequences of names; the step to
// the name that followed last time is found by one comparison.

const (
	mostFields = 64   // names of an object in the tree; larger ones have tables of their own
	mostNodes  = 4096 // of the tree; data with more kinds of objects gains little from it
)

// A fieldNode is a sequence of names of the first elements of a list.
type fieldNode struct {
	parent *fieldNode // nil at the root
	name   *value.Text
	width  int // elements so far
	last   fieldStep
	steps  map[string]fieldStep
	first  *value.List // the first list with exactly these names
	shape  *value.Shape
}

// A fieldStep is where a name leads: to the next node or, if the object has the name
// already, back to its place.
type fieldStep struct {
	name string
	node *fieldNode // nil for a name that is there already
	at   int        // where that is
}

// A fieldTree holds the nodes of one reading.
type fieldTree struct {
	texts *value.TextMaker
	names map[string]*value.Text
	nodes int
}

// fields are the names of one list that is being read.
type fields struct {
	node *fieldNode // nil for a large list
	wide *wideFields
}

type wideFields struct {
	texts []*value.Text
	index map[string]int32
}

// root returns the names of a list that begins with width elements without names.
func root(width int) *fieldNode { return &fieldNode{width: width} }

// add adds the name of the next element. If there is one with the name already it returns
// its position, else -1.
func (t *fieldTree) add(f *fields, name string) int {
	if n := f.node; n != nil {
		if n.last.name == name && (n.last.node != nil || n.last.at > 0) {
			return f.follow(n.last)
		}
		if step, ok := n.steps[name]; ok {
			n.last = step
			return f.follow(step)
		}
		if step, ok := t.grow(n, name); ok {
			n.last = step
			return f.follow(step)
		}
		f.widen()
	}
	w := f.wide
	if i, ok := w.index[name]; ok {
		return int(i)
	}
	text := t.text(name)
	w.index[text.String()] = int32(len(w.texts))
	w.texts = append(w.texts, text)
	return -1
}

func (f *fields) follow(s fieldStep) int {
	if s.node == nil {
		return s.at
	}
	f.node = s.node
	return -1
}

// grow adds the step for a name that a node has met for the first time.
func (t *fieldTree) grow(n *fieldNode, name string) (fieldStep, bool) {
	for m := n; m.parent != nil; m = m.parent {
		if m.name.String() == name {
			return n.learn(fieldStep{name: m.name.String(), at: m.width - 1}), true
		}
	}
	if n.width >= mostFields || t.nodes >= mostNodes {
		return fieldStep{}, false
	}
	t.nodes++
	next := &fieldNode{parent: n, name: t.text(name), width: n.width + 1}
	return n.learn(fieldStep{name: next.name.String(), node: next}), true
}

func (n *fieldNode) learn(s fieldStep) fieldStep {
	if n.steps == nil {
		n.steps = make(map[string]fieldStep, 1)
	}
	n.steps[s.name] = s
	return s
}

// text returns the one object for a name.
func (t *fieldTree) text(name string) *value.Text {
	if text, ok := t.names[name]; ok {
		return text
	}
	text := t.texts.Part(name)
	if t.names == nil {
		t.names = make(map[string]*value.Text)
	}
	if len(t.names) < mostNodes {
		t.names[text.String()] = text
	}
	return text
}

// texts returns the names of the node by position.
func (n *fieldNode) texts() []*value.Text {
	texts := make([]*value.Text, n.width)
	for m := n; m.parent != nil; m = m.parent {
		texts[m.width-1] = m.name
	}
	return texts
}

// widen leaves the tree.
func (f *fields) widen() {
	w := &wideFields{texts: f.node.texts(), index: make(map[string]int32, 2*f.node.width)}
	for i, text := range w.texts {
		if text != nil {
			w.index[text.String()] = int32(i)
		}
	}
	f.node, f.wide = nil, w
}

// list makes the list of copies of these elements with the names.
func (f *fields) list(elems []value.Value) *value.List {
	l := value.CopyOf(elems)
	n := f.node
	switch {
	case n == nil:
		l.NameAll(f.wide.texts)
	case n.parent == nil: // no names
	case n.first == nil:
		n.first = l
		l.NameAll(n.texts())
	default:
		if n.shape == nil {
			n.shape = value.ShapeOf(n.first)
		}
		l.NameByShape(n.shape)
	}
	return l
}
