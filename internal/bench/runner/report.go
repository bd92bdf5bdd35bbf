package runner

import (
	"fmt"
	"io"
	"strings"
)

// A Report is everything that one call of the command found out.
type Report struct {
	Command  string // that makes the report again
	Rounds   int
	Clock    Clock
	Machine  []Fact
	Ready    []Command
	Skipped  []Skipped
	Tables   []*Table
	Verdicts []string // sentences about targets
	Failures []Failure
}

// Text writes the report for a terminal.
func (r *Report) Text(w io.Writer) error {
	var b strings.Builder
	for _, s := range r.Skipped {
		fmt.Fprintf(&b, "skipped: %s: %s\n", s.Name, s.Detail)
	}
	for _, t := range r.Tables {
		if err := t.Text(&b); err != nil {
			return err
		}
	}
	if len(r.Verdicts) > 0 {
		fmt.Fprintln(&b)
	}
	for _, v := range r.Verdicts {
		fmt.Fprintln(&b, v)
	}
	for _, f := range r.Failures {
		fmt.Fprintf(&b, "failed: %s\n", f)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Markdown writes the report as a document.
func (r *Report) Markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, `# Benchmarks

This file is written by

    %s

Each combination of round, program and peer is a process of its own; all peers run one program before the next
begins, so that whatever else the machine does disturbs all of them alike. In a process the program is repeated
and the best time counts. %s
bpl collects no garbage below a heap of 16 MiB there, as its command does; the other peers in Go begin at 4 MiB,
as every Go program, and so does bpl where the environment has GOGC=100.

The programs are in `+"`internal/bench/suite/programs`"+`; all peers must return the same number.

## Machine

`, r.Command, clockNote(r.Clock))
	for _, f := range r.Machine {
		fmt.Fprintf(&b, "- %s: %s\n", f.Name, f.Value)
	}
	fmt.Fprintf(&b, "- rounds: %d\n\n## Peers\n\n", r.Rounds)
	for _, c := range r.Ready {
		if c.Release != "" {
			fmt.Fprintf(&b, "- %s: %s\n", c.Name, c.Release)
		}
	}
	for _, s := range r.Skipped {
		fmt.Fprintf(&b, "- %s %s\n", s.Name, s.Reason)
	}
	for _, f := range r.Failures {
		fmt.Fprintf(&b, "- %s failed in %s\n", f.Peer, f.Program)
	}
	if len(r.Verdicts) > 0 {
		fmt.Fprintf(&b, "\n## Targets\n\n")
	}
	for _, v := range r.Verdicts {
		fmt.Fprintf(&b, "- %s\n", v)
	}
	for _, t := range r.Tables {
		if err := t.Markdown(&b); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func clockNote(c Clock) string {
	if c == CPU {
		return "Times are processor times of all\nthreads of a process, so peers in Go pay for collecting garbage on other cores."
	}
	return "Times are those of the clock; only\nLua, which has none that is fine enough, counts processor time."
}
