package interp

import (
	"math/rand/v2"
	"sync"
)

// A sharedSource lets the sessions of one Interp, which run in parallel, draw from one
// source.
type sharedSource struct {
	mu  sync.Mutex
	src rand.Source
}

// Uint64 draws the next number.
func (s *sharedSource) Uint64() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.src.Uint64()
}
