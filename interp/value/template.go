package value

// A Template is a value of which instances are made: deep copies of all its lists, with
// the sharing between them. It is immutable and safe for concurrent use as long as nobody
// changes the lists that it was made of.
type Template struct {
	v      Value
	shared bool // a list occurs twice, or lists share a name table visibly
}

// NewTemplate makes a template of v, which it takes over.
func NewTemplate(v Value) *Template {
	t := &Template{v: v}
	root := v.List()
	if root == nil {
		return t
	}
	seen := map[*List]bool{root: true}
	for work := []*List{root}; len(work) > 0; {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		if l.names != nil {
			l.names.freeze() // no run writes to what runs share
			t.shared = t.shared || l.names.visible
		}
		for _, e := range l.elems {
			inner := e.List()
			if inner == nil {
				continue
			}
			if seen[inner] {
				t.shared = true
				continue
			}
			seen[inner] = true
			work = append(work, inner)
		}
	}
	return t
}

// An instance is one copy that is being made of a template.
type instance struct {
	meter
	made  func(copied *List) // told of each list
	lists map[*List]*List    // nil for a tree
	names map[*Names]*Names  // of visibly shared tables
	work  []*List            // copies whose elements are still those of the template
}

// Instance returns a copy. made is told of each list that was copied, before its elements
// are; tick may be nil.
func (t *Template) Instance(made func(copied *List), tick Tick) Value {
	root := t.v.List()
	if root == nil {
		return t.v
	}
	in := instance{meter: meter{tick: tick}, made: made}
	if t.shared {
		in.lists, in.names = map[*List]*List{}, map[*Names]*Names{}
	}
	first := in.list(root)
	for len(in.work) > 0 {
		l := in.work[len(in.work)-1]
		in.work = in.work[:len(in.work)-1]
		for i, e := range l.elems {
			if inner := e.List(); inner != nil {
				l.elems[i] = in.list(inner).Value()
			}
		}
	}
	return first.Value()
}

func (in *instance) list(l *List) *List {
	if c, ok := in.lists[l]; ok {
		return c
	}
	in.add(len(l.elems) + 1)
	c := &List{header: header{kind: KindList, source: l.source, count: l.count}, names: l.names}
	if len(l.elems) > 0 {
		c.elems = append(MakeSlice(len(l.elems))[:0], l.elems...)
	}
	if in.lists != nil {
		in.lists[l] = c
		if l.names.Visible() {
			c.names = in.table(l.names)
		}
	}
	in.made(c)
	in.work = append(in.work, c)
	return c
}

// table returns the copy of a visibly shared table: lists of two instances share none.
func (in *instance) table(t *Names) *Names {
	c := in.names[t]
	if c == nil {
		c = &Names{slots: t.slots, index: t.index, named: t.named, frozen: true, visible: true}
		in.names[t] = c
	}
	return c
}
