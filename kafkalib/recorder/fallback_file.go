package recorder

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// A FileOptions says where and how a [FileFallback] writes.
type FileOptions struct {
	// Path of the file. Full files are renamed to Path.1, Path.2, … where the
	// greatest number is the oldest one.
	Path string
	// MaxBytes after which a file is full; 64 MiB where it is 0.
	MaxBytes int64
	// Keep is how many full files are kept; 5 where it is 0. Older ones are
	// removed.
	Keep int
}

const (
	defaultFileBytes = 64 << 20
	defaultFileKeep  = 5
	greatestKeep     = 10_000
)

// FileFallback returns a fallback that appends events as lines of JSON to a file,
// which only the user may read, and rotates it. The file is opened by the first
// event. Several recorders need several files.
func FileFallback(o FileOptions) (Fallback, error) {
	if o.Path == "" {
		return nil, errors.New("the path of the file is missing")
	}
	if o.MaxBytes < 0 {
		return nil, fmt.Errorf("the greatest size of the file: got %d bytes, expected at least 1, or 0 for %d", o.MaxBytes, defaultFileBytes)
	}
	if o.Keep < 0 || o.Keep > greatestKeep {
		return nil, fmt.Errorf("the number of full files: got %d, expected 1 to %d, or 0 for %d", o.Keep, greatestKeep, defaultFileKeep)
	}
	orElse(&o.MaxBytes, defaultFileBytes)
	orElse(&o.Keep, defaultFileKeep)
	return &fileFallback{options: o}, nil
}

type fileFallback struct {
	options FileOptions
	file    *os.File
	size    int64
	buffer  []byte
	ends    []int // where the lines of the buffer end
}

func (f *fileFallback) Name() string { return "file" }

func (f *fileFallback) Write(ctx context.Context, events []*Event) (int, error) {
	done := 0
	for done < len(events) {
		if err := ctx.Err(); err != nil {
			return done, err
		}
		if err := f.open(); err != nil {
			return done, err
		}
		f.fill(events[done:])
		n, err := f.flush()
		done += n
		if err != nil {
			return done, err
		}
	}
	return done, nil
}

// open opens the file, and begins a new one where it is full.
func (f *fileFallback) open() error {
	if f.file != nil && f.size < f.options.MaxBytes {
		return nil
	}
	if f.file != nil {
		if err := f.rotate(); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Dir(f.options.Path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(f.options.Path, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	size, err := endedLine(file)
	if err != nil {
		_ = file.Close()
		return err
	}
	f.file, f.size = file, size
	if size >= f.options.MaxBytes {
		return f.open()
	}
	return nil
}

// endedLine makes sure that the file ends with the end of a line, which an
// earlier process may not have written, and returns its size.
func endedLine(file *os.File) (int64, error) {
	info, err := file.Stat()
	if err != nil || info.Size() == 0 {
		return 0, err
	}
	last := []byte{0}
	if _, err := file.ReadAt(last, info.Size()-1); err != nil {
		return 0, err
	}
	if last[0] == '\n' {
		return info.Size(), nil
	}
	_, err = file.Write([]byte{'\n'})
	return info.Size() + 1, err
}

// rotate renames the full files, each to the next number.
func (f *fileFallback) rotate() error {
	if err := f.Close(); err != nil {
		return err
	}
	for n := f.options.Keep; n > 0; n-- {
		from := f.options.Path
		if n > 1 {
			from = f.numbered(n - 1)
		}
		if err := os.Rename(from, f.numbered(n)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func (f *fileFallback) numbered(n int) string { return f.options.Path + "." + strconv.Itoa(n) }

// fill puts lines into the buffer until the file will be full.
func (f *fileFallback) fill(events []*Event) {
	f.buffer, f.ends = f.buffer[:0], f.ends[:0]
	for _, e := range events {
		f.buffer = appendLine(f.buffer, e)
		f.ends = append(f.ends, len(f.buffer))
		if f.size+int64(len(f.buffer)) >= f.options.MaxBytes {
			return
		}
	}
}

// flush writes the buffer and returns how many lines are in the file. Part of a
// line is taken away again.
func (f *fileFallback) flush() (int, error) {
	n, err := f.file.Write(f.buffer)
	if err == nil {
		f.size += int64(n)
		return len(f.ends), nil
	}
	lines, whole := 0, 0
	for _, end := range f.ends {
		if end <= n {
			lines, whole = lines+1, end
		}
	}
	f.size += int64(whole)
	if whole < n {
		if cut := f.file.Truncate(f.size); cut != nil {
			err = errors.Join(err, cut)
		}
	}
	return lines, errors.Join(err, f.Close())
}

// Close closes the file; the next event opens it again.
func (f *fileFallback) Close() error {
	if f.file == nil {
		return nil
	}
	err := f.file.Close()
	f.file, f.size = nil, 0
	return err
}
