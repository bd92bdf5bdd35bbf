package runner

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/internal/bench/measure"
)

// A Process runs a command to its end and returns what it wrote to standard output.
type Process func(ctx context.Context, path string, args ...string) (string, error)

// Execute is the Process of real processes. Its error holds what the command complained of.
func Execute(ctx context.Context, path string, args ...string) (string, error) {
	var out, complaint bytes.Buffer
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Stdout, cmd.Stderr = &out, &complaint
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case err != nil:
		return "", fmt.Errorf("%w: %s", err, firstLines(complaint.String(), 3))
	}
	return out.String(), nil
}

// once runs a program in one process of the peer and checks its sum.
func (r *Run) once(ctx context.Context, c Command, program, want string) (measure.Result, error) {
	limit := r.Timeout
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("takes more than %s", limit))
	defer cancel()
	out, err := r.Process(ctx, c.Path, c.arguments(program, r.TextFile)...)
	if err != nil {
		return measure.Result{}, err
	}
	result, err := measure.ParseResult(out)
	if err != nil {
		return measure.Result{}, err
	}
	if strings.TrimSpace(result.Sum) != want {
		return measure.Result{}, fmt.Errorf("sum: got %s, want %s", result.Sum, want)
	}
	return result, nil
}
