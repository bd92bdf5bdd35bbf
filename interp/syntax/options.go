package syntax

import "github.com/bpl-lang/bpl/interp/value"

// A Lookup finds the built-in that a hard name is bound to. Names that scripts may use for
// themselves are not hard.
type Lookup func(name string) (fn value.Function, hard bool)

// DefaultDepth is how many lists may be nested in a text unless Options say otherwise.
const DefaultDepth = 1_000_000

// Options say how text is read. The zero value reads plain data: no name is hard.
type Options struct {
	Lookup Lookup
	// Depth bounds the nesting of lists: 0 stands for DefaultDepth, a negative number for
	// no bound.
	Depth int
	// Source is the number that lists remember as their source, with the offset of their
	// opening parenthesis; 0 if nobody will ask.
	Source uint16
	// Owner is noted on the functions that are read; nil if nobody will ask.
	Owner any
	// Spans asks ReadAll for the place of every element.
	Spans bool
	// NoFile tells ReadAll that the text is no file, so that a byte-order mark or #! at its
	// beginning is part of the first token.
	NoFile bool
	// Meter watches and bounds the work.
	Meter Meter
}

func (o *Options) depth() int {
	switch {
	case o.Depth == 0:
		return DefaultDepth
	case o.Depth < 0:
		return 1<<31 - 1
	}
	return o.Depth
}

// A Meter is told of work in progress, and ends it by an error, which the function that
// works returns as it is. Both fields may be nil.
type Meter struct {
	// Tick is called at least once per 1,000 elements with the number of elements handled
	// since the last call.
	Tick func(elements int) error
	// Charge is called before memory is taken: once for several small pieces together.
	Charge func(bytes int64) error
}

// Report tells the meter of elements that were handled and of memory that is about to be
// taken; either may be 0.
func (m *Meter) Report(elements int, bytes int64) error {
	if m.Charge != nil && bytes > 0 {
		if err := m.Charge(bytes); err != nil {
			return err
		}
	}
	if m.Tick != nil && elements > 0 {
		return m.Tick(elements)
	}
	return nil
}

const (
	tickEvery   = 1000
	chargeEvery = 1 << 16
	quoteEvery  = 1 << 18 // bytes of a string that are printed between two ticks
)

// A gauge counts for a meter.
type gauge struct {
	meter    Meter
	elements int
	bytes    int64
}

// step counts one element and some bytes.
func (g *gauge) step(bytes int) error {
	g.elements++
	g.bytes += int64(bytes)
	if g.elements < tickEvery && g.bytes < chargeEvery {
		return nil
	}
	return g.flush()
}

// flush reports what was counted.
func (g *gauge) flush() error {
	elements, bytes := g.elements, g.bytes
	g.elements, g.bytes = 0, 0
	return g.meter.Report(elements, bytes)
}
