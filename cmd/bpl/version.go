package main

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

func (c *command) newVersion() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "version [--json]",
		Short: "tell versions and limits",
		Long:  "Prints the version of bpl and of what it is built with, and every limit of an evaluation\nwith its value where --limit sets no other.",
		Args:  argCount(0, 0, ""),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return c.subcommand(cmd, func(context.Context, []string) int { return c.version(asJSON) })
}

// versions are what bpl is made of. An absent part was not noted by the build.
type versions struct {
	Version  string         `json:"version"`
	Commit   string         `json:"commit,omitempty"`
	Modified bool           `json:"modified,omitempty"` // the sources were not those of the commit
	Go       string         `json:"go"`
	Platform string         `json:"platform"`
	FranzGo  string         `json:"franz-go,omitempty"`
	Limits   []limitDefault `json:"limits"`
}

type limitDefault struct {
	Name    string `json:"name"`
	Default string `json:"default"` // a number or "unlimited"
	Meaning string `json:"meaning"`
}

// builtVersions reads what the build noted.
func builtVersions() versions {
	v := versions{Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" {
			v.Version = info.Main.Version
		}
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				v.Commit = s.Value
			case "vcs.modified":
				v.Modified = s.Value == "true"
			}
		}
		for _, dep := range info.Deps {
			if dep.Path == "github.com/twmb/franz-go" {
				v.FranzGo = dep.Version
			}
		}
	}
	standard := commandLimits().WithDefaults()
	for _, l := range limits() {
		v.Limits = append(v.Limits, limitDefault{l.name, l.show(l.get(&standard)), l.meaning})
	}
	return v
}

func (c *command) version(asJSON bool) int {
	v := builtVersions()
	if asJSON {
		text, err := json.MarshalIndent(v, "", "  ")
		if err != nil {
			return c.report(err)
		}
		return c.print(string(text) + "\n")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "bpl %s\n", v.Version)
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "  %-10s %s\n", name, value)
		}
	}
	commit := v.Commit
	if v.Modified {
		commit += " with changes"
	}
	line("commit", commit)
	line("go", v.Go+" "+v.Platform)
	line("franz-go", v.FranzGo)
	b.WriteString("\nlimits of an evaluation (--limit NAME=N)\n")
	for _, l := range v.Limits {
		fmt.Fprintf(&b, "  %-12s %-11s %s\n", l.Name, l.Default, l.Meaning)
	}
	return c.print(b.String())
}

// print writes the output of a command and returns the exit code.
func (c *command) print(text string) int {
	out := &outlet{w: c.out}
	if _, err := out.Write([]byte(text)); err != nil {
		return c.report(fmt.Errorf("standard output: %w", err))
	}
	return exitOK
}
