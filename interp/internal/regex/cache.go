package regex

import (
	"container/list"
	"sync"
)

// A Cache keeps the patterns that were used last, up to an amount of memory. The zero value is not valid; make
// one with NewCache. Safe for concurrent use.
type Cache struct {
	mu       sync.Mutex
	maxBytes int64
	bytes    int64
	byText   map[string]*list.Element // of *Regexp
	used     *list.List               // the most recently used one first
}

// NewCache makes a cache of about maxBytes bytes.
func NewCache(maxBytes int64) *Cache {
	return &Cache{maxBytes: maxBytes, byText: map[string]*list.Element{}, used: list.New()}
}

// Compile is like the function Compile, but gives a pattern that is in the cache from there. Patterns with
// errors are not kept.
func (c *Cache) Compile(pattern string) (*Regexp, error) {
	c.mu.Lock()
	if e, ok := c.byText[pattern]; ok {
		c.used.MoveToFront(e)
		c.mu.Unlock()
		return e.Value.(*Regexp), nil
	}
	c.mu.Unlock()
	re, err := Compile(pattern)
	if err != nil {
		return nil, err
	}
	weight := re.weight()
	if weight > c.maxBytes {
		return re, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byText[pattern]; ok { // compiled by somebody else meanwhile
		return e.Value.(*Regexp), nil
	}
	c.byText[pattern] = c.used.PushFront(re)
	for c.bytes += weight; c.bytes > c.maxBytes; {
		last := c.used.Back()
		old := c.used.Remove(last).(*Regexp)
		delete(c.byText, old.pattern)
		c.bytes -= old.weight()
	}
	return re, nil
}
