package interp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// tree makes files in a new folder: in/a.txt, in/sub/b.txt, secret.txt and links.
func tree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"in/a.txt": "a", "in/sub/b.txt": "b", "secret.txt": "s", "out/old.txt": "old"} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"in/near": "a.txt", "in/far": "../secret.txt", "in/abs": filepath.Join(dir, "secret.txt"), "out/up": ".."} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip("links cannot be made here:", err)
		}
	}
	return dir
}

func TestDirFiles(t *testing.T) {
	dir := tree(t)
	files, err := DirFiles([]string{filepath.Join(dir, "in")}, []string{filepath.Join(dir, "out")})
	if err != nil {
		t.Fatal(err)
	}
	open := func(path string) error {
		f, err := files.Open(path)
		if err == nil {
			err = f.Close()
		}
		return err
	}
	create := func(path string) error {
		f, err := files.Create(path, true)
		if err == nil {
			err = f.Close()
		}
		return err
	}
	stat := func(path string) error { _, err := files.Stat(path); return err }
	list := func(path string) error { _, err := files.ReadDir(path); return err }
	tests := []struct {
		name string
		do   func(string) error
		path string
		want error // nil, fs.ErrPermission or fs.ErrNotExist
	}{
		{"read", open, "in/a.txt", nil},
		{"read deeper", open, "in/sub/b.txt", nil},
		{"read over dots", open, "in/sub/../a.txt", nil},
		{"read a link inside", open, "in/near", nil},
		{"read a link that leads out", open, "in/far", fs.ErrPermission},
		{"read an absolute link", open, "in/abs", fs.ErrPermission},
		{"read outside", open, "secret.txt", fs.ErrPermission},
		{"read outside over dots", open, "in/../secret.txt", fs.ErrPermission},
		{"read where only writing is granted", open, "out/old.txt", fs.ErrPermission},
		{"read what is not there", open, "in/none", fs.ErrNotExist},
		{"stat", stat, "in/a.txt", nil},
		{"stat the folder", stat, "in", nil},
		{"stat a link that leads out", stat, "in/far", fs.ErrPermission},
		{"list", list, "in", nil},
		{"list outside", list, "", fs.ErrPermission},
		{"create", create, "out/new.txt", nil},
		{"create where only reading is granted", create, "in/new.txt", fs.ErrPermission},
		{"create through a link that leads out", create, "out/up/new.txt", fs.ErrPermission},
		{"mkdir", files.Mkdir, "out/dir", nil},
		{"mkdir outside", files.Mkdir, "dir", fs.ErrPermission},
		{"remove", files.Remove, "out/old.txt", nil},
		{"remove where only reading is granted", files.Remove, "in/a.txt", fs.ErrPermission},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := test.do(filepath.Join(dir, test.path))
			if test.want == nil && err != nil || test.want != nil && !errors.Is(err, test.want) {
				t.Errorf("got  %v\nwant %v", err, test.want)
			}
		})
	}
	if err := open(""); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got  %v\nwant fs.ErrNotExist for the empty path", err)
	}
	if _, err := DirFiles([]string{filepath.Join(dir, "none")}, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got  %v\nwant fs.ErrNotExist for a folder that does not exist", err)
	}
}

func TestScriptsSeeWhatIsGranted(t *testing.T) {
	dir := filepath.ToSlash(tree(t))
	dirs, err := DirFiles([]string{dir + "/in"}, []string{dir + "/out"})
	if err != nil {
		t.Fatal(err)
	}
	memory := FSFiles(fstest.MapFS{"a/b.txt": {Data: []byte("text")}})
	tests := []struct {
		name  string
		files Files
		src   string
		want  string
	}{
		{"nothing granted", nil, `(read-file "x")`, "PermissionDenied"},
		{"folder", dirs, `(read-file "%s/in/a.txt")`, `"a"`},
		{"outside the folder", dirs, `(read-file "%s/secret.txt")`, "PermissionDenied"},
		{"missing", dirs, `(read-file "%s/in/none")`, "IOException"},
		{"write", dirs, `(write-file "%s/out/x" "text")`, "null"},
		{"append", OSFiles(), `(do (append-file "%[1]s/out/x" "2") (read-file "%[1]s/out/x"))`, `"text2"`},
		{"list", OSFiles(), `(list-files "%s/in/sub")`, `("b.txt")`},
		{"make", OSFiles(), `(do (make-directory "%[1]s/out/d") (file-exists "%[1]s/out/d"))`, "true"},
		{"delete", OSFiles(), `(do (delete-file "%[1]s/out/d") (file-exists "%[1]s/out/d"))`, "false"},
		{"memory", memory, `(read-file "a/b.txt")`, `"text"`},
		{"memory from the root", memory, `(read-file "/a/../a/b.txt")`, `"text"`},
		{"memory list", memory, `(list (list-files "a") (list-files "/") (file-exists "a/c"))`, `(("b.txt") ("a") false)`},
		{"above the memory", memory, `(read-file "../x")`, "PermissionDenied"},
		{"write to memory", memory, `(write-file "x" "y")`, "PermissionDenied"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newSession(t, WithFiles(test.files))
			src := test.src
			if strings.Contains(src, "%") {
				src = fmt.Sprintf(src, dir)
			}
			v, err := s.Eval(context.Background(), src)
			got := v.String()
			var e *Exception
			if errors.As(err, &e) {
				got = e.Type
			}
			if got != test.want {
				t.Errorf("\ngot  %s, %v\nwant %s", got, err, test.want)
			}
		})
	}
}

func TestEvalFile(t *testing.T) {
	s := newSession(t, WithFiles(FSFiles(fstest.MapFS{
		"lib/main.bpl":  {Data: []byte("\uFEFF#!/usr/bin/env bpl\r\n(set x (load \"part.bpl\"))\n(local y)\n(list x (exists y))")},
		"lib/part.bpl":  {Data: []byte("(+ 1 2)")},
		"lib/wrong.bpl": {Data: []byte("1\n  (a")},
	})))
	ctx := context.Background()
	v, err := s.EvalFile(ctx, "lib/main.bpl")
	if err != nil || v.String() != "(3 false)" {
		t.Errorf("got  %v, %v\nwant (3 false)", v, err)
	}
	var wrong *SyntaxError
	if _, err := s.EvalFile(ctx, "lib/wrong.bpl"); !errors.As(err, &wrong) || wrong.Pos.String() != "lib/wrong.bpl:2:3" {
		t.Errorf("got  %v\nwant a SyntaxError at lib/wrong.bpl:2:3", err)
	}
	var e *Exception
	if _, err := s.EvalFile(ctx, "none.bpl"); !errors.As(err, &e) || e.Type != "IOException" || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got  %v\nwant an IOException that is fs.ErrNotExist", err)
	}
}
