package main

import (
	"path/filepath"
	"testing"
)

func TestGrants(t *testing.T) {
	t.Setenv("BPL_TEST_VARIABLE", "x")
	dir, other := t.TempDir(), t.TempDir()
	file := write(t, dir, "file", "text")
	secret := write(t, other, "file", "secret")
	read := func(path string) string { return `(read-file "` + filepath.ToSlash(path) + `")` }
	tests := []struct {
		name string
		args []string
		want want
	}{
		{"everything", []string{"eval", read(file)}, want{out: "\"text\"\n"}},
		{"everything, environment", []string{"eval", `(env "BPL_TEST_VARIABLE")`}, want{out: "\"x\"\n"}},
		{"nothing, files", []string{"eval", "--sandbox", read(file)}, want{code: 1, err: []string{"PermissionDenied"}}},
		{"nothing, environment", []string{"eval", "--sandbox", `(env "BPL_TEST_VARIABLE")`}, want{code: 1, err: []string{"PermissionDenied"}}},
		{"nothing, programs", []string{"eval", "--sandbox", `(system "echo")`}, want{code: 1, err: []string{"PermissionDenied"}}},
		{"nothing, network", []string{"eval", "--sandbox", `(http "GET" "http://127.0.0.1:1/")`}, want{code: 1, err: []string{"PermissionDenied"}}},
		{"streams and arguments are there", []string{"eval", "--sandbox", "--quiet", `(print (args))`, "a"}, want{out: "(\"a\")\n"}},
		{"a folder", []string{"eval", "--sandbox", "--allow-read", dir, read(file)}, want{out: "\"text\"\n"}},
		{"outside of the folder", []string{"eval", "--sandbox", "--allow-read", dir, read(secret)}, want{code: 1, err: []string{"PermissionDenied"}}},
		{"outside by dots", []string{"eval", "--sandbox", "--allow-read", dir, read(filepath.Join(dir) + "/../" + filepath.Base(other) + "/file")}, want{code: 1, err: []string{"PermissionDenied"}}},
		{"two folders", []string{"eval", "--sandbox", "--allow-read", dir, "--allow-read", other, read(secret)}, want{out: "\"secret\"\n"}},
		{"to read is not to write", []string{"eval", "--sandbox", "--allow-read", dir, `(write-file "` + filepath.ToSlash(file) + `" "y")`}, want{code: 1, err: []string{"PermissionDenied"}}},
		{"to write", []string{"eval", "--sandbox", "--allow-write", dir, `(write-file "` + filepath.ToSlash(filepath.Join(dir, "new")) + `" "y")`}, want{out: "null\n"}},
		{"a folder that is not there", []string{"eval", "--sandbox", "--allow-read", filepath.Join(dir, "missing"), "1"}, want{code: 2, err: []string{"missing"}}},
		{"a variable", []string{"eval", "--sandbox", "--allow-env", "BPL_TEST_VARIABLE", `(list (env "BPL_TEST_VARIABLE") (env "HOME" "none"))`}, want{out: "(\"x\" \"none\")\n"}},
		{"programs", []string{"eval", "--sandbox", "--allow-run", `(get (system ("go" "version")) "status")`}, want{out: "0\n"}},
		{"the network", []string{"eval", "--sandbox", "--allow-net", `(http "GET" "http://127.0.0.1:1/")`}, want{code: 1, err: []string{"IOException"}}},
		{"an addition to nothing", []string{"eval", "--allow-read", dir, "1"}, want{code: 2, err: []string{"--allow-read adds to --sandbox"}}},
		{"the script itself needs no grant", []string{"run", "--sandbox", write(t, dir, "script.bpl", "(print 1)")}, want{out: "1\n"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { bpl(t, "", test.args...).check(t, test.want) })
	}
}
