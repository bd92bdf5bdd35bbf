package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"path/filepath"

	"github.com/bpl-lang/bpl/internal/bench/guard"
	"github.com/bpl-lang/bpl/internal/bench/runner"
)

// guardCommand compares the programs with the stored baseline, or stores a new one.
func guardCommand(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	f := flag.NewFlagSet("bench guard", flag.ContinueOnError)
	f.SetOutput(stderr)
	update := f.Bool("update", false, "store what is measured as the new baseline")
	if err := f.Parse(args); err != nil {
		return err
	}
	baseline, err := guard.Baseline()
	if err != nil {
		return err
	}
	findings, err := guard.Measure(ctx, baseline)
	if err != nil {
		return err
	}
	now, lost := guard.Ratios{}, 0
	for _, finding := range findings {
		fmt.Fprintln(stdout, finding)
		now[finding.Program] = finding.Now
		if finding.Lost() || finding.Baseline == 0 {
			lost++
		}
	}
	if *update {
		root, err := runner.Root(ctx)
		if err != nil {
			return err
		}
		return now.Store(filepath.Join(root, "internal", "bench", "guard", "baseline.json"))
	}
	if lost > 0 {
		return fmt.Errorf("%d of %d programs take more than %.0f %% longer than by the baseline, or have none; "+
			"a loss that is meant is stored by -update", lost, len(findings), (guard.Loss-1)*100)
	}
	return nil
}
