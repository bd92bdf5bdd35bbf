package interp

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// DirFiles returns files beneath folders: those of read can be read, looked at and listed,
// in those of write files and folders can be made and removed; a folder for both stands in
// both. Links that lead out are not followed. Paths are those of the operating system. The
// folders must exist. It is safe for concurrent use.
func DirFiles(read, write []string) (Files, error) {
	var d dirFiles
	var err error
	if d.read, err = openFolders(read); err != nil {
		return nil, err
	}
	if d.write, err = openFolders(write); err != nil {
		return nil, err
	}
	return &d, nil
}

type dirFiles struct{ read, write []folder }

// A folder is a granted folder, under the path that the host gave and the one without
// links.
type folder struct {
	root  *os.Root
	paths []string
}

func openFolders(names []string) ([]folder, error) {
	var folders []folder
	for _, name := range names {
		given, err := filepath.Abs(name)
		if err != nil {
			return nil, fmt.Errorf("folder %s: %w", name, err)
		}
		root, err := os.OpenRoot(given)
		if err != nil {
			return nil, fmt.Errorf("folder %s: %w", name, err)
		}
		f := folder{root: root, paths: []string{given}}
		if real, err := filepath.EvalSymlinks(given); err == nil && real != given {
			f.paths = append(f.paths, real)
		}
		folders = append(folders, f)
	}
	return folders, nil
}

// inFolder runs use with the folder that the path is beneath, and the rest of the path.
func inFolder[T any](folders []folder, op, path string, use func(root *os.Root, rest string) (T, error)) (T, error) {
	var none T
	if path == "" {
		return none, &fs.PathError{Op: op, Path: path, Err: fs.ErrNotExist}
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return none, err
	}
	for _, f := range folders {
		for _, p := range f.paths {
			rest, err := filepath.Rel(p, abs)
			if err != nil || !filepath.IsLocal(rest) {
				continue
			}
			v, err := use(f.root, rest)
			return v, refused(op, path, err)
		}
	}
	return none, &fs.PathError{Op: op, Path: path, Err: fs.ErrPermission}
}

// refused turns the error of a link that leads out of a folder into fs.ErrPermission.
// Package os has no name for it.
func refused(op, path string, err error) error {
	var e *fs.PathError
	if errors.As(err, &e) && e.Err.Error() == "path escapes from parent" {
		return &fs.PathError{Op: op, Path: path, Err: fs.ErrPermission}
	}
	return err
}

func (d *dirFiles) Open(path string) (io.ReadCloser, error) {
	return inFolder(d.read, "open", path, func(root *os.Root, rest string) (io.ReadCloser, error) {
		return opened(root.Open(rest))
	})
}

func (d *dirFiles) Create(path string, appending bool) (io.WriteCloser, error) {
	return inFolder(d.write, "open", path, func(root *os.Root, rest string) (io.WriteCloser, error) {
		return created(root.OpenFile(rest, createFlags(appending), 0o666))
	})
}

func (d *dirFiles) Stat(path string) (fs.FileInfo, error) {
	return inFolder(d.read, "stat", path, (*os.Root).Stat)
}

func (d *dirFiles) ReadDir(path string) ([]fs.DirEntry, error) {
	return inFolder(d.read, "open", path, func(root *os.Root, rest string) ([]fs.DirEntry, error) {
		dir, err := root.Open(rest)
		if err != nil {
			return nil, err
		}
		defer func() { _ = dir.Close() }()
		return dir.ReadDir(-1)
	})
}

func (d *dirFiles) Remove(path string) error {
	_, err := inFolder(d.write, "remove", path, func(root *os.Root, rest string) (struct{}, error) {
		return struct{}{}, root.Remove(rest)
	})
	return err
}

func (d *dirFiles) Mkdir(path string) error {
	_, err := inFolder(d.write, "mkdir", path, func(root *os.Root, rest string) (struct{}, error) {
		return struct{}{}, root.Mkdir(rest, 0o777)
	})
	return err
}
