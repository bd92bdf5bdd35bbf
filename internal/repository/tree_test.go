package repository

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

const module = "github.com/bpl-lang/bpl"

// A file is one file of the repository.
type file struct {
	path string // from the root, with slashes
	text []byte
	fset *token.FileSet
	ast  *ast.File // nil unless it is a Go file
}

// folder returns the path of the file's package within the module.
func (f file) folder() string { return path.Dir(f.path) }

func (f file) isTest() bool { return strings.HasSuffix(f.path, "_test.go") }

// at describes the place of a node, for findings.
func (f file) at(n ast.Node) string {
	return fmt.Sprintf("%s:%d", f.path, f.fset.Position(n.Pos()).Line)
}

// imports returns the names under which a file knows the packages it imports,
// and their paths.
func (f file) imports() map[string]string {
	names := make(map[string]string)
	for _, spec := range f.ast.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue // the parser refuses such a file
		}
		name := path.Base(p)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if name == "_" || name == "." {
			name += p // several are possible, and no selector has this name
		}
		names[name] = p
	}
	return names
}

// sample makes a file from a text, for tests of the rules.
func sample(t *testing.T, path, text string) file {
	t.Helper()
	f, err := newFile(path, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func newFile(path string, text []byte) (file, error) {
	f := file{path: path, text: text, fset: token.NewFileSet()}
	if !strings.HasSuffix(path, ".go") || strings.Contains("/"+path, "/testdata/") {
		return f, nil
	}
	var err error
	f.ast, err = parser.ParseFile(f.fset, path, text, parser.ParseComments|parser.SkipObjectResolution)
	return f, err
}

// goFiles returns those of files that are Go files.
func goFiles(files []file) []file {
	return slices.DeleteFunc(slices.Clone(files), func(f file) bool { return f.ast == nil })
}

// repository returns all files that git tracks or, in a copy without git, all
// files beneath the root.
var repository = sync.OnceValues(func() ([]file, error) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		return nil, err
	}
	names, err := tracked(root)
	if err != nil {
		return nil, err
	}
	var files []file
	for _, name := range names {
		full := filepath.Join(root, filepath.FromSlash(name))
		if info, err := os.Lstat(full); err != nil || !info.Mode().IsRegular() {
			continue // removed but still in git's index, or a link
		}
		text, err := os.ReadFile(full)
		if err != nil {
			return nil, err
		}
		f, err := newFile(name, text)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
})

func tracked(root string) ([]string, error) {
	if _, err := os.Stat(filepath.Join(root, ".git")); err == nil {
		out, err := exec.Command("git", "-C", root, "ls-files", "-z").Output()
		if err == nil {
			return strings.FieldsFunc(string(out), func(r rune) bool { return r == 0 }), nil
		}
	}
	var names []string
	err := filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, p)
		names = append(names, filepath.ToSlash(name))
		return err
	})
	return names, err
}

// check applies a rule to the repository and reports its findings.
func check(t *testing.T, rule func([]file) []string) {
	t.Helper()
	files, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	if len(goFiles(files)) < 10 {
		t.Fatalf("found %d Go files: this is not the repository", len(goFiles(files)))
	}
	for _, finding := range rule(files) {
		t.Error(finding)
	}
}

// expect applies a rule to samples and compares the number of its findings; each
// must name the file that is at fault.
func expect(t *testing.T, rule func([]file) []string, want int, files ...file) {
	t.Helper()
	got := rule(files)
	if len(got) != want {
		t.Errorf("findings\n got %d: %q\nwant %d", len(got), got, want)
	}
	for _, finding := range got {
		if !slices.ContainsFunc(files, func(f file) bool { return strings.Contains(finding, f.folder()) }) {
			t.Errorf("finding %q names no file", finding)
		}
	}
}

// TestSamplesAreChecked guards the helper above: a rule that finds nothing where
// something is expected must not pass.
func TestSamplesAreChecked(t *testing.T) {
	f := sample(t, "a/b.go", "package a\n")
	if f.ast == nil || f.folder() != "a" || f.isTest() {
		t.Errorf("a sample is not read as the Go file that it is: %+v", f)
	}
	if _, err := newFile("a/b.go", bytes.Repeat([]byte("("), 3)); err == nil {
		t.Error("text that is no Go was accepted")
	}
}
