//go:build !unix

package kafkatest

import (
	"context"
	"os/exec"
)

func runGroup(_ context.Context, cmd *exec.Cmd) error { return cmd.Run() }
