package kafkalib

import "github.com/bpl-lang/bpl/interp"

// spoolFolder is the folder of a spool that a handle is created with, where
// the host grants it; "" for a handle without one.
func (s *state) spoolFolder(c *Config) (string, error) {
	if !spoolKinds.has(c.kind) || !c.given("spool") {
		return "", nil
	}
	dir := c.text("spool")
	if s.lib.spools == nil {
		return "", interp.Throw("PermissionDenied", "the host withholds folders for spools")
	}
	if err := s.lib.spools(dir); err != nil {
		return "", interp.Throw("PermissionDenied", "the host withholds the folder %s for a spool: %v", dir, err)
	}
	return dir, nil
}
