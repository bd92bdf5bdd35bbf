package value

import "hash/maphash"

// A nameIndex leads from the names of a large table to their positions. It holds no names:
// an entry has a hash and the position where the name was, and the table tells whether it
// is there. So an entry takes eight bytes, and finding one of a million names touches
// little more memory than finding one of a thousand.
type nameIndex struct {
	entries []nameEntry // a power of two of them, at most three quarters used
	used    int         // entries that are not free, those of removed names included
}

// A nameEntry is free, removed, or of a name; place is then its position and 1.
type nameEntry struct {
	hash  uint32
	place int32
}

const (
	freePlace    = 0
	removedPlace = -1
)

// nameSeed keeps others from preparing names whose hashes collide.
var nameSeed = maphash.MakeSeed()

func hashName(name string) uint32 { return uint32(maphash.String(nameSeed, name)) }

// newNameIndex returns an index with room for n names.
func newNameIndex(n int) *nameIndex {
	size := 16
	for size/4*3 <= n {
		size *= 2
	}
	return &nameIndex{entries: make([]nameEntry, size)}
}

// add notes that a name of that hash is at a position.
func (x *nameIndex) add(hash uint32, position int) {
	if x.used >= len(x.entries)/4*3 {
		x.grow()
	}
	mask := uint32(len(x.entries) - 1)
	i := hash & mask
	for x.entries[i].place > freePlace {
		i = (i + 1) & mask
	}
	if x.entries[i].place == freePlace {
		x.used++
	}
	x.entries[i] = nameEntry{hash, int32(position) + 1}
}

// grow makes room, also by dropping removed entries.
func (x *nameIndex) grow() {
	live := 0
	for _, e := range x.entries {
		if e.place > freePlace {
			live++
		}
	}
	larger := newNameIndex(2 * live)
	for _, e := range x.entries {
		if e.place > freePlace {
			larger.add(e.hash, int(e.place)-1)
		}
	}
	*x = *larger
}

// remove takes out the only entry of the hash. It answers false when there are several, of
// which it cannot tell the right one.
func (x *nameIndex) remove(hash uint32) bool {
	mask := uint32(len(x.entries) - 1)
	var found *nameEntry
	for i := hash & mask; x.entries[i].place != freePlace; i = (i + 1) & mask {
		if e := &x.entries[i]; e.hash == hash && e.place > freePlace {
			if found != nil {
				return false
			}
			found = e
		}
	}
	if found != nil {
		found.place = removedPlace
	}
	return true
}
