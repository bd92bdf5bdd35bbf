package syntax

import "github.com/bpl-lang/bpl/interp/value"

// operator handles the name operator: the last element of the innermost list becomes the
// name of the next.
func (r *reader) operator(t token) error {
	if len(r.frames) == 0 {
		return r.fail(t.start, "Missing name", false)
	}
	f := &r.frames[len(r.frames)-1]
	last := len(r.elems) - 1
	if f.waiting != nil || last < f.base || last < len(r.names) && r.names[last] != nil {
		return r.fail(t.start, "Missing name", false)
	}
	v := r.elems[last]
	switch {
	case v.IsList():
		return r.fail(t.start, "Invalid name", false)
	case v.IsString():
		f.waiting = r.pool.nameOf(v.Text())
	default:
		f.waiting = r.pool.name(string(Append(nil, v)))
	}
	r.elems = r.elems[:last]
	if len(r.names) > last {
		r.names = r.names[:last]
	}
	if r.spans != nil {
		r.spans.takeName()
	}
	return nil
}

// stringAsName handles a string that a name operator follows, without making a string
// value of it first. It reports whether there was one; escapes are left to the slow way.
func (r *reader) stringAsName(t token) bool {
	f := &r.frames[len(r.frames)-1]
	if t.escaped || f.waiting != nil || r.spans != nil {
		return false
	}
	i := skipSeparators(r.src, t.end)
	if !beginsOperator(r.src[i:]) {
		return false
	}
	f.waiting = r.pool.name(r.src[t.start+1 : t.end-1])
	r.pos = i + 2
	return true
}

// nameAll gives the elements of a list their names. Lists with the same names share one
// table, invisibly.
func (r *reader) nameAll(l *value.List, f *frame) {
	names := r.names[f.base:]
	if l.Len() <= shapeUpTo {
		if shape := r.shapes.find(f.shape, names, l.Len()); shape != nil {
			l.NameByShape(shape)
			return
		}
	}
	texts := make([]*value.Text, l.Len())
	for i, n := range names {
		if n != nil {
			texts[i] = n.text
		}
	}
	l.NameAll(texts)
	r.gauge.bytes += int64(len(texts) * elementBytes)
	if l.Len() <= shapeUpTo && !f.ignore {
		r.shapes.add(f.shape, l)
	}
}
