//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestRecordSpoolLocked has two processes that name one spool.
func TestRecordSpoolLocked(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "spool")
	first := startProcess(t, "record", "-s", "127.0.0.1:1", "-t", "t", "--spool", dir, "-o", "broker-down-ms=20")
	deadline := time.Now().Add(time.Minute)
	for {
		if _, err := os.Stat(filepath.Join(dir, "id")); err == nil { // written with the lock held
			if c := bpl(t, "", "record", "-s", "127.0.0.1:1", "-t", "t", "--spool", dir); c.code != 0 {
				c.check(t, want{code: 1, err: []string{"SPOOL_LOCKED", "belongs to another handle or process"}})
				break
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("the first process never had the spool: %s", first.err.String())
		}
		time.Sleep(10 * time.Millisecond)
	}
	if err := first.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	first.ends(exitInterrupt)
}
