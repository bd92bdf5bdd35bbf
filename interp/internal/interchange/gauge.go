package interchange

import "github.com/bpl-lang/bpl/interp/syntax"

const (
	elementUnits = 64                  // of work: a byte is one
	tickEvery    = 1000 * elementUnits // units
	chargeEvery  = 1 << 16             // bytes
	listBytes    = 64                  // that a list takes besides its elements
	elementBytes = 16
	textBytes    = 32 // that a string takes besides its bytes
	pieceBytes   = 1 << 15
)

// A gauge counts work and memory for a meter.
type gauge struct {
	meter syntax.Meter
	units int
	bytes int64
}

// add counts work that was done and memory that is about to be taken.
func (g *gauge) add(units int, bytes int64) error {
	g.units += units
	g.bytes += bytes
	if g.units < tickEvery && g.bytes < chargeEvery {
		return nil
	}
	return g.flush()
}

// flush reports what was counted.
func (g *gauge) flush() error {
	elements, bytes := g.units/elementUnits, g.bytes
	g.units, g.bytes = g.units%elementUnits, 0
	return g.meter.Report(elements, bytes)
}
