package eval

import "github.com/bpl-lang/bpl/interp/value"

// A Layout gives the local names of a piece of code their slots. It is immutable. A nil
// Layout has no names.
type Layout struct {
	names  []*value.Text
	params int            // the first names are parameters, which every call binds
	index  map[string]int // for many names; nil for few
}

// layoutMapAbove is the number of names up to which they are searched one by one.
const layoutMapAbove = 8

// maxSlots bounds the names of one layout; further ones live in the scope list.
const maxSlots = 200

func newLayout(names []*value.Text, params int) *Layout {
	l := &Layout{names: names, params: params}
	if len(names) > layoutMapAbove {
		l.index = make(map[string]int, len(names))
		for i, name := range names {
			l.index[name.String()] = i
		}
	}
	return l
}

// find returns the slot of a name, -1 if it has none.
func (l *Layout) find(name string) int {
	if l == nil {
		return -1
	}
	if l.index != nil {
		if i, ok := l.index[name]; ok {
			return i
		}
		return -1
	}
	for i, n := range l.names {
		if n.String() == name {
			return i
		}
	}
	return -1
}

// use makes f hold the locals of a layout from now on: the caller fills the slots of the
// parameters, the other locals do not exist yet.
func (f *Frame) use(l *Layout) {
	if f.layout != l { // recursion mostly meets the frame as it left it
		f.layout = l
	}
	if len(l.names) > l.params {
		f.useLocals(l)
	}
}

func (f *Frame) useLocals(l *Layout) {
	n := len(l.names)
	for i := l.params; i < min(n, inlineSlots); i++ {
		f.slots[i] = value.Absent()
	}
	if n > inlineSlots {
		f.useMore(l)
	}
}

func (f *Frame) useMore(l *Layout) {
	n := len(l.names) - inlineSlots
	if len(f.more) < n {
		f.more = value.MakeSlice(n)
	}
	for i := max(l.params-inlineSlots, 0); i < n; i++ {
		f.more[i] = value.Absent()
	}
}

// slot returns what slot i holds; Absent if the local does not exist.
func (f *Frame) slot(i int) value.Value {
	if i < inlineSlots {
		return f.slots[i]
	}
	return f.more[i-inlineSlots]
}

func (f *Frame) putSlot(i int, v value.Value) {
	if i < inlineSlots {
		f.slots[i] = v
		return
	}
	f.more[i-inlineSlots] = v
}

// setSlot assigns the local of slot i, noting its place in the order if it is new. It
// must be called only while the locals are in slots (scope is nil).
func (f *Frame) setSlot(i int, v value.Value) {
	if f.slot(i).IsAbsent() {
		f.order = append(f.order, uint8(i))
	}
	f.putSlot(i, v)
}

// materialise moves the locals from the slots into a list, in the order in which they
// were made: parameters first, then those of f.order.
func (f *Frame) materialise() {
	scope := value.NewList(0)
	if l := f.layout; l != nil {
		for i := 0; i < l.params; i++ {
			scope.PutText(l.names[i], f.slot(i))
		}
		for _, i := range f.order {
			scope.PutText(l.names[i], f.slot(int(i)))
		}
		for i := range l.names {
			f.putSlot(i, value.Absent())
		}
		f.order = f.order[:0]
	}
	f.scope = scope
}
