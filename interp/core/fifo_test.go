//go:build unix

package core_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// A file that never ends is read up to the limit; a pipe on which nobody writes can be
// given up.
func TestFilesThatNeverEnd(t *testing.T) {
	root := t.TempDir()
	s := sessionIn(t, root, interp.WithLimits(interp.Limits{StringLen: 3 << 20}))
	if _, err := os.Stat("/dev/zero"); err == nil {
		expect(t, s, `(read-file "/dev/zero")`, "! limit exceeded: string-len (at most 3145728)")
		expect(t, s, `(for-each-line "/dev/zero" x)`, "! limit exceeded: string-len (at most 3145728)")
	}
	pipe := filepath.Join(root, "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Skipf("no named pipes: %v", err)
	}
	held, err := os.OpenFile(pipe, os.O_RDWR, 0) // so that opening does not wait
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = held.Close() }()
	for _, src := range []string{`(read-file "pipe")`, `(for-each-line "pipe" x)`} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		began := time.Now()
		_, err := s.Eval(ctx, src)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s\n got %v\nwant %v", src, err, context.DeadlineExceeded)
		}
		if took := time.Since(began); took > 30*time.Second {
			t.Errorf("%s ended after %v", src, took)
		}
	}
}
