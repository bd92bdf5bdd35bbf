//go:build unix

package kafkatest

import (
	"context"
	"os/exec"
	"syscall"
)

// runGroup runs a command as a process group, so that interrupting it reaches
// what it started, too: the go command does not pass signals on to tests.
func runGroup(ctx context.Context, cmd *exec.Cmd) error {
	cmd.SysProcAttr = ownGroup()
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) }
	if err := cmd.Start(); err != nil {
		return err
	}
	err := cmd.Wait()
	if ctx.Err() != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // an error means that nobody is left
	}
	return err
}
