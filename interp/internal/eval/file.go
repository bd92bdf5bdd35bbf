package eval

import "github.com/bpl-lang/bpl/interp/value"

// File is the path of the file that the executor is loading, "" outside files. What a
// file spawns counts as being inside it.
func (f *Frame) File() string { return f.ex.file }

// SetFile says which file the executor is in, and returns where it was before.
func (f *Frame) SetFile(path string) (before string) {
	before, f.ex.file = f.ex.file, path
	return before
}

// InFile evaluates the contents of a file. It counts as a call, so that files that load
// each other without end throw StackOverflowError.
func (f *Frame) InFile(path string, run func() value.Value) value.Value {
	ex := f.ex
	if ex.depth >= ex.depthLimit {
		throwStackOverflow(ex.depthLimit)
	}
	outer := ex.file
	defer func() { ex.file = outer }()
	ex.file = path
	ex.depth++
	v := run()
	ex.depth--
	return v
}
