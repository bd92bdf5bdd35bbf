package spool

import (
	"encoding/binary"
	"hash/crc32"
)

// Both kinds of files begin with a header of this size:
//
//	0   8   magic of the kind
//	8   2   version
//	16  16  identity of the spool
//	32  8   first sequence number of the segment
//	40  8   acknowledgements: the sequence number after the last, 0 while the
//	        segment is open
//	48  8   acknowledgements: size of the closed segment's file
//	56  4   acknowledgements: how many sequence numbers of the segment may have
//	        been used, of which some may have got lost
//	60  4   CRC32C of bytes 0 to 59
//
// What is not used is zero.
const headerSize = 64

const formatVersion = 1

const (
	segmentMagic = "bplspool"
	ackMagic     = "bplspack"
)

// A fileHeader is the contents of a header.
type fileHeader struct {
	id    identity
	first uint64
	next  uint64
	size  int64
	used  uint32
}

func (h fileHeader) encode(magic string) []byte {
	b := make([]byte, headerSize)
	copy(b, magic)
	binary.LittleEndian.PutUint16(b[8:], formatVersion)
	copy(b[16:], h.id[:])
	binary.LittleEndian.PutUint64(b[32:], h.first)
	binary.LittleEndian.PutUint64(b[40:], h.next)
	binary.LittleEndian.PutUint64(b[48:], uint64(h.size))
	binary.LittleEndian.PutUint32(b[56:], h.used)
	return withSum(b)
}

// withSum fills in the checksum of a header.
func withSum(b []byte) []byte {
	binary.LittleEndian.PutUint32(b[60:], crc32.Checksum(b[:60], castagnoli))
	return b
}

// A headerState is what reading a header has found.
type headerState int

const (
	headerGood headerState = iota
	headerBad
	headerNewer // a valid one of a newer version
)

// readHeader reads the header of a file; an error is one of the file system.
func readHeader(f File, magic string) (fileHeader, headerState, error) {
	b := make([]byte, headerSize)
	if n, err := f.ReadAt(b, 0); n < headerSize {
		if isEnd(err) {
			return fileHeader{}, headerBad, nil
		}
		return fileHeader{}, headerBad, err
	}
	h, state := decodeHeader(b, magic)
	return h, state, nil
}

func decodeHeader(b []byte, magic string) (fileHeader, headerState) {
	if len(b) < headerSize || string(b[:8]) != magic ||
		binary.LittleEndian.Uint32(b[60:]) != crc32.Checksum(b[:60], castagnoli) {
		return fileHeader{}, headerBad
	}
	if binary.LittleEndian.Uint16(b[8:]) > formatVersion {
		return fileHeader{}, headerNewer
	}
	return fileHeader{
		id:    identity(b[16:32]),
		first: binary.LittleEndian.Uint64(b[32:]),
		next:  binary.LittleEndian.Uint64(b[40:]),
		size:  int64(binary.LittleEndian.Uint64(b[48:])),
		used:  binary.LittleEndian.Uint32(b[56:]),
	}, headerGood
}
