package spool

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"strings"
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

// encode returns the contents of the file of the identity: its text and the
// checksum of that.
func (id identity) encode() []byte {
	text := id.String()
	return fmt.Appendf(nil, "%s %08x\n", text, crc32.Checksum([]byte(text), castagnoli))
}

// decodeIdentity reads what encode writes.
func decodeIdentity(b []byte) (identity, bool) {
	text, _, _ := strings.Cut(string(b), " ")
	id, ok := parseIdentity(text)
	return id, ok && string(id.encode()) == string(b)
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
	return identity(b), true
}

// seed is what the checksums of the spool's frames and acknowledgements begin
// with.
func (id identity) seed() uint32 { return crc32.Checksum(id[:], castagnoli) }
