package main

import (
	"context"
	"errors"
	"io"
	"os/exec"
	"time"
)

// processGrace is how long a program that was ended may still hold its streams.
const processGrace = 100 * time.Millisecond

// runProcess runs a program for (system …). Where ctx ends, the program is ended with all
// that it started.
func runProcess(ctx context.Context, argv []string, out, errOut io.Writer) (status int, err error) {
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Stdout, cmd.Stderr = out, errOut
	cmd.WaitDelay = processGrace
	ownGroup(cmd)
	err = cmd.Run()
	var exited *exec.ExitError
	if errors.As(err, &exited) {
		return exitStatus(exited), nil
	}
	if errors.Is(err, exec.ErrWaitDelay) { // it ended, something that it started did not
		return 0, nil
	}
	return 0, err
}
