//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a program the leader of a process group, which is what a context ends.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// exitStatus is the status as a shell gives it: 128 and the signal that ended a program.
func exitStatus(e *exec.ExitError) int {
	if w, ok := e.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return 128 + int(w.Signal())
	}
	return e.ExitCode()
}
