package interp

import (
	"io"
	"io/fs"
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
