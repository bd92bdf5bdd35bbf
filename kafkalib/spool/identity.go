package spool

import (
	"crypto/rand"
	"encoding/hex"
	"hash/crc32"
)

// An identity is the UUID of a spool. Checksums begin with it, so that nothing
// of another spool is taken for a part of this one.
type identity [16]byte

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// newIdentity returns a random one (version 4 of UUIDs).
func newIdentity() identity {
	var id identity
	rand.Read(id[:]) // never fails
	id[6] = id[6]&0x0f | 0x40
	id[8] = id[8]&0x3f | 0x80
	return id
}

func (id identity) String() string {
	h := hex.EncodeToString(id[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// parseIdentity reads what String writes.
func parseIdentity(text string) (identity, bool) {
	var id identity
	if len(text) != 36 || text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-' {
		return id, false
	}
	b, err := hex.DecodeString(text[:8] + text[9:13] + text[14:18] + text[19:23] + text[24:])
	if err != nil {
		return id, false
	}
	return identity(b), id != identity(b)
}

// seed is what the checksums of the spool's frames and acknowledgements begin
// with.
func (id identity) seed() uint32 { return crc32.Checksum(id[:], castagnoli) }
