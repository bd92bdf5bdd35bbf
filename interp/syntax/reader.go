package syntax

import (
	"slices"

	"github.com/bpl-lang/bpl/interp/value"
)

// A reader makes values of text. It keeps the lists that are open on a stack of its own;
// their elements lie one after another on a common stack until the list is closed, so
// that every list is made once, with the size that it needs.
type reader struct {
	scanner
	opt    *Options
	source *Source // nil until a place is asked for
	pool   pool
	tags   tags
	shapes shapes
	gauge  gauge
	depth  int
	frames []frame
	elems  []value.Value
	names  []*name // names[i] belongs to elems[i]; may be shorter
	spans  *spanRecorder
}

// A frame is an open list.
type frame struct {
	list    *value.List // nil while nobody asked for it before it is closed
	open    int         // offset of the parenthesis
	base    int         // where its elements begin
	waiting *name       // of the next element
	named   int32
	ignore  bool // names are those of another list: what is written does not count
	index   map[string]int32
	shape   uint64
}

// indexAbove is the number of names of a list above which they are found by a map.
const indexAbove = 8

func newReader(src string, opt *Options) *reader {
	r := &reader{scanner: scanner{src: src}, opt: opt, depth: opt.depth(), gauge: gauge{meter: opt.Meter}}
	r.pool.init(src, opt.Lookup)
	r.frames = make([]frame, 0, min(len(src)/16+1, 16)) // small texts are read often
	r.elems = value.MakeSlice(min(len(src)/4+1, 64))[:0]
	return r
}

// Read reads the one value that src consists of; blank text is null. An error is an
// *Error, a *DepthError, or what the meter of the options returned.
func Read(src string, opt Options) (value.Value, error) {
	r := newReader(src, &opt)
	v, ok, err := r.value()
	if err != nil || !ok {
		return value.Null(), err
	}
	if i := skipSeparators(src, r.pos); i < len(src) {
		return value.Null(), r.fail(i, "Unmatched parenthesis", false)
	}
	return v, r.gauge.flush()
}

// ReadAll reads the expressions of a source file called name. A byte-order mark and a #!
// line at its beginning are skipped. The spans tell where the expressions are, and with
// Options.Spans where every element is. Errors are as in Read; after one, both results
// are nil. Tags reach as far as one expression.
func ReadAll(name, src string, opt Options) ([]value.Value, *Spans, error) {
	r := newReader(src, &opt)
	r.source = NewSource(name, src)
	if !opt.NoFile {
		r.pos = r.source.skipHead()
	}
	spans := newSpans(r.source)
	if opt.Spans {
		r.spans = &spanRecorder{spans: spans}
	}
	var values []value.Value
	for {
		from := skipSeparators(src, r.pos)
		v, ok, err := r.value()
		if err != nil {
			return nil, nil, err
		}
		if !ok {
			return values, spans, r.gauge.flush()
		}
		values = append(values, v)
		spans.top = append(spans.top, Span{Start: from, End: r.pos})
	}
}

// value reads the next value; ok is false at the end of the text.
func (r *reader) value() (v value.Value, ok bool, err error) {
	for {
		t := r.next()
		if err := r.gauge.step(0); err != nil {
			return value.Null(), false, err
		}
		inList := len(r.frames) > 0
		switch t.kind {
		case tokenEnd:
			if inList {
				return value.Null(), false, r.fail(r.frames[len(r.frames)-1].open, "Unmatched parenthesis", true)
			}
			return value.Null(), false, nil
		case tokenOpen:
			if len(r.frames) >= r.depth {
				return value.Null(), false, &DepthError{Max: r.depth, Pos: r.at(t.start)}
			}
			r.frames = append(r.frames, frame{open: t.start, base: len(r.elems)})
			if r.spans != nil {
				r.spans.openList()
			}
			continue
		case tokenClose:
			if !inList {
				return value.Null(), false, r.fail(t.start, "Unmatched parentheses", false)
			}
			open := r.frames[len(r.frames)-1].open
			if v, err = r.closeList(t); err != nil {
				return value.Null(), false, err
			}
			t.start = open
		case tokenOperator:
			if err := r.operator(t); err != nil {
				return value.Null(), false, err
			}
			continue
		case tokenString:
			if inList && r.stringAsName(t) {
				continue
			}
			text, valid := r.pool.text(r.src[t.start+1:t.end-1], t.escaped)
			if !valid {
				return value.Null(), false, r.invalid(t)
			}
			r.gauge.bytes += int64(textBytes + t.end - t.start)
			v = text.Value()
		case tokenWord:
			word := r.src[t.start:t.end]
			if isTag(word) {
				if v, ok, err = r.tag(t, word); err != nil {
					return value.Null(), false, err
				}
				if !ok {
					continue
				}
				break
			}
			if v, ok = r.word(word); !ok {
				return value.Null(), false, r.invalid(t)
			}
		case tokenPath:
			if v, err = r.path(t); err != nil {
				return value.Null(), false, err
			}
		default:
			return value.Null(), false, r.invalid(t)
		}
		if len(r.frames) == 0 {
			return v, true, r.finish()
		}
		r.add(v, t)
	}
}

// add makes v the next element of the innermost open list.
func (r *reader) add(v value.Value, t token) {
	f := &r.frames[len(r.frames)-1]
	at := len(r.elems)
	if n := f.waiting; n != nil {
		f.waiting = nil
		if !f.ignore {
			if i := r.find(f, n); i >= 0 {
				r.elems[i] = v
				if r.spans != nil {
					r.spans.replace(i, t)
				}
				return
			}
			r.setName(f, at, n)
		}
	}
	r.elems = append(r.elems, v)
	if r.spans != nil {
		r.spans.add(t)
	}
}

// find returns where on the stack the list has an element of that name, or -1.
func (r *reader) find(f *frame, n *name) int {
	if f.index != nil {
		if i, ok := f.index[n.text.String()]; ok {
			return f.base + int(i)
		}
		return -1
	}
	if f.named > 0 {
		for i := f.base; i < len(r.names); i++ {
			if r.names[i] == n {
				return i
			}
		}
	}
	return -1
}

// setName gives the element that will be at this position of the stack its name.
func (r *reader) setName(f *frame, at int, n *name) {
	for len(r.names) < at {
		r.names = append(r.names, nil)
	}
	r.names = append(r.names[:at], n)
	f.named++
	f.shape = mixShape(f.shape, at-f.base, n.id)
	if f.index != nil {
		f.index[n.text.String()] = int32(at - f.base)
	} else if f.named > indexAbove {
		f.index = make(map[string]int32, 4*indexAbove)
		for i := f.base; i <= at; i++ {
			if m := r.names[i]; m != nil {
				f.index[m.text.String()] = int32(i - f.base)
			}
		}
	}
}

// list returns the object of an open list, which tags may need before it is closed.
func (r *reader) list(f *frame) *value.List {
	if f.list == nil {
		f.list = value.NewList(0)
		f.list.SetSource(r.opt.Source, uint32(f.open))
	}
	return f.list
}

// closeList makes the innermost open list.
func (r *reader) closeList(t token) (value.Value, error) {
	f := &r.frames[len(r.frames)-1]
	if f.waiting != nil {
		return value.Null(), r.fail(t.start, "Missing value", false)
	}
	elems := r.elems[f.base:]
	if err := r.gauge.step(listBytes + len(elems)*elementBytes); err != nil {
		return value.Null(), err
	}
	l := f.list
	if l == nil {
		l = value.CopyOf(elems)
		l.SetSource(r.opt.Source, uint32(f.open))
	} else {
		l.Fill(slices.Clone(elems))
	}
	if f.named > 0 {
		r.nameAll(l, f)
	}
	if r.opt.Owner != nil && isFunction(elems) {
		l.MakeAux().Owner = r.opt.Owner
	}
	r.elems = r.elems[:f.base]
	r.names = r.names[:min(len(r.names), f.base)]
	if r.spans != nil {
		r.spans.closeList(l, f.base)
	}
	r.frames = r.frames[:len(r.frames)-1]
	return l.Value(), nil
}

// isFunction reports whether the elements are those of a function of the language.
func isFunction(elems []value.Value) bool {
	if len(elems) < 3 {
		return false
	}
	ref := elems[0].Ref()
	return ref != nil && ref.Hard() && ref.Text() == "function"
}

// finish ends one complete value.
func (r *reader) finish() error {
	if r.tags.ids != nil {
		return r.tags.resolve(&r.gauge)
	}
	return nil
}
