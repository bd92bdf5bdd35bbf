package interchange

import "github.com/bpl-lang/bpl/interp/syntax"

// ReadOptions say how text is read. The zero value is valid.
type ReadOptions struct {
	// Depth bounds how deeply lists are nested: 0 stands for syntax.DefaultDepth.
	Depth int
	// CheckLen, if not nil, is asked whether a list may have n elements before it is made.
	// Its error ends the reading.
	CheckLen func(n int) error
	// Meter watches and bounds the work.
	Meter syntax.Meter
}

func (o *ReadOptions) depth() int {
	if o.Depth == 0 {
		return syntax.DefaultDepth
	}
	return o.Depth
}

func (o *ReadOptions) checkLen(n int) error {
	if o.CheckLen == nil {
		return nil
	}
	return o.CheckLen(n)
}

// WriteOptions say how values are written. The zero value is valid.
type WriteOptions struct {
	// Replace writes U+FFFD for each byte of a string that is not valid UTF-8, which is an
	// error otherwise.
	Replace bool
	// Lookup tells which names are hard, for references, which print so that they read back.
	Lookup syntax.Lookup
	// Meter watches and bounds the work.
	Meter syntax.Meter
}
