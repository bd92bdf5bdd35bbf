package syntax

import "github.com/bpl-lang/bpl/interp/value"

// A listSet is a set of lists by identity.
type listSet struct{ m map[*value.List]struct{} }

func newListSet() *listSet { return &listSet{m: make(map[*value.List]struct{})} }

// add adds a list, and reports whether it is new.
func (s *listSet) add(l *value.List) bool {
	n := len(s.m)
	s.m[l] = struct{}{}
	return len(s.m) > n
}
