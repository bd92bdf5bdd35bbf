package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A testKind says how the tests of a file are read.
type testKind int

const (
	noTest testKind = iota
	transcriptTest
	markdownTest
	scriptTest
)

type testFile struct {
	path string
	kind testKind
}

// findTests returns the files with tests that the paths name or hold, each once, those of
// a folder in order.
func findTests(paths []string) ([]testFile, error) {
	var files []testFile
	add := func(f testFile) {
		if !slices.Contains(files, f) {
			files = append(files, f)
		}
	}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, misuse("%v", err)
		}
		if !info.IsDir() {
			add(testFile{path, namedKind(path)})
			continue
		}
		err = filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && name != path && strings.HasPrefix(entry.Name(), "."):
				return filepath.SkipDir
			case !entry.Type().IsRegular():
				return nil
			}
			kind, err := foundKind(name)
			if kind != noTest {
				add(testFile{name, kind})
			}
			return err
		})
		if err != nil {
			return nil, misuse("%v", err)
		}
	}
	return files, nil
}

// namedKind is the kind of a file that the user names.
func namedKind(path string) testKind {
	switch filepath.Ext(path) {
	case ".bpl":
		return scriptTest
	case ".md":
		return markdownTest
	}
	return transcriptTest
}

// foundKind is the kind of a file found in a folder. Texts without expressions are no
// transcripts.
func foundKind(path string) (testKind, error) {
	switch {
	case strings.HasSuffix(path, "-test.bpl"):
		return scriptTest, nil
	case filepath.Ext(path) != ".txt" && filepath.Ext(path) != ".md":
		return noTest, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return noTest, err
	}
	if !bytes.HasPrefix(text, []byte("> ")) && !bytes.Contains(text, []byte("\n> ")) {
		return noTest, nil
	}
	if filepath.Ext(path) == ".md" && !bytes.Contains(text, []byte("```bpl\n")) && !bytes.Contains(text, []byte("```transcript\n")) {
		return noTest, nil
	}
	return namedKind(path), nil
}
