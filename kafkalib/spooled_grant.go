package kafkalib

import (
	"strings"

	"github.com/bpl-lang/bpl/interp"
)

// spoolFolder is the folder of a spool that a handle is created with, where
// the host grants it; "" for a handle without one.
func (s *state) spoolFolder(c *Config) (string, error) {
	if !spoolKinds.has(c.kind) || !c.given("spool") {
		return "", nil
	}
	dir := c.text("spool")
	return dir, s.lib.grantFolder(dir, "a spool")
}

// grantFolder asks the host for a folder to write to.
func (l *Library) grantFolder(dir, use string) error {
	if l.spools == nil {
		return interp.Throw("PermissionDenied", "the host withholds folders for %ss", strings.TrimPrefix(use, "a "))
	}
	if err := l.spools(dir); err != nil {
		return interp.Throw("PermissionDenied", "the host withholds the folder %s for %s: %v", dir, use, err)
	}
	return nil
}
