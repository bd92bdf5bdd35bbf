package kafkatest

import (
	"context"
	"os"
	"os/exec"
	"time"
)

// Run runs a command in whose environment tests find the cluster, with the
// standard streams of this process, and returns when it has ended. If ctx ends
// before, the command and all that it started are interrupted and, ten seconds
// later, killed.
func (c *Cluster) Run(ctx context.Context, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), c.Environment()...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.WaitDelay = 10 * time.Second
	return runGroup(ctx, cmd)
}
