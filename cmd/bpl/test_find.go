package main

import (
	"bytes"
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
	err := eachFile(paths, func(name string, named bool) error {
		kind, err := namedKind(name), error(nil)
		if !named {
			kind, err = foundKind(name)
		}
		if f := (testFile{name, kind}); kind != noTest && !slices.Contains(files, f) {
			files = append(files, f)
		}
		return err
	})
	return files, err
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
