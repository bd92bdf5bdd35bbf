package syntax

import "github.com/bpl-lang/bpl/interp/value"

// ParseReference returns the reference whose text is exactly text. Anything else is an
// error of type InvalidReference.
func ParseReference(text string, lookup Lookup) (*value.Ref, error) {
	r := newReader(text, &Options{Lookup: lookup})
	v, ok, err := r.value()
	if e, isErr := err.(*Error); isErr && e.Type == InvalidReference {
		return nil, e
	}
	if err != nil || !ok || v.Ref() == nil || r.pos < len(text) || separator(text, 0) > 0 {
		return nil, &Error{Type: InvalidReference, Msg: text}
	}
	return v.Ref(), nil
}
