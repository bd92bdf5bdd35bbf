package kafkalib

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/bpl-lang/bpl/kafkalib/internal/filelock"
)

const (
	lockName = "lock"      // the file that the owner of a folder holds
	metaName = "meta.json" // a file that the folder of a broker has
)

// lockFolder takes a folder for one broker, and makes it where there is none.
// A folder that holds anything but a broker's data is refused. The lock ends
// with the process, however that ends.
func lockFolder(dir string) (io.Closer, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	strange := ""
	for _, e := range entries {
		if e.Name() != lockName {
			strange = e.Name()
		}
	}
	if strange != "" {
		if _, err := os.Stat(filepath.Join(dir, metaName)); errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s is no folder of a broker, it contains %s: give an empty folder or a new name", dir, strange)
		}
	}
	lock, err := filelock.Take(filepath.Join(dir, lockName))
	if errors.Is(err, filelock.ErrLocked) {
		return nil, fmt.Errorf("%s is in use: another broker has it", dir)
	}
	return lock, err
}
