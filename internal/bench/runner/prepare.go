package runner

import (
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

var errNotInstalled = errors.New("is not installed")

// Prepare builds or finds the peers. Those that cannot be had are skipped.
func (w Workshop) Prepare(ctx context.Context, peers []Peer) (ready []Command, skipped []Skipped) {
	for _, p := range peers {
		c, err := w.prepare(ctx, p)
		if err != nil {
			reason := "could not be built"
			if errors.Is(err, errNotInstalled) {
				reason = err.Error()
			}
			skipped = append(skipped, Skipped{p.Name, reason, err.Error()})
			continue
		}
		ready = append(ready, c)
	}
	return ready, skipped
}

func (w Workshop) prepare(ctx context.Context, p Peer) (Command, error) {
	if p.Package == "" {
		path, err := exec.LookPath(p.Program)
		if err != nil {
			return Command{}, errNotInstalled
		}
		if p.Locate != nil {
			out, err := exec.CommandContext(ctx, path, p.Locate...).Output()
			if err != nil {
				return Command{}, fmt.Errorf("%s %v: %w", p.Program, p.Locate, err)
			}
			path = strings.TrimSpace(string(out))
		}
		c := Command{Peer: p, Path: path}
		if p.Version != "" {
			out, err := exec.CommandContext(ctx, path, p.Version).CombinedOutput()
			if err != nil {
				return Command{}, fmt.Errorf("%s %s: %w", p.Program, p.Version, err)
			}
			c.Release = release(string(out))
		}
		return c, nil
	}
	path, err := w.Build(ctx, p.Package, p.Module)
	if err != nil {
		return Command{}, err
	}
	return Command{Peer: p, Path: path, Release: libraryVersion(path, p.Library)}, nil
}

// release returns what an executable says of its version, without its copyright.
func release(out string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(out), "\n")
	for _, mark := range []string{"Copyright", " -- "} {
		line, _, _ = strings.Cut(line, mark)
	}
	return strings.TrimSpace(line)
}

// libraryVersion returns the version of a module in an executable, "" if it is not in it.
func libraryVersion(path, library string) string {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return ""
	}
	for _, dep := range info.Deps {
		if dep.Path == library {
			return dep.Version
		}
	}
	return ""
}

func firstLines(s string, n int) string {
	lines := strings.SplitN(strings.TrimSpace(s), "\n", n+1)
	return strings.Join(lines[:min(len(lines), n)], "; ")
}
