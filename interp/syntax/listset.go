package syntax

import (
	"unsafe"

	"github.com/bpl-lang/bpl/interp/value"
)

// A listSet is a set of lists by identity: a hash table with linear probing, several times
// as fast as a map, since finding what is shared is most of the work of printing nested
// lists. The garbage collector does not move what has an address in the heap, so
// addresses make stable hashes.
type listSet struct {
	slots []*value.List // a power of two of them, at most half of them in use
	used  int
}

// add adds a list, and reports whether it is new.
func (s *listSet) add(l *value.List) bool {
	if 2*s.used >= len(s.slots) {
		s.grow()
	}
	i := s.find(l)
	if s.slots[i] != nil {
		return false
	}
	s.slots[i] = l
	s.used++
	return true
}

// find returns the slot where the list is or would be.
func (s *listSet) find(l *value.List) int {
	mask := len(s.slots) - 1
	h := uint64(uintptr(unsafe.Pointer(l))) * 0x9E3779B97F4A7C15
	for i := int(h>>32) & mask; ; i = (i + 1) & mask {
		if s.slots[i] == nil || s.slots[i] == l {
			return i
		}
	}
}

func (s *listSet) grow() {
	old := s.slots
	s.slots = make([]*value.List, max(16, 4*len(old)))
	for _, l := range old {
		if l != nil {
			s.slots[s.find(l)] = l
		}
	}
}
