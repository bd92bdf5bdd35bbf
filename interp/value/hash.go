package value

import (
	"encoding/binary"
	"hash/maphash"
	"math"
)

// A Hasher gives values numbers such that equal values (=, and so == and ===) have equal
// ones, for finding values in tables. Values are no keys of Go maps: NaN would never be
// found, and lists that are equal are different objects. Make one with NewHasher; it is
// not safe for concurrent use.
type Hasher struct {
	h     maphash.Hash
	seed  maphash.Seed
	queue []*List
}

// hashNodes bounds the number of elements that Hash looks at, which also ends it on cycles.
const hashNodes = 256

// NewHasher returns a Hasher with a seed of its own, so that nobody can prepare data whose
// hashes collide.
func NewHasher() *Hasher { return &Hasher{seed: maphash.MakeSeed()} }

// Hash returns the hash of v. Of lists it takes in the sizes and the first elements,
// breadth first; names and sharing do not count.
func (s *Hasher) Hash(v Value) uint64 {
	switch {
	case v.IsNumber():
		return maphash.Comparable(s.seed, numberHash(v))
	case v.IsString():
		return maphash.String(s.seed, (*Text)(v.p).s)
	}
	s.h.SetSeed(s.seed)
	s.write(v)
	left := hashNodes
	for next := 0; next < len(s.queue) && left > 0; next++ {
		l := s.queue[next]
		s.number(uint64(len(l.elems)))
		for _, e := range l.elems[:min(len(l.elems), left)] {
			s.write(e)
			left--
		}
	}
	clear(s.queue)
	s.queue = s.queue[:0]
	return s.h.Sum64()
}

// write adds a leaf, or queues a list.
func (s *Hasher) write(v Value) {
	kind := v.Kind()
	switch kind {
	case KindInt, KindLong, KindDouble:
		s.h.WriteByte(byte(KindLong))
		s.number(numberHash(v))
		return
	}
	s.h.WriteByte(byte(kind))
	switch kind {
	case KindBool:
		s.number(v.n)
	case KindString:
		t := (*Text)(v.p).s
		s.number(uint64(len(t)))
		s.h.WriteString(t)
	case KindReference: // by text: a soft and a hard reference may be equal
		s.h.WriteString((*Ref)(v.p).text)
	case KindList:
		s.queue = append(s.queue, (*List)(v.p))
	}
}

func (s *Hasher) number(n uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], n)
	s.h.Write(b[:])
}

// numberHash maps numbers of the same exact value to the same bits, all zeros included.
func numberHash(v Value) uint64 {
	if n, ok := v.AsInt(); ok {
		return uint64(n)
	}
	if isNaN(v) {
		return math.Float64bits(math.NaN())
	}
	return v.n
}
