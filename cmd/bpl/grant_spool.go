package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// spool allows a folder for a spool beneath those that may be written, whatever symbolic
// links lead there.
func (g *grants) spool(dir string) error {
	real, err := realPath(dir)
	if err != nil {
		return err
	}
	for _, root := range g.write {
		top, err := realPath(root)
		if err != nil {
			continue
		}
		if rel, err := filepath.Rel(top, real); err == nil && filepath.IsLocal(rel) {
			return nil
		}
	}
	return errors.New("it is not beneath a folder of --allow-write")
}

// realPath is the absolute path without symbolic links; what does not exist yet stays as it
// is written.
func realPath(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	missing := ""
	for {
		real, err := filepath.EvalSymlinks(path)
		if err == nil {
			return filepath.Join(real, missing), nil
		}
		parent := filepath.Dir(path)
		if !errors.Is(err, fs.ErrNotExist) || parent == path {
			return "", err
		}
		if _, err := os.Lstat(path); err == nil {
			return "", fmt.Errorf("%s is a link that leads nowhere", path)
		}
		missing = filepath.Join(filepath.Base(path), missing)
		path = parent
	}
}
