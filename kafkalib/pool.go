package kafkalib

import (
	"fmt"
	"slices"
	"strings"
)

// pooled is the handle, in no table, whose client serves administrative calls
// that name servers. It lives as long as the session.
func (s *state) pooled(c *Config) (*handle, error) {
	admin := c.connection()
	key := admin.connectionKey()
	if h, err := s.fromPool(key, nil); h != nil || err != nil {
		return h, err
	}
	made, err := s.newHandle(Admin, admin)
	if err != nil {
		return nil, err
	}
	h, err := s.fromPool(key, made)
	if h != made {
		_ = made.close(made.ended, closeOptions{}) // another call was faster
	}
	return h, err
}

// fromPool returns the pooled handle of a key; made becomes it where there is
// none.
func (s *state) fromPool(key string, made *handle) (*handle, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, clientError("CLOSED", "the session is closed", nil)
	}
	if h := s.pool[key]; h != nil || made == nil {
		return h, nil
	}
	s.pool[key] = made
	return made, nil
}

// connectionKey tells configurations of different connections apart.
func (c *Config) connectionKey() string {
	var parts []string
	for name, v := range c.values {
		parts = append(parts, fmt.Sprintf("%s=%v", name, v))
	}
	slices.Sort(parts)
	return strings.Join(parts, "\n")
}
