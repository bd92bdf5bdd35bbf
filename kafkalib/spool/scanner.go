package spool

import (
	"bytes"
	"hash/crc32"
	"io"
)

// A scanner reads the frames of a segment one after the other, in memory that
// depends on the longest frame only. After damage it goes on at the next frame
// whose length, checksums and sequence number agree. It is linear: no byte is
// looked at more than a fixed number of times, whatever the file contains.
type scanner struct {
	file   io.ReaderAt
	seed   uint32
	offset int64  // of the next byte to look at
	limit  int64  // frames end here at the latest
	least  uint64 // sequence numbers are at least this
	below  uint64 // and below this

	skipped int64 // bytes passed over because they are no valid frame

	buffer []byte // what has been read
	at     int64  // the offset of its first byte
}

const (
	readChunk   = 64 << 10
	leastBuffer = 512
	largeFrame  = 1 << 20 // a buffer above is given back
)

// next returns the next frame, or io.EOF where there is none before the limit.
// An error of the file ends nothing: the call can be repeated.
func (s *scanner) next() (frame, error) {
	for {
		h, err := s.window(s.offset, frameHeader)
		if err != nil {
			return frame{}, err
		}
		if h == nil {
			s.skipped += max(0, s.limit-s.offset)
			s.offset = max(s.offset, s.limit)
			return frame{}, io.EOF
		}
		sequence, length, sum, ok := parseHeader(h, s.seed)
		if !ok || sequence < s.least || sequence >= s.below || length > s.limit-s.offset-frameHeader {
			if err := s.search(); err != nil {
				return frame{}, err
			}
			continue
		}
		w, err := s.window(s.offset, frameHeader+length)
		if err != nil {
			return frame{}, err
		}
		if w == nil { // the file got shorter meanwhile
			continue
		}
		f := frame{sequence: sequence, offset: s.offset, body: w[frameHeader:]}
		s.offset = f.end()
		if crc32.Update(s.seed, castagnoli, f.body) != sum {
			s.skipped += f.end() - f.offset
			continue
		}
		s.least = sequence + 1
		return f, nil
	}
}

// search moves to the next place after the current one where a frame may begin.
func (s *scanner) search() error {
	from := s.offset
	for at := from + 1; ; {
		w, err := s.window(at, min(readChunk, s.limit-at))
		if err != nil {
			return err
		}
		if len(w) < frameHeader {
			s.offset = s.limit
			break
		}
		if i := bytes.Index(w, frameMagic); i >= 0 {
			s.offset = at + int64(i)
			break
		}
		at += int64(len(w) - len(frameMagic) + 1)
	}
	s.skipped += s.offset - from
	return nil
}

// window returns n bytes from an offset, nil where the limit comes before.
func (s *scanner) window(offset, n int64) ([]byte, error) {
	if offset+n > s.limit {
		return nil, nil
	}
	if i := offset - s.at; i >= 0 && i+n <= int64(len(s.buffer)) {
		return s.buffer[i : i+n], nil
	}
	size := min(max(n, readChunk), s.limit-offset)
	b := s.buffer[:cap(s.buffer)]
	if int64(len(b)) < size || len(b) > largeFrame && size <= largeFrame {
		b = make([]byte, max(size, leastBuffer))
	}
	s.buffer = b[:0]
	read, err := s.file.ReadAt(b[:size], offset)
	if int64(read) < n {
		if err == nil || err == io.EOF { // the file is shorter than it was
			s.limit = offset + int64(read)
			return nil, nil
		}
		return nil, err
	}
	s.buffer, s.at = b[:read], offset
	return s.buffer[:n], nil
}
