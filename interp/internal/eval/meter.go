package eval

import "github.com/bpl-lang/bpl/interp/syntax"

// Meter bounds the work of package syntax as part of the evaluation: it counts steps and
// memory, and ends the evaluation by a panic when that is due. Other executors may get a
// turn meanwhile.
func (f *Frame) Meter() syntax.Meter {
	return syntax.Meter{
		Tick: func(int) error {
			f.Turn()
			return nil
		},
		Charge: func(bytes int64) error {
			f.Charge(bytes)
			return nil
		},
	}
}
