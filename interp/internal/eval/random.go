package eval

import (
	crand "crypto/rand"
	"encoding/binary"
	"math/rand/v2"
)

// Random returns 64 random bits from the host's source, which sessions share.
func (r *Registry) Random() uint64 {
	if r.Config.Rand == nil {
		return rand.Uint64()
	}
	r.random.Lock()
	defer r.random.Unlock()
	return r.Config.Rand.Uint64()
}

// RandomBytes fills b with random bytes that nobody can foresee, unless the host chose
// the source.
func (r *Registry) RandomBytes(b []byte) {
	if r.Config.Rand == nil {
		_, _ = crand.Read(b) // it never fails
		return
	}
	for len(b) > 0 {
		var word [8]byte
		binary.BigEndian.PutUint64(word[:], r.Random())
		b = b[copy(b, word[:]):]
	}
}
