package syntax

import "github.com/bpl-lang/bpl/interp/value"

// Value.String prints by this package, which package value cannot import.
func init() { value.SetPrinter(Print) }
