package core

import "bytes"

// A lineBuffer cuts bytes into lines. LF ends a line, and one CR before it is not part of
// the line; what is behind the last LF is a line too if it is not empty.
type lineBuffer struct {
	bytes   []byte
	scanned int // so many bytes at the beginning have no LF
}

// take returns the next line that is complete, or at the end of the input what is left.
func (b *lineBuffer) take(atEnd bool) (line string, ok bool) {
	i := bytes.IndexByte(b.bytes[b.scanned:], '\n')
	if i < 0 {
		b.scanned = len(b.bytes)
		if !atEnd || len(b.bytes) == 0 {
			return "", false
		}
		line = string(b.bytes)
		b.reset()
		return line, true
	}
	i += b.scanned
	end := i
	if end > 0 && b.bytes[end-1] == '\r' {
		end--
	}
	line = string(b.bytes[:end])
	b.bytes, b.scanned = b.bytes[i+1:], 0
	return line, true
}

// add puts more bytes behind those that are left.
func (b *lineBuffer) add(more []byte) { b.bytes = append(b.bytes, more...) }

func (b *lineBuffer) reset() { b.bytes, b.scanned = nil, 0 }

// pending is the length of the line that is not complete yet, which may still lose a CR.
func (b *lineBuffer) pending() int64 { return int64(len(b.bytes)) - 1 }
