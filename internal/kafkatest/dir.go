package kafkatest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// checkDir refuses a folder, named by the caller, in which a cluster cannot
// start. "" stands for a temporary folder.
func checkDir(dir string) error {
	if dir == "" {
		return nil
	}
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if strings.ContainsAny(absolute, ", ") {
		return fmt.Errorf("kafkatest: Kafka takes no folder whose path has a comma or a blank: %s", absolute)
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if len(entries) > 0 {
		return fmt.Errorf("kafkatest: the folder %s is not empty; a cluster starts in an empty one", dir)
	}
	return nil
}

// makeDir returns the absolute path of dir, which it makes, or of a new
// temporary folder.
func makeDir(dir string) (string, error) {
	if dir == "" {
		return os.MkdirTemp("", "kafkatest-")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return dir, os.MkdirAll(dir, 0o755)
}

// clearDir removes what an unsuccessful start left in a folder that had been
// empty.
func clearDir(dir string) error {
	if dir == "" {
		return nil // each try has its own temporary folder
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
