package spool

import (
	"encoding/binary"
	"hash/crc32"
)

// A frame is a record in a segment:
//
//	0   4  magic
//	4   4  length of the body
//	8   8  sequence number
//	16  4  CRC32C of the body
//	20  4  CRC32C of bytes 0 to 19
//	24     body
//
// Both checksums begin with the seed of the spool's identity. That the header
// has its own makes its length trustworthy: after a damaged body the next frame
// is where the length says, and damage never asks for memory.
const frameHeader = 24

var frameMagic = []byte{0xb5, 'r', 'e', 'c'}

var emptyHeader [frameHeader]byte

// appendFrame encodes a record with the given sequence number; why is nil, or
// tells why it is rejected.
func appendFrame(b []byte, seed uint32, sequence uint64, r *Record, why *Rejected) []byte {
	start := len(b)
	b = append(b, emptyHeader[:]...)
	b = appendBody(b, r, why)
	fillHeader(b[start:], seed, sequence)
	return b
}

// appendRaw encodes a frame that was read.
func appendRaw(b []byte, seed uint32, f frame) []byte {
	start := len(b)
	b = append(b, emptyHeader[:]...)
	b = append(b, f.body...)
	fillHeader(b[start:], seed, f.sequence)
	return b
}

// fillHeader fills the header of a frame whose body is there.
func fillHeader(b []byte, seed uint32, sequence uint64) {
	h, body := b[:frameHeader], b[frameHeader:]
	copy(h, frameMagic)
	binary.LittleEndian.PutUint32(h[4:], uint32(len(body)))
	binary.LittleEndian.PutUint64(h[8:], sequence)
	binary.LittleEndian.PutUint32(h[16:], crc32.Update(seed, castagnoli, body))
	binary.LittleEndian.PutUint32(h[20:], crc32.Update(seed, castagnoli, h[:20]))
}

// A frame is the decoded header of one and its bytes.
type frame struct {
	sequence uint64
	offset   int64  // in the file
	body     []byte // valid until the scanner goes on
}

func (f frame) end() int64 { return f.offset + frameHeader + int64(len(f.body)) }

// parseHeader returns the sequence number and the body's length and checksum.
func parseHeader(h []byte, seed uint32) (sequence uint64, length int64, sum uint32, ok bool) {
	if string(h[:4]) != string(frameMagic) ||
		binary.LittleEndian.Uint32(h[20:]) != crc32.Update(seed, castagnoli, h[:20]) {
		return 0, 0, 0, false
	}
	length = int64(binary.LittleEndian.Uint32(h[4:]))
	return binary.LittleEndian.Uint64(h[8:]), length, binary.LittleEndian.Uint32(h[16:]), length <= maxBody
}

// frameSize returns the size of a frame whose header has been filled.
func frameSize(b []byte) int64 {
	return frameHeader + int64(binary.LittleEndian.Uint32(b[4:]))
}

// setSequence gives a frame whose header has been filled another number.
func setSequence(h []byte, seed uint32, sequence uint64) {
	binary.LittleEndian.PutUint64(h[8:], sequence)
	binary.LittleEndian.PutUint32(h[20:], crc32.Update(seed, castagnoli, h[:20]))
}
