package spool

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"
)

const childVariable = "BPL_SPOOL_CHILD" // a folder: the process is one that spools to it

func TestMain(m *testing.M) {
	if dir := os.Getenv(childVariable); dir != "" {
		fmt.Println(spoolForever(dir))
		return
	}
	m.Run()
}

// spoolForever accepts records, acknowledges each third, and prints what it has
// done: "+n" and "-n".
func spoolForever(dir string) error {
	fsync, err := time.ParseDuration(os.Getenv("BPL_SPOOL_FSYNC"))
	if err != nil {
		return err
	}
	s, err := Open(dir, Options{Fsync: fsync, SegmentBytes: 5000, AckInterval: time.Millisecond})
	if err != nil {
		return err
	}
	for i := 0; ; i++ {
		records := values(i, 1+i%3)
		if err := s.Append(records); err != nil {
			return err
		}
		for _, r := range records {
			fmt.Printf("+%d\n", r.Sequence)
		}
		if sequence := records[0].Sequence; sequence%3 == 0 {
			if err := s.Ack(sequence); err != nil {
				return err
			}
			fmt.Printf("-%d\n", sequence)
		}
	}
}

// TestKilledProcess ends a process that spools by SIGKILL, again and again, and
// compares what it has said with what is there. While it lives the spool is
// locked. BPL_SPOOL_KILLS sets how often.
func TestKilledProcess(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	waiting := make(map[uint64]bool)
	highest := uint64(0)
	for round := range number(t, "BPL_SPOOL_KILLS", 6) {
		c := exec.Command(program)
		fsync := []time.Duration{FsyncNever, FsyncAlways, time.Millisecond}[round%3]
		c.Env = append(os.Environ(), childVariable+"="+dir, "BPL_SPOOL_FSYNC="+fsync.String())
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		var last uint64 // that was acknowledged
		for n, most := 0, 200+rand.IntN(400); lines.Scan(); n++ {
			sequence, err := strconv.ParseUint(lines.Text()[1:], 10, 64)
			if err != nil {
				t.Fatalf("the process says %s", lines.Text())
			}
			if lines.Text()[0] == '-' {
				delete(waiting, sequence)
				last = sequence
			} else {
				if n == 0 && sequence <= highest {
					t.Errorf("sequence number %d after %d", sequence, highest)
				}
				waiting[sequence] = true
				highest = max(highest, sequence)
			}
			if n == most/2 {
				if _, err := Open(dir, Options{}); !errors.Is(err, ErrLocked) {
					t.Errorf("while the process has it: got %v, want ErrLocked", err)
				}
			}
			if n == most {
				if err := c.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		c.Wait() // it was killed
		s, _ := opened(t, dir, Options{})
		found := make(map[uint64]bool)
		for _, r := range drain(t, s) {
			found[r.Sequence] = true
			if !waiting[r.Sequence] && r.Sequence <= last {
				t.Errorf("round %d: %d came again", round, r.Sequence)
			}
		}
		for sequence := range waiting {
			// The line that says that it was acknowledged may have been lost.
			if !found[sequence] && !(sequence%3 == 0 && sequence > last) {
				t.Errorf("round %d: %d is lost", round, sequence)
			}
		}
		waiting = found
		for sequence := range found {
			highest = max(highest, sequence)
			if len(found) > 2000 {
				if err := s.Ack(sequence); err != nil {
					t.Fatal(err)
				}
				delete(waiting, sequence)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
