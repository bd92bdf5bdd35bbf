package spool

import (
	"bytes"
	"io"
)

// zerosFollow tells whether a file has nothing but zeros from an offset on:
// room that was allocated ahead and not used.
func zerosFollow(f io.ReaderAt, offset, size int64) bool {
	b := make([]byte, min(readChunk, max(size-offset, 0)))
	for offset < size {
		n, err := f.ReadAt(b[:min(int64(len(b)), size-offset)], offset)
		if len(bytes.TrimLeft(b[:n], "\x00")) > 0 || n == 0 && err != nil {
			return false
		}
		offset += int64(n)
	}
	return true
}
