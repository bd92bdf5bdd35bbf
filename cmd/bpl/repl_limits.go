package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/repl"
)

// sessionLimits are the limits that :limits sets in a session.
type sessionLimits struct {
	given []string // of the command line
	set   []string // by the command, NAME=N
}

// limits are those of the next evaluations.
func (l *sessionLimits) limits() (interp.Limits, error) {
	return parseLimits(append(append([]string(nil), l.given...), l.set...))
}

// apply sets the limits of a session.
func (l *sessionLimits) apply(s *interp.Session) error {
	limits, err := l.limits()
	if err == nil {
		s.SetLimits(limits)
	}
	return err
}

// command is :limits, which shows and sets the limits of the evaluations that follow.
func (l *sessionLimits) command() repl.Command {
	return repl.Command{
		Name: "limits", Args: "[NAME=N...]", Summary: "show what the last evaluation used and what may be used; set limits",
		Run: func(_ context.Context, console *repl.Console, args string) error {
			for _, word := range strings.Fields(args) {
				if _, err := parseLimits([]string{word}); err != nil {
					return repl.Misuse(strings.TrimLeft(strings.TrimPrefix(err.Error(), "--limit"), ": "))
				}
				l.set = append(l.set, word)
			}
			if err := l.apply(console.Session()); err != nil {
				return err
			}
			return l.show(console)
		},
	}
}

// show lists the limits, with what has been used.
func (l *sessionLimits) show(console *repl.Console) error {
	wanted, err := l.limits()
	if err != nil {
		return err
	}
	outer, err := parseLimits(l.given)
	if err != nil {
		return err
	}
	now := wanted.WithDefaults().Within(outer.WithDefaults())
	stats := console.Session().Stats()
	used := map[string]int64{"steps": stats.Steps, "bytes": stats.Bytes, "allocated": stats.Allocated,
		"output": stats.Output, "spawned": int64(stats.Executors + stats.Timers)}
	var b strings.Builder
	for _, limit := range limits() {
		figure := ""
		if n, ok := used[limit.name]; ok {
			figure = fmt.Sprint(n)
		}
		fmt.Fprintf(&b, "  %-12s %12s of %-12s %s\n", limit.name, figure, limit.show(limit.get(&now)), limit.meaning)
	}
	_, err = console.Out().Write([]byte(b.String()))
	return err
}
