package runner

import (
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// Prepare builds or finds the peers. Those that cannot be had are skipped.
func (w Workshop) Prepare(ctx context.Context, peers []Peer) (ready []Command, skipped []Skipped) {
	for _, p := range peers {
		prepare, reason := w.built, "could not be built"
		if p.Package == "" {
			prepare, reason = installed, "does not run"
		}
		c, err := prepare(ctx, p)
		if errors.Is(err, errNotInstalled) {
			reason = err.Error()
		}
		if err != nil {
			skipped = append(skipped, Skipped{p.Name, reason, err.Error()})
			continue
		}
		ready = append(ready, c)
	}
	return ready, skipped
}

func (w Workshop) built(ctx context.Context, p Peer) (Command, error) {
	path, err := w.Build(ctx, p.Package, p.Module)
	if err != nil {
		return Command{}, err
	}
	return Command{Peer: p, Path: path, Release: libraryVersion(path, p.Library)}, nil
}

var errNotInstalled = errors.New("is not installed")

func installed(ctx context.Context, p Peer) (Command, error) {
	path, err := exec.LookPath(p.Program)
	if err != nil {
		return Command{}, errNotInstalled
	}
	ask := func(args ...string) (string, error) {
		out, err := exec.CommandContext(ctx, path, args...).CombinedOutput()
		if err != nil {
			return "", fmt.Errorf("%s %v: %w", p.Program, args, err)
		}
		return strings.TrimSpace(string(out)), nil
	}
	c := Command{Peer: p, Path: path}
	if p.Version != "" {
		out, err := ask(p.Version)
		if err != nil {
			return Command{}, err
		}
		c.Release = release(out)
	}
	if p.Locate != nil {
		if c.Path, err = ask(p.Locate...); err != nil {
			return Command{}, err
		}
	}
	return c, nil
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
