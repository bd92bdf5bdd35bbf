package interchange

import "strings"

const (
	// sharedUpTo is the size of a text that may be kept alive by one string that was read
	// from it. Of larger ones the strings are copied, short ones together in chunks.
	sharedUpTo = 4096
	chunkBytes = 4096
)

// A copier makes strings of parts of a text.
type copier struct {
	shared bool
	chunk  strings.Builder // as much as it can hold without growing
}

func newCopier(src string) copier { return copier{shared: len(src) <= sharedUpTo} }

// keep returns s, a part of the text, as a string that may outlive it.
func (c *copier) keep(s string) string {
	if c.shared || s == "" {
		return s
	}
	return c.copy(s)
}

// copy returns a copy of s.
func (c *copier) copy(s string) string {
	if len(s) > chunkBytes/8 {
		return strings.Clone(s)
	}
	from := c.room(len(s))
	c.chunk.WriteString(s)
	return c.chunk.String()[from:]
}

// room makes sure that n bytes fit the chunk, and returns where they begin.
func (c *copier) room(n int) int {
	if n > c.chunk.Cap()-c.chunk.Len() {
		c.chunk = strings.Builder{}
		c.chunk.Grow(chunkBytes)
	}
	return c.chunk.Len()
}

// bytes returns a copy of bytes as a string.
func (c *copier) bytes(b []byte) string {
	if len(b) > chunkBytes/8 {
		return string(b)
	}
	from := c.room(len(b))
	c.chunk.Write(b)
	return c.chunk.String()[from:]
}
