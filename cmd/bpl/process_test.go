//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSignals sends signals to a process that evaluates.
func TestSignals(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		form    string
		signals []os.Signal
		code    int
	}{
		{"SIGTERM in a loop", "(while true null)", []os.Signal{syscall.SIGTERM}, 143},
		{"SIGINT in a sleep", "(sleep 3600000)", []os.Signal{os.Interrupt}, 130},
		{"SIGTERM in a poll", `(kafka-poll (kafka-create "consumer" "embedded" "group" => "g") "t" 3600000)`, []os.Signal{syscall.SIGTERM}, 143},
		{"SIGTERM while reading", "(read-line)", []os.Signal{syscall.SIGTERM}, 143},
		{"SIGTERM closes handles", `(do (set p (kafka-create "producer" "embedded" "linger-ms" => 5000 "delivery" => "async")) (kafka-send p "t" "x") (sleep 3600000))`, []os.Signal{syscall.SIGTERM}, 143},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := startProcess(t, "eval", `(do (kafka-create-topics "embedded" (list "t")) (print "begun") `+test.form+")")
			p.waitFor("begun")
			for _, sig := range test.signals {
				if err := p.cmd.Process.Signal(sig); err != nil {
					t.Fatal(err)
				}
			}
			began := time.Now()
			p.ends(test.code)
			if took := time.Since(began); took > 30*time.Second {
				t.Errorf("got  an end after %v\nwant it within the time for closing handles", took)
			}
		})
	}
}

// TestSignalsLoseNothing asserts that a signal lets a producer deliver what it holds: the
// broker is another process, and the records are read from it afterwards.
func TestSignalsLoseNothing(t *testing.T) {
	t.Parallel()
	broker := startProcess(t, "broker", "--listen", "127.0.0.1:0", "--topic", "t")
	in := bufio.NewReader(broker.out)
	address, err := in.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address = address[strings.LastIndexByte(strings.TrimSpace(address), ' ')+1 : len(address)-1]
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		p := startProcess(t, "eval", "--set", "servers="+strconv.Quote(address),
			`(do (set p (kafka-create "producer" servers "delivery" => "async" "linger-ms" => 4000)) (kafka-send p "t" "kept") (print "sent") (sleep 3600000))`)
		p.waitFor("sent")
		if err := p.cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		p.ends(map[os.Signal]int{os.Interrupt: 130, syscall.SIGTERM: 143}[sig])
	}
	got := bpl(t, "", "eval", "--set", "servers="+strconv.Quote(address), `(apply (kafka-read servers "t") r r/value)`)
	got.check(t, want{out: "(\"kept\" \"kept\")\n"})
	if err := broker.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	broker.ends(143)
}

// TestSecondSignal asserts that a process that gets a signal while it ends by another one
// ends at once, with the code of a signal.
func TestSecondSignal(t *testing.T) {
	t.Parallel()
	p := startProcess(t, "eval", `(do (print "begun") (while true null))`)
	p.waitFor("begun")
	for range 3 {
		if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
			break // it has ended
		}
	}
	p.ends(143)
}

func TestHashBang(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	script := write(t, dir, "script", "#!/usr/bin/env bpl\n(print (args))\n(exit 3)\n")
	if err := os.Chmod(script, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), script, "a", "--b")
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(process(t))+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.Output()
	if want := "(\"a\" \"--b\")\n"; string(out) != want || cmd.ProcessState.ExitCode() != 3 {
		t.Errorf("got  %q, %v\nwant %q, exit code 3", out, err, want)
	}
}

// TestReaderThatGoes asserts that a process whose output nobody reads any more ends
// quietly.
func TestReaderThatGoes(t *testing.T) {
	t.Parallel()
	p := startProcess(t, "eval", `(while true (print "x"))`)
	p.waitFor("x")
	p.out.Close()
	p.ends(0)
	if p.err.Len() > 0 {
		t.Errorf("got  %q\nwant nothing on standard error", p.err.String())
	}
}

// TestStartUp asserts that the command begins to work soon: its packages must do next to
// nothing when they are initialised.
func TestStartUp(t *testing.T) {
	path := process(t)
	least := time.Hour
	for range 20 {
		cmd := exec.CommandContext(t.Context(), path, "eval", "1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		// Its own time, since other processes of a busy machine take some, too.
		least = min(least, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	}
	// An empty program takes about 1 ms. The bound leaves room for slow machines.
	if least > 100*time.Millisecond {
		t.Errorf("got  %v of processor time for the quickest of 20 calls\nwant less than 100 ms", least)
	}
	t.Logf("the quickest of 20 calls of bpl eval 1 took %v of processor time", least)
}

// A running process and its streams.
type running struct {
	t   *testing.T
	cmd *exec.Cmd
	out io.ReadCloser
	err bytes.Buffer
}

func startProcess(t *testing.T, args ...string) *running {
	t.Helper()
	p := &running{t: t, cmd: exec.Command(process(t), args...)}
	p.cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	p.cmd.Stderr = &p.err
	in, err := p.cmd.StdinPipe() // stays open: nothing is at its end
	if err != nil {
		t.Fatal(err)
	}
	if p.out, err = p.cmd.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		in.Close()
	})
	return p
}

// waitFor waits for a line of output.
func (p *running) waitFor(line string) {
	p.t.Helper()
	in := bufio.NewScanner(p.out)
	for in.Scan() {
		if in.Text() == line {
			return
		}
	}
	p.t.Fatalf("the process ended without the line %q: %s", line, p.err.String())
}

// ends waits for the end of the process.
func (p *running) ends(code int) {
	p.t.Helper()
	done := make(chan struct{})
	go func() {
		_ = p.cmd.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(patience):
		p.t.Fatal("the process does not end")
	}
	state := fmt.Sprint(p.cmd.ProcessState)
	if got := p.cmd.ProcessState.ExitCode(); got != code {
		p.t.Errorf("got  %s\nwant exit code %d\nstderr: %s", state, code, strings.TrimSpace(p.err.String()))
	}
}
