package spool

import (
	"os"
	"path/filepath"
	"testing"
)

// TestCrashWhileTheIdentityIsWritten: a spool whose first owner died before it
// had its identity opens.
func TestCrashWhileTheIdentityIsWritten(t *testing.T) {
	for name, content := range map[string]string{"empty": "", "in part": "0123"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "id"+newSuffix), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := Open(dir, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Append([]Record{{Topic: "t", Partition: -1}}); err != nil {
				t.Error(err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}
