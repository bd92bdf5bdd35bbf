package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// eachFile calls f with the files that paths name, and with the regular files beneath the
// folders that they name, in order; named tells which. Hidden folders are passed over
// unless they are named. What cannot be read is an error of usage.
func eachFile(paths []string, f func(name string, named bool) error) error {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return misuse("%v", err)
		}
		if info.IsDir() {
			err = filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
				switch {
				case err != nil:
					return err
				case entry.IsDir() && name != path && strings.HasPrefix(entry.Name(), "."):
					return filepath.SkipDir
				case entry.Type().IsRegular():
					return f(name, false)
				}
				return nil
			})
		} else {
			err = f(path, true)
		}
		if err != nil {
			return misuse("%v", err)
		}
	}
	return nil
}
