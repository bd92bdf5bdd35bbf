//go:build unix

package kafkatest

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// ownerVariable makes this test binary the owner of a process, see
// TestOwnerProcess.
const ownerVariable = "KAFKATEST_OWNER_FIFO"

// holdOpen is a shell program that stays, holding the file $1 open for writing.
const holdOpen = `exec sleep 600 >"$1"`

// TestOwnerProcess is no test of its own but the owner that
// TestNoProcessOutlivesItsOwner kills.
func TestOwnerProcess(t *testing.T) {
	fifo := os.Getenv(ownerVariable)
	if fifo == "" {
		t.Skip("runs only as a process of TestNoProcessOutlivesItsOwner")
	}
	if _, err := startProcess(1, fifo+".log", "/bin/sh", "-c", holdOpen, "sh", fifo); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stdout.WriteString("started\n"); err != nil {
		t.Fatal(err)
	}
	select {} // until it is killed
}

func TestNoProcessOutlivesItsOwner(t *testing.T) {
	fifo := makeFIFO(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	owner := exec.CommandContext(ctx, os.Args[0], "-test.run", "^TestOwnerProcess$")
	owner.Env = append(os.Environ(), ownerVariable+"="+fifo)
	out, err := owner.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "started\n" {
		t.Fatalf("the owner said %q, %v", line, err)
	}
	ended := awaitEnd(t, fifo)
	if err := owner.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = owner.Wait() // always an error: it was killed
	mustEnd(t, ended)
}

func TestProcess(t *testing.T) {
	fifo := makeFIFO(t)
	p, err := startProcess(7, fifo+".log", "/bin/sh", "-c", holdOpen, "sh", fifo)
	if err != nil {
		t.Fatal(err)
	}
	defer p.kill()
	ended := awaitEnd(t, fifo)
	for _, on := range []bool{true, true, false, false, true} {
		if err := p.pause(on); err != nil {
			t.Fatalf("pause(%v): %v", on, err)
		}
	}
	if !p.running() {
		t.Fatal("a paused process does not count as running")
	}
	if err := p.terminate(t.Context()); err != nil { // paused: it must be woken first
		t.Fatal(err)
	}
	mustEnd(t, ended)
	if p.running() {
		t.Error("an ended process counts as running")
	}
	p.kill() // of an ended process: nothing to do
}

func TestTerminateKillsWhatStays(t *testing.T) {
	fifo := makeFIFO(t)
	p, err := startProcess(7, fifo+".log", "/bin/sh", "-c", `trap "" TERM; `+holdOpen, "sh", fifo)
	if err != nil {
		t.Fatal(err)
	}
	ended := awaitEnd(t, fifo)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := p.terminate(ctx); err == nil || !strings.Contains(err.Error(), "broker 7") {
		t.Errorf("terminate\n got %v\nwant an error that names broker 7", err)
	}
	mustEnd(t, ended)
}

func TestFailureShowsTheLog(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	p, err := startProcess(2, log, "/bin/sh", "-c", "echo why it ended >&2; exit 3")
	if err != nil {
		t.Fatal(err)
	}
	<-p.exited
	text := p.failure().Error()
	for _, want := range []string{"broker 2", "exit status 3", "why it ended"} {
		if !strings.Contains(text, want) {
			t.Errorf("failure\n got %q\nwant it to say %q", text, want)
		}
	}
}

func makeFIFO(t *testing.T) string {
	t.Helper()
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	return fifo
}

// awaitEnd waits until a process has opened the FIFO for writing. The channel
// that it returns is closed when no process holds it any more.
func awaitEnd(t *testing.T, fifo string) <-chan struct{} {
	t.Helper()
	opened, ended := make(chan error, 1), make(chan struct{})
	go func() {
		f, err := os.Open(fifo) // waits for the writer
		opened <- err
		if err != nil {
			return
		}
		defer f.Close()
		_, _ = io.Copy(io.Discard, f)
		close(ended)
	}()
	select {
	case err := <-opened:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("no process opened the FIFO")
	}
	return ended
}

func mustEnd(t *testing.T, ended <-chan struct{}) {
	t.Helper()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("the process still runs")
	}
}
