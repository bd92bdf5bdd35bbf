package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFmt(t *testing.T) {
	dir := t.TempDir()
	ugly, pretty := "(set  x\t1 )\n\n\n\n(print x)", "(set x 1)\n\n(print x)\n"
	formatted := write(t, dir, "formatted.bpl", pretty)
	other := write(t, dir, "sub/other.bpl", ugly)
	write(t, dir, "sub/.hidden/x.bpl", ugly)
	write(t, dir, "sub/notes.txt", ugly)
	broken := write(t, dir, "broken.bpl", "(print 1)\n(+ 1")
	tests := []struct {
		name, stdin string
		args        []string
		want        want
	}{
		{"standard input", ugly, nil, want{out: pretty}},
		{"broken standard input", "(", nil, want{code: 3, err: []string{"standard input:1:1"}}},
		{"files", "", []string{other, formatted}, want{out: pretty + pretty}},
		{"a folder", "", []string{filepath.Join(dir, "sub")}, want{out: pretty}},
		{"list", "", []string{"-l", formatted, other}, want{code: 1, out: other + "\n"}},
		{"list, nothing to do", "", []string{"-l", formatted}, want{}},
		{"list standard input", ugly, []string{"-l"}, want{code: 1, out: "standard input\n"}},
		{"difference", "", []string{"-d", other}, want{outHas: []string{"--- " + other, "-(set  x\t1 )\n", "+(set x 1)\n"}}},
		{"a difference that patch applies", "(set  x 1)\n", []string{"-d"}, want{out: "--- standard input\n+++ standard input formatted\n@@ -1 +1 @@\n-(set  x 1)\n+(set x 1)\n"}},
		{"a difference in a last line without its end", "(set x 1)", []string{"-d"}, want{out: "--- standard input\n+++ standard input formatted\n@@ -1 +1 @@\n-(set x 1)\n\\ No newline at end of file\n+(set x 1)\n"}},
		{"difference of nothing", "", []string{"-d", formatted}, want{}},
		{"a broken file does not stop the others", "", []string{broken, formatted}, want{code: 3, out: pretty, err: []string{broken + ":2:1", "^"}}},
		{"a missing file", "", []string{filepath.Join(dir, "missing.bpl"), formatted}, want{code: 2, err: []string{"missing.bpl"}}},
		{"write needs files", "1", []string{"-w"}, want{code: 2, err: []string{"-w needs files"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			bpl(t, test.stdin, append([]string{"fmt"}, test.args...)...).check(t, test.want)
		})
	}
	t.Run("write", func(t *testing.T) {
		if err := os.Chmod(other, 0o755); err != nil {
			t.Fatal(err)
		}
		bpl(t, "", "fmt", "-w", "-l", other).check(t, want{code: 1, out: other + "\n"})
		got, err := os.ReadFile(other)
		if err != nil || string(got) != pretty {
			t.Errorf("got  %q, %v\nwant %q", got, err, pretty)
		}
		info, err := os.Stat(other)
		if err != nil || info.Mode().Perm()&0o100 == 0 {
			t.Errorf("got  mode %v, %v\nwant it still executable", info.Mode(), err)
		}
		bpl(t, "", "fmt", "-w", "-l", other).check(t, want{})
	})
}
