package syntax

import "github.com/bpl-lang/bpl/interp/value"

// Rough sizes of what is read, for the meter.
const (
	listBytes    = 56
	elementBytes = 16
	textBytes    = 32
	refBytes     = 80
)

// word returns the value of a word that is no tag and has no slash; ok is false if it
// must be a number but is none.
func (r *reader) word(word string) (v value.Value, ok bool) {
	switch word[0] {
	case 't', 'f', 'n', 'N', 'I', '-':
		if v, ok := literal(word); ok {
			return v, true
		}
	}
	if numberCandidate(word) {
		return readNumber(word)
	}
	return r.reference(word), true
}

// reference returns the single reference of that name, soft or hard.
func (r *reader) reference(name string) value.Value {
	if v, ok := r.pool.refs[name]; ok {
		return v
	}
	r.gauge.bytes += int64(refBytes + len(name))
	name = r.pool.keep(name)
	var ref *value.Ref
	if fn, hard := r.pool.hard(name); hard {
		ref = value.NewHardRef(fn)
	} else {
		ref = value.NewRef(name)
	}
	return r.pool.addRef(name, ref)
}

// path returns the value of a word with a slash.
func (r *reader) path(t token) (value.Value, error) {
	word := r.src[t.start:t.end]
	if v, ok := r.pool.refs[word]; ok {
		return v, nil
	}
	if _, hard := r.pool.hard(word); hard || onlySlashes(word) {
		return r.reference(word), nil
	}
	var steps []value.Step
	verdict := pathSteps(word, func(name string, index int32, indexed bool) {
		if indexed {
			steps = append(steps, value.Step{Index: index})
		} else {
			steps = append(steps, value.Step{Name: value.NewText(r.pool.keep(name))})
		}
	})
	if verdict != good {
		return value.Null(), r.invalid(t)
	}
	if steps[0].Name == nil {
		e := r.fail(t.start, "First element is not a string: "+string(appendInt(nil, int64(steps[0].Index))), false)
		e.Type = InvalidReference
		return value.Null(), e
	}
	r.gauge.bytes += int64(refBytes + 2*len(word) + len(steps)*textBytes*2)
	word = r.pool.keep(word)
	return r.pool.addRef(word, newPath(steps, word)), nil
}

// invalid is the error of a token that cannot be read.
func (r *reader) invalid(t token) *Error {
	return r.fail(t.start, "Invalid token: "+r.src[t.start:t.end], t.cut)
}

// fail makes an error at a byte offset.
func (r *reader) fail(offset int, msg string, incomplete bool) *Error {
	e := &Error{Type: ParseException, Msg: msg, Pos: r.at(offset), Incomplete: incomplete}
	if incomplete {
		e.Open = len(r.frames)
	}
	return e
}

func (r *reader) at(offset int) Pos {
	if r.source == nil {
		r.source = NewSource("", r.src)
	}
	return r.source.Pos(offset)
}
