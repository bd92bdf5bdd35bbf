package value

import "unsafe"

// A Census adds up the memory of values and of all that is reachable from them, each list
// and each long text once, however many places it stands in. It counts as evaluations are
// charged: names and compiled code do not matter. It walks without recursion, and ends as
// soon as it has found enough.
type Census struct {
	enough int64
	bytes  int64
	seen   map[unsafe.Pointer]struct{} // lists and long texts
	work   []*List                     // seen, but not looked into
}

// What a list takes in memory by itself, and for each element: all who charge for lists
// count so.
const (
	ListBytes    = 48
	ElementBytes = int64(unsafe.Sizeof(Value{}))
)

// shortText is how many bytes a text has at the most that is counted at each place: to
// remember it would take as much memory as the text.
const shortText = 32

// NewCensus returns a census that ends when it has found that many bytes.
func NewCensus(enough int64) *Census {
	return &Census{enough: enough, seen: map[unsafe.Pointer]struct{}{}}
}

// Bytes is what has been found so far.
func (c *Census) Bytes() int64 { return c.bytes }

// Done reports whether enough was found.
func (c *Census) Done() bool { return c.bytes >= c.enough }

// AddBytes counts memory that is no value.
func (c *Census) AddBytes(n int64) { c.bytes += n }

// Add counts what is reachable from v.
func (c *Census) Add(v Value) {
	c.find(v)
	for len(c.work) > 0 && !c.Done() {
		last := len(c.work) - 1
		l := c.work[last]
		c.work = c.work[:last]
		for _, e := range l.elems {
			c.find(e)
			if c.Done() {
				return
			}
		}
	}
}

// find counts the object of v itself, unless it was met before.
func (c *Census) find(v Value) {
	switch v.Kind() {
	case KindList:
		if c.first(v.p) {
			l := (*List)(v.p)
			c.bytes += ListBytes + ElementBytes*int64(len(l.elems))
			c.work = append(c.work, l)
		}
	case KindString:
		if n := len((*Text)(v.p).s); n <= shortText || c.first(v.p) {
			c.bytes += int64(n)
		}
	}
}

// first reports whether an object is met for the first time.
func (c *Census) first(p unsafe.Pointer) bool {
	if _, met := c.seen[p]; met {
		return false
	}
	c.seen[p] = struct{}{}
	return true
}
