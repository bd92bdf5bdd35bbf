package spool

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
)

// A file of acknowledgements is a header, a bitmap if the segment is closed,
// and entries that are appended. The bitmap has a bit for each sequence number
// from first to below next, in blocks of at most bitBlock bytes, each followed
// by its checksum. An entry acknowledges a run:
//
//	0  4  distance of its first sequence number from that of the segment
//	4  4  how many there are
//	8  4  CRC32C of bytes 0 to 7
//
// The checksums begin with the seed of the spool's identity and the segment's
// first number. Entries have a fixed size: a damaged one spoils no other.
const (
	ackEntry = 12
	bitBlock = 4 << 10
)

// ackSeed is what the checksums of a segment's acknowledgements begin with.
func ackSeed(seed uint32, first uint64) uint32 {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], first)
	return crc32.Update(seed, castagnoli, b[:])
}

// appendAck encodes an entry.
func appendAck(b []byte, seed uint32, slot, count uint64) []byte {
	start := len(b)
	b = binary.LittleEndian.AppendUint32(b, uint32(slot))
	b = binary.LittleEndian.AppendUint32(b, uint32(count))
	return binary.LittleEndian.AppendUint32(b, crc32.Update(seed, castagnoli, b[start:]))
}

// encodeAcks returns a whole file: of a closed segment if h.next is not 0.
func encodeAcks(h fileHeader, seed uint32, acked bitmap) []byte {
	b := h.encode(ackMagic)
	seed = ackSeed(seed, h.first)
	if h.next == 0 {
		return b
	}
	size := bitmapBytes(h.next - h.first)
	for at := int64(0); at < size; at += bitBlock {
		start := len(b)
		for i := at; i < min(at+bitBlock, size); i++ {
			octet := byte(0)
			if w := i / 8; w < int64(len(acked)) {
				octet = byte(acked[w] >> (i % 8 * 8))
			}
			b = append(b, octet)
		}
		b = binary.LittleEndian.AppendUint32(b, crc32.Update(seed, castagnoli, b[start:]))
	}
	return b
}

// bitmapBytes returns the length of a bitmap of so many bits.
func bitmapBytes(slots uint64) int64 { return int64((slots + 7) / 8) }

// An ackFile is what reading a file of acknowledgements has found.
type ackFile struct {
	header  fileHeader
	state   headerState
	acked   bitmap
	end     int64 // where the next entry belongs
	entries bool  // whether there are any
	damaged int64 // bytes that are neither bitmap nor entry
}

// readAcks reads a file of acknowledgements of the segment that begins with
// first. What is damaged acknowledges nothing. An error is one of the file
// system.
func readAcks(f File, id identity, first uint64) (ackFile, error) {
	var a ackFile
	var err error
	if a.header, a.state, err = readHeader(f, ackMagic); err != nil {
		return a, err
	}
	size, err := f.Size()
	if err != nil {
		return a, err
	}
	if a.state == headerGood && (a.header.id != id || a.header.first != first) {
		a.state = headerBad
	}
	if a.state != headerGood {
		a.damaged += min(size, headerSize)
		a.header = fileHeader{id: id, first: first}
	}
	seed := ackSeed(id.seed(), first)
	at := int64(headerSize)
	if a.header.next > first && a.header.next-first <= maxSlots {
		if at, err = a.readBitmap(f, seed, a.header.next-first); err != nil {
			return a, err
		}
	}
	return a, a.readEntries(f, seed, at, size)
}

// readBitmap reads the bitmap and returns where it ends.
func (a *ackFile) readBitmap(f File, seed uint32, slots uint64) (int64, error) {
	size := bitmapBytes(slots)
	a.acked.grow(slots)
	at := int64(headerSize)
	block := make([]byte, min(size, bitBlock)+4)
	for done := int64(0); done < size; done += bitBlock {
		n := min(bitBlock, size-done)
		read, err := f.ReadAt(block[:n+4], at)
		if int64(read) < n+4 && !isEnd(err) {
			return at, err
		}
		at += n + 4
		if int64(read) < n+4 || crc32.Update(seed, castagnoli, block[:n]) != binary.LittleEndian.Uint32(block[n:]) {
			a.damaged += int64(read)
			a.header.next, a.header.size = 0, 0 // not to be trusted as that of a closed segment
			continue
		}
		for i, octet := range block[:n] {
			p := done + int64(i)
			a.acked[p/8] |= uint64(octet) << (p % 8 * 8)
		}
	}
	if extra := slots % 64; extra != 0 {
		a.acked[slots/64] &= 1<<extra - 1
	}
	return at, nil
}

// readEntries reads the entries from a place to the end of the file.
func (a *ackFile) readEntries(f File, seed uint32, at, size int64) error {
	a.end = at
	chunk := make([]byte, max(0, min(size-at, readChunk/ackEntry*ackEntry)))
	for at < size {
		want := min(size-at, int64(len(chunk)))
		read, err := f.ReadAt(chunk[:want], at)
		if int64(read) < want && !isEnd(err) {
			return err
		}
		if read == 0 {
			break
		}
		for b := chunk[:read]; len(b) > 0; b = b[min(ackEntry, len(b)):] {
			if len(b) < ackEntry {
				a.damaged += int64(len(b))
				break
			}
			a.end += ackEntry
			slot, count := uint64(binary.LittleEndian.Uint32(b)), uint64(binary.LittleEndian.Uint32(b[4:]))
			if binary.LittleEndian.Uint32(b[8:]) != crc32.Update(seed, castagnoli, b[:8]) || slot+count > maxSlots {
				a.damaged += ackEntry
				continue
			}
			a.entries = true
			a.acked.grow(slot + count)
			a.acked.addRange(slot, slot+count)
		}
		at += int64(read)
	}
	return nil
}

// isEnd tells whether reading ended because the file does.
func isEnd(err error) bool { return err == nil || errors.Is(err, io.EOF) }
