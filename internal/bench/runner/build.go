package runner

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// A Workshop builds Go commands.
type Workshop struct {
	Root string // of the repository
	Bin  string // where executables go; kept between runs it saves linking
}

// Root returns the root of the repository that holds the working directory.
func Root(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOMOD: %w", err)
	}
	file := strings.TrimSpace(string(out))
	text, err := os.ReadFile(file)
	if err != nil || !bytes.Contains(text, []byte("module github.com/bpl-lang/bpl\n")) {
		return "", errors.New("the working directory is not in the repository of bpl, whose commands are to be built")
	}
	return filepath.Dir(file), nil
}

// Build builds the command in the folder pkg of the module in the folder module, both from
// the root, and returns the path of the executable.
func (w Workshop) Build(ctx context.Context, pkg, module string) (string, error) {
	dir := filepath.Join(w.Root, module)
	inside, err := filepath.Rel(module, pkg)
	if module == "" {
		inside, err = pkg, nil
	}
	if err != nil {
		return "", err
	}
	exe := filepath.Join(w.Bin, filepath.Base(pkg))
	if runtime.GOOS == "windows" {
		exe += ".exe"
	}
	args := []string{"build", "-o", exe}
	if module != "" {
		// A copy of go.mod may be changed: that of the peers takes in what this project
		// requires, which moves on without it.
		copied, err := w.copyModule(dir)
		if err != nil {
			return "", err
		}
		args = append(args, "-mod=mod", "-modfile="+copied)
	}
	cmd := exec.CommandContext(ctx, "go", append(args, "./"+filepath.ToSlash(inside))...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build %s: %w: %s", pkg, err, firstLines(string(out), 3))
	}
	return exe, nil
}

func (w Workshop) copyModule(dir string) (string, error) {
	copied := filepath.Join(w.Bin, "module")
	if err := os.MkdirAll(copied, 0o755); err != nil {
		return "", err
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(copied, name), text, 0o644); err != nil {
			return "", err
		}
	}
	return filepath.Join(copied, "go.mod"), nil
}
