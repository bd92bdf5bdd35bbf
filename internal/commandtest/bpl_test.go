//go:build integration && unix

package commandtest

import (
	"bufio"
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/internal/kafkatest"
)

// command is the built command bpl.
var command string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "bpl-command-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	command = filepath.Join(dir, "bpl")
	if out, err := exec.Command("go", "build", "-o", command, "github.com/bpl-lang/bpl/cmd/bpl").CombinedOutput(); err != nil {
		panic(fmt.Sprintf("go build: %v\n%s", err, out))
	}
	m.Run()
}

// A process runs a script until the test ends; its lines come one by one.
type process struct {
	t     *testing.T
	cmd   *exec.Cmd
	lines chan string // closed at the end of its output
	errs  strings.Builder
}

// start runs a script with global variables, and further flags of bpl run.
func start(t *testing.T, script string, variables map[string]string, flags ...string) *process {
	t.Helper()
	file := filepath.Join(t.TempDir(), "script.bpl")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"run"}, flags...)
	for name, value := range variables {
		args = append(args, "--set", fmt.Sprintf("%s=%q", name, value))
	}
	p := &process{t: t, cmd: exec.Command(command, append(args, file)...), lines: make(chan string, 10_000)}
	p.cmd.Stderr = &p.errs
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			p.lines <- s.Text()
		}
	}()
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill() // most have ended before
		_ = p.cmd.Wait()
	})
	return p
}

// line is the next line of its output.
func (p *process) line(within time.Duration) (string, bool) {
	p.t.Helper()
	select {
	case line, ok := <-p.lines:
		return line, ok
	case <-time.After(within):
		return "", false
	}
}

// end waits for the end of the process and returns its exit code.
func (p *process) end() int {
	p.t.Helper()
	stop := time.AfterFunc(2*time.Minute, func() { _ = p.cmd.Process.Kill() })
	defer stop.Stop()
	for range p.lines {
	}
	_ = p.cmd.Wait() // the code is what counts
	return p.cmd.ProcessState.ExitCode()
}

func (p *process) signal(s syscall.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

// eval evaluates an expression in a process of its own and returns what it
// printed.
func eval(t *testing.T, expression string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, command, "eval", expression)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s\n%v\n%s", expression, err, errs.String())
	}
	return strings.TrimSuffix(string(out), "\n")
}

// onTopic makes a topic for the test and returns the servers and its name.
func onTopic(t *testing.T, partitions int) (servers, topic string) {
	t.Helper()
	servers = kafkatest.FromEnv(t).Bootstrap()
	topic = "command-" + rand.Text() // tests that start at the same moment must not share it
	if got, want := eval(t, fmt.Sprintf(`(kafka-create-topics %q %q "partitions" => %d)`, servers, topic, partitions)), fmt.Sprintf("(%q => true)", topic); got != want {
		t.Fatalf("creating the topic\n got %s\nwant %s", got, want)
	}
	t.Cleanup(func() {
		_ = exec.Command(command, "eval", fmt.Sprintf(`(kafka-delete-topics %q %q)`, servers, topic)).Run()
	})
	return servers, topic
}
