//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// binary builds the command once, for tests that need a process of its own.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "bpl-test")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "bpl")
	out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput()
	if err != nil {
		return "", errors.New(string(out))
	}
	return path, nil
})

func TestMain(m *testing.M) {
	m.Run()
	if path, err := builtBinary(); err == nil && path != "" {
		os.RemoveAll(filepath.Dir(path))
	}
}

var built struct {
	sync.Mutex
	path string
}

func builtBinary() (string, error) {
	built.Lock()
	defer built.Unlock()
	return built.path, nil
}

// process returns the path of the command.
func process(t *testing.T) string {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	built.Lock()
	built.path = path
	built.Unlock()
	return path
}

// A terminal is a pseudo-terminal with a process.
type terminal struct {
	t       *testing.T
	cmd     *exec.Cmd
	master  *os.File
	slave   *os.File // stays open here, so that its modes can be looked at
	before  unix.Termios
	done    chan error
	mu      sync.Mutex
	text    strings.Builder
	changed chan struct{}
	seen    int // what expect has found so far
}

type terminalOptions struct {
	columns, rows uint16
	env           []string
	args          []string
	home          string
}

// open starts the command on a terminal.
func open(t *testing.T, o terminalOptions) *terminal {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if o.columns == 0 {
		o.columns, o.rows = 80, 24
	}
	if err := pty.Setsize(master, &pty.Winsize{Cols: o.columns, Rows: o.rows}); err != nil {
		t.Fatal(err)
	}
	if o.home == "" {
		o.home = t.TempDir()
	}
	term := &terminal{t: t, master: master, slave: slave, done: make(chan error, 1), changed: make(chan struct{}, 1)}
	term.before = term.modes()
	cmd := exec.Command(process(t), o.args...)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + o.home, "TERM=xterm", "XDG_STATE_HOME=" + o.home, "XDG_CONFIG_HOME=" + o.home, "NO_COLOR=1"}, o.env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	term.cmd = cmd
	go term.read()
	go func() { term.done <- cmd.Wait() }()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		slave.Close()
		master.Close()
	})
	return term
}

func (term *terminal) modes() unix.Termios {
	term.t.Helper()
	modes, err := unix.IoctlGetTermios(int(term.slave.Fd()), getTermios)
	if err != nil {
		term.t.Fatal(err)
	}
	return *modes
}

func (term *terminal) read() {
	buf := make([]byte, 4096)
	for {
		n, err := term.master.Read(buf)
		term.mu.Lock()
		term.text.Write(buf[:n])
		term.mu.Unlock()
		select {
		case term.changed <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// patience is how long something may take that the machine is too busy for.
const patience = 2 * time.Minute

// expect waits until the terminal has written a text behind what was found last.
func (term *terminal) expect(text string) {
	term.t.Helper()
	over := time.After(patience)
	for {
		term.mu.Lock()
		all := term.text.String()
		term.mu.Unlock()
		if i := strings.Index(all[term.seen:], text); i >= 0 {
			term.seen += i + len(text)
			return
		}
		select {
		case <-term.changed:
		case <-over:
			term.t.Fatalf("got  %q\nwant %q", all[term.seen:], text)
		}
	}
}

func (term *terminal) send(keys string) {
	term.t.Helper()
	if _, err := term.master.WriteString(keys); err != nil {
		term.t.Fatal(err)
	}
}

// evaluate types a form and waits for its value.
func (term *terminal) evaluate(form, value string) {
	term.t.Helper()
	term.send(form + "\r")
	term.expect("\r\n" + value + "\r\n")
	term.expect("bpl> ")
}

// left waits for the end of the process and asserts how it ended and that the terminal is
// as it was.
func (term *terminal) left(code int) {
	term.t.Helper()
	select {
	case <-term.done:
	case <-time.After(patience):
		term.t.Fatal("the process does not end")
	}
	if got := term.cmd.ProcessState.ExitCode(); got != code {
		term.t.Errorf("exit code\ngot  %d\nwant %d", got, code)
	}
	if got := term.modes(); got != term.before {
		term.t.Errorf("modes of the terminal\ngot  %+v\nwant %+v", got, term.before)
	}
	over := time.After(patience)
	for !term.unmarked() {
		select {
		case <-term.changed:
		case <-over:
			term.t.Fatal("got  a terminal that marks pastes\nwant it as it was")
		}
	}
}

// unmarked reports whether the terminal marks no pastes.
func (term *terminal) unmarked() bool {
	term.mu.Lock()
	defer term.mu.Unlock()
	text := term.text.String()
	return strings.LastIndex(text, "\x1b[?2004h") <= strings.LastIndex(text, "\x1b[?2004l")
}
