package filelock_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/bpl-lang/bpl/kafkalib/internal/filelock"
)

func TestTake(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	first, err := filelock.Take(path)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := filelock.Take(path); !errors.Is(err, filelock.ErrLocked) {
		t.Fatalf("a second owner: got %v, %v, want ErrLocked", second, err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	third, err := filelock.Take(path)
	if err != nil {
		t.Fatalf("after the first owner: %v", err)
	}
	if err := third.Close(); err != nil {
		t.Fatal(err)
	}
}
