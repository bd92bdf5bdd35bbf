package core

import (
	"context"
	"io"
	"io/fs"
	"slices"

	"github.com/bpl-lang/bpl/interp/internal/eval"
)

// readPiece is how much is read without looking at limits.
const readPiece = 1 << 20

// ReadFile returns the contents of a file for the function fn. It works on files that never end, up to the
// longest string there may be.
func ReadFile(f *eval.Frame, fn, path string) string {
	var file io.ReadCloser
	size := int64(0)
	fileWork(f, fn, path, func(files eval.Files) (err error) {
		if file, err = files.Open(path); err == nil {
			size = sizeOf(file)
		}
		return err
	})
	defer func() { _ = file.Close() }()
	longest := f.Executor().Evaluation().Limits().StringLen
	text := make([]byte, 0, min(size, longest)+1)
	for ended := false; !ended; {
		before := len(text)
		err := f.Unlocked(func(ctx context.Context) (err error) {
			stop := closeOnCancel(ctx, file)
			defer stop()
			text, ended, err = readOn(file, text, int(min(int64(before)+readPiece, longest+1)))
			return err
		})
		if err != nil {
			throwFile(fn, path, err)
		}
		f.CheckText(len(text) - before)
		if int64(len(text)) > longest {
			eval.ExceedLimit("string-len", longest)
		}
	}
	return stringOf(text)
}

// readOn reads until text has n bytes or the reader ends.
func readOn(r io.Reader, text []byte, n int) (all []byte, ended bool, err error) {
	for len(text) < n {
		text = slices.Grow(text, 1)
		room := text[len(text):min(cap(text), n)]
		got, err := r.Read(room)
		text = text[:len(text)+got]
		if err == io.EOF {
			return text, true, nil
		}
		if err != nil {
			return text, false, err
		}
	}
	return text, false, nil
}

// sizeOf returns the size of an open file as far as it is known, 0 if not.
func sizeOf(file io.ReadCloser) int64 {
	if known, ok := file.(interface{ Stat() (fs.FileInfo, error) }); ok {
		if info, err := known.Stat(); err == nil && info.Mode().IsRegular() {
			return info.Size()
		}
	}
	return 0
}
