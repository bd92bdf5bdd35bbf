package value

// printed is the printed form. Package syntax, which knows it, sets it while programs are
// initialised, before there are any values.
var printed = func(v Value) string { return v.Kind().String() }

// SetPrinter tells how String prints; only for package syntax, once, in its init.
func SetPrinter(print func(Value) string) { printed = print }

// String returns the printed form of v (spec/language.md, Printing).
func (v Value) String() string { return printed(v) }
