package interp

import "github.com/bpl-lang/bpl/interp/internal/nearest"

// Nearest returns the one of the names that word was probably meant to be, "" if none is
// near. Messages about unknown names end with it.
func Nearest(word string, names []string) string { return nearest.Of(word, names) }
