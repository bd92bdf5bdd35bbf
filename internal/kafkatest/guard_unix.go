//go:build unix

package kafkatest

import (
	"io"
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// A guard is a shell that waits for a line on a pipe whose other end only this
// process holds. When this process dies, by whatever means, the pipe ends
// instead, and the shell kills the guarded process.
type guard struct {
	cmd  *exec.Cmd
	pipe io.WriteCloser
}

func startGuard(pid int) (*guard, error) {
	cmd := exec.Command("/bin/sh", "-c", `read -r line || kill -KILL "$1"`, "guard", strconv.Itoa(pid))
	cmd.SysProcAttr = ownGroup()
	pipe, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &guard{cmd, pipe}, nil
}

// stop ends a guard whose process is gone.
func (g *guard) stop() {
	if g == nil {
		return
	}
	_, _ = io.WriteString(g.pipe, "done\n") // an error means that the guard is gone, too
	_ = g.cmd.Wait()
}

// heldCommand returns a command that, once started, waits for release before it
// becomes the program at path. So the guard of its process is there before it
// does anything; if this process dies earlier, the command just ends.
func heldCommand(path string, args ...string) (cmd *exec.Cmd, release func() error, err error) {
	cmd = exec.Command("/bin/sh", append([]string{"-c", `read -r line && exec "$@" </dev/null`, "held", path}, args...)...)
	cmd.SysProcAttr = ownGroup()
	pipe, err := cmd.StdinPipe()
	if err != nil {
		return nil, nil, err
	}
	return cmd, func() error {
		if _, err := io.WriteString(pipe, "go\n"); err != nil {
			return err
		}
		return pipe.Close()
	}, nil
}

// ownGroup keeps a process away from the signals of the terminal: after Ctrl-C
// the owner still uses its brokers, and stops them itself.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func signalTerminate(p *os.Process) error { return p.Signal(syscall.SIGTERM) }

func signalPause(p *os.Process, on bool) error {
	if on {
		return p.Signal(syscall.SIGSTOP)
	}
	return p.Signal(syscall.SIGCONT)
}
