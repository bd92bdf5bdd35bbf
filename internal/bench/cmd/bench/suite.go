package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/bpl-lang/bpl/internal/bench/curve"
	"github.com/bpl-lang/bpl/internal/bench/runner"
	"github.com/bpl-lang/bpl/internal/bench/suite"
	"github.com/bpl-lang/bpl/internal/bench/variant"
)

// suiteCommand runs the programs everywhere and prints or writes the report.
func suiteCommand(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	s, err := parseSettings(args, stderr)
	if err != nil {
		return err
	}
	root, err := runner.Root(ctx)
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "bpl-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = scratch
	}
	shop := runner.Workshop{Root: root, Bin: filepath.Join(cache, "bpl", "bench")}
	report, err := measureSuite(ctx, s, shop, scratch, func(format string, args ...any) {
		fmt.Fprintf(stderr, format+"\n", args...)
	})
	if err != nil {
		return err
	}
	report.Command = strings.Join(append([]string{"go run ./internal/bench/cmd/bench"}, args...), " ")
	if err := report.Text(stdout); err != nil {
		return err
	}
	if s.write {
		if err := writeReport(report, filepath.Join(root, "spec", "benchmarks.md")); err != nil {
			return err
		}
	}
	if len(report.Failures) > 0 {
		return fmt.Errorf("%d failed", len(report.Failures))
	}
	return nil
}

// handWritten begins the part of the document that other measurements and people write.
const handWritten = "<!-- What follows was not measured by this command, which leaves it as it is. -->\n"

// writeReport writes the document anew, but for what follows handWritten in it.
func writeReport(report *runner.Report, path string) error {
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var document bytes.Buffer
	if err := report.Markdown(&document); err != nil {
		return err
	}
	if _, kept, ok := strings.Cut(string(old), handWritten); ok {
		document.WriteString("\n" + handWritten + kept)
	}
	return os.WriteFile(path, document.Bytes(), 0o644)
}

// measureSuite builds, runs and sums up. Files are written to scratch.
func measureSuite(ctx context.Context, s settings, shop runner.Workshop, scratch string, progress func(string, ...any)) (*runner.Report, error) {
	programs, err := runner.Select(suite.Programs(), s.programs,
		func(p suite.Program) string { return p.Name }, func(suite.Program) bool { return true })
	if err != nil {
		return nil, fmt.Errorf("programs: %w", err)
	}
	known := runner.Peers(filepath.Join(shop.Root, "internal", "bench", "suite", "programs"))
	peers, err := runner.Select(known, s.peers,
		func(p runner.Peer) string { return p.Name }, func(p runner.Peer) bool { return !p.Extra })
	if err != nil {
		return nil, fmt.Errorf("peers: %w", err)
	}
	progress("building")
	report := &runner.Report{Rounds: s.rounds, Clock: s.clock, Machine: runner.MachineFacts()}
	report.Ready, report.Skipped = shop.Prepare(ctx, peers)
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	commands := append(report.Ready[:len(report.Ready):len(report.Ready)], s.extra...)
	var variants []runner.Command
	if s.variants {
		if variants, err = writeVariants(report.Ready, scratch); err != nil {
			return nil, err
		}
	}
	text := filepath.Join(scratch, "text.txt")
	if err := os.WriteFile(text, []byte(suite.Text(suite.TextSize)), 0o644); err != nil {
		return nil, err
	}
	run := runner.Run{
		Rounds: s.rounds, Programs: programs, Commands: append(commands, variants...),
		TextFile: text, Timeout: s.timeout, Process: runner.Execute, Progress: progress,
	}
	figures, err := run.Do(ctx)
	if err != nil {
		return nil, err
	}
	report.Failures = figures.Failures
	view := runner.View{Figures: figures, Programs: programs, Peers: names(commands), Clock: s.clock}
	report.Show(view, names(variants))
	if s.starts > 0 {
		if err := measureStarts(ctx, s, shop, report, progress); err != nil {
			return nil, err
		}
	}
	if s.curves {
		progress("curves")
		t, err := curve.Table(ctx)
		if err != nil {
			return nil, err
		}
		report.Tables = append(report.Tables, t)
	}
	return report, nil
}

func names(commands []runner.Command) []string {
	var all []string
	for _, c := range commands {
		all = append(all, c.Name)
	}
	return all
}

// writeVariants makes a peer of each way to write the programs.
func writeVariants(ready []runner.Command, scratch string) ([]runner.Command, error) {
	var all []runner.Command
	for _, c := range ready {
		if c.Name != "bpl" {
			continue
		}
		for _, v := range variant.Variants() {
			dir := filepath.Join(scratch, v.Name)
			if err := v.Write(dir); err != nil {
				return nil, err
			}
			own := c
			own.Name, own.Args = v.Name, []string{"-dir", dir}
			all = append(all, own)
		}
		return all, nil
	}
	return nil, errors.New("variants: the peer bpl is not among those that run")
}

// measureStarts compares the starts of processes with that of one that does nothing.
func measureStarts(ctx context.Context, s settings, shop runner.Workshop, report *runner.Report, progress func(string, ...any)) error {
	progress("starts")
	var starters []runner.Starter
	for _, own := range []struct {
		name, pkg string
		args      []string
	}{{"empty", "internal/bench/cmd/empty", nil}, {"bpl eval 1", "cmd/bpl", []string{"eval", "1"}}} {
		path, err := shop.Build(ctx, own.pkg, "")
		if err != nil {
			return err
		}
		starters = append(starters, runner.Starter{Name: own.name, Path: path, Args: own.args})
	}
	starters = append(starters, runner.Starters(report.Ready)...)
	times, failures, err := runner.Starts(ctx, runner.Execute, s.starts, starters)
	if err != nil {
		return err
	}
	report.Failures = append(report.Failures, failures...)
	report.Tables = append(report.Tables, runner.StartTable(times))
	return nil
}
