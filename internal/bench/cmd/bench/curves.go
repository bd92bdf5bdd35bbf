package main

import (
	"context"
	"flag"
	"io"

	"github.com/bpl-lang/bpl/internal/bench/curve"
)

// curvesCommand prints what elements of small and of large data cost.
func curvesCommand(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	f := flag.NewFlagSet("bench curves", flag.ContinueOnError)
	f.SetOutput(stderr)
	if err := f.Parse(args); err != nil {
		return err
	}
	t, err := curve.Table(ctx)
	if err != nil {
		return err
	}
	return t.Text(stdout)
}
