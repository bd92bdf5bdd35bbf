package interp_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"testing/fstest"

	"github.com/bpl-lang/bpl/interp"
)

// folder returns a new folder with the file a.txt.
func folder() string {
	dir, err := os.MkdirTemp("", "bpl")
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("text"), 0o666); err != nil {
		log.Fatal(err)
	}
	return dir
}

func ExampleWithFiles() {
	memory := fstest.MapFS{"greeting.txt": {Data: []byte("Hello!")}}
	s := session(interp.WithFiles(interp.FSFiles(memory)))
	defer s.Close()
	show(s, `(read-file "greeting.txt")`)
	show(s, `(write-file "greeting.txt" "Bye!")`)
	// Output:
	// "Hello!"
	// PermissionDenied: write-file: greeting.txt: permission denied
}

func ExampleFSFiles() {
	files := interp.FSFiles(fstest.MapFS{"conf/a.bpl": {Data: []byte("1")}})
	entries, err := files.ReadDir("/conf")
	fmt.Println(len(entries), err)
	_, err = files.Open("../secret")
	fmt.Println(err)
	// Output:
	// 1 <nil>
	// open ../secret: permission denied
}

func ExampleDirFiles() {
	dir := folder()
	defer os.RemoveAll(dir)
	files, err := interp.DirFiles([]string{dir}, nil)
	if err != nil {
		log.Fatal(err)
	}
	s := session(interp.WithFiles(files))
	defer s.Close()
	if err := s.Set("dir", dir); err != nil {
		log.Fatal(err)
	}
	show(s, `(read-file (concat dir "/a.txt"))`)
	show(s, `(try (read-file (concat dir "/../other")) (e "PermissionDenied" => "not granted"))`)
	show(s, `(try (delete-file (concat dir "/a.txt")) (e "PermissionDenied" => "not granted"))`)
	// Output:
	// "text"
	// "not granted"
	// "not granted"
}

func ExampleOSFiles() {
	dir := folder()
	defer os.RemoveAll(dir)
	s := session(interp.WithFiles(interp.OSFiles()))
	defer s.Close()
	if err := s.Set("file", filepath.Join(dir, "b.txt")); err != nil {
		log.Fatal(err)
	}
	show(s, `(do (write-file file "1\n2\n") (set n 0) (for-each-line file l (++ n (number l))) n)`)
	// Output: 3
}
