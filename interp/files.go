package interp

import (
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Files is the file capability. fs.FS alone would not do: it cannot name "/etc/hosts" or
// "../x". An error that is fs.ErrPermission becomes the exception PermissionDenied, others
// IOException. Relative paths go from the working directory; load and require make paths
// from the folder of the loading file. Implementations must be safe for concurrent use.
type Files interface {
	Open(path string) (io.ReadCloser, error)
	Create(path string, appending bool) (io.WriteCloser, error)
	Stat(path string) (fs.FileInfo, error)
	ReadDir(path string) ([]fs.DirEntry, error)
	Remove(path string) error
	Mkdir(path string) error
}

// OSFiles returns the files of the operating system: everything that the process may do.
// It is safe for concurrent use.
func OSFiles() Files { return osFiles{} }

type osFiles struct{}

func (osFiles) Open(path string) (io.ReadCloser, error) { return opened(os.Open(path)) }

func (osFiles) Create(path string, appending bool) (io.WriteCloser, error) {
	return created(os.OpenFile(path, createFlags(appending), 0o666))
}

func (osFiles) Stat(path string) (fs.FileInfo, error)      { return os.Stat(path) }
func (osFiles) ReadDir(path string) ([]fs.DirEntry, error) { return os.ReadDir(path) }
func (osFiles) Remove(path string) error                   { return os.Remove(path) }
func (osFiles) Mkdir(path string) error                    { return os.Mkdir(path, 0o777) }

func createFlags(appending bool) int {
	if appending {
		return os.O_WRONLY | os.O_CREATE | os.O_APPEND
	}
	return os.O_WRONLY | os.O_CREATE | os.O_TRUNC
}

// opened keeps a nil file from becoming an interface that is not nil.
func opened(f *os.File, err error) (io.ReadCloser, error) {
	if err != nil {
		return nil, err
	}
	return f, nil
}

func created(f *os.File, err error) (io.WriteCloser, error) {
	if err != nil {
		return nil, err
	}
	return f, nil
}

// FSFiles returns the files of fsys, to be read only. Its root is what "/" and relative
// paths begin at. It is safe for concurrent use if fsys is.
func FSFiles(fsys fs.FS) Files { return fsFiles{fsys} }

type fsFiles struct{ fsys fs.FS }

// within returns the path as package fs wants it.
func (f fsFiles) within(op, name string) (string, error) {
	clean := path.Clean("/" + filepath.ToSlash(name))[1:]
	if escapes(name) {
		return "", &fs.PathError{Op: op, Path: name, Err: fs.ErrPermission}
	}
	if clean == "" {
		clean = "."
	}
	return clean, nil
}

// escapes reports whether a path leads above where it begins.
func escapes(name string) bool {
	rest := strings.TrimLeft(filepath.ToSlash(name), "/")
	return rest != "" && !filepath.IsLocal(filepath.FromSlash(rest))
}

func (f fsFiles) Open(name string) (io.ReadCloser, error) {
	p, err := f.within("open", name)
	if err != nil {
		return nil, err
	}
	return f.fsys.Open(p)
}

func (f fsFiles) Stat(name string) (fs.FileInfo, error) {
	p, err := f.within("stat", name)
	if err != nil {
		return nil, err
	}
	return fs.Stat(f.fsys, p)
}

func (f fsFiles) ReadDir(name string) ([]fs.DirEntry, error) {
	p, err := f.within("open", name)
	if err != nil {
		return nil, err
	}
	return fs.ReadDir(f.fsys, p)
}

func (f fsFiles) Create(name string, _ bool) (io.WriteCloser, error) {
	return nil, readOnly("create", name)
}

func (f fsFiles) Remove(name string) error { return readOnly("remove", name) }
func (f fsFiles) Mkdir(name string) error  { return readOnly("mkdir", name) }

func readOnly(op, name string) error {
	return &fs.PathError{Op: op, Path: name, Err: fs.ErrPermission}
}
