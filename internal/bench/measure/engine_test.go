package measure

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// echo is an engine for Lua files that runs nothing: the sum is the size of source and text.
func echo(loaded *string) Engine {
	return Engine{
		Ext: "lua",
		Load: func(program, source, text string) (func() (string, error), error) {
			*loaded = source + text
			switch program {
			case "loop":
				return nil, errors.New("does not load")
			case "sort":
				return func() (string, error) { return "", errors.New("does not run") }, nil
			}
			return func() (string, error) { return "17", nil }, nil
		},
		Eval: func(source string) (string, error) {
			if source == "(" {
				return "", errors.New("does not end")
			}
			return source + "!", nil
		},
		Flags: func(f *flag.FlagSet) { f.Bool("own", false, "") },
	}
}

func TestServe(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	one := write("one.lua", "from one file")
	write("fib/fib.lua", "from a folder")
	text := write("text", "a b")
	tests := []struct {
		name         string
		args         []string
		loaded, want string // parts
		err          string
	}{
		{"built in", []string{"fib", "2"}, "local function fib", "RESULT fib ", ""},
		{"own flag", []string{"-own", "fib", "2"}, "local function fib", " 17 ", ""},
		{"file", []string{"-file", one, "fib", "1", text}, "from one file", "RESULT fib ", ""},
		{"folder", []string{"-dir", dir, "fib", "1"}, "from a folder", "RESULT fib ", ""},
		{"text", []string{"words", "1", text}, "a b", "RESULT words ", ""},
		{"expression", []string{"-eval", "1"}, "", "1!\n", ""},
		{"wrong expression", []string{"-eval", "("}, "", "", "does not end"},
		{"text that is not given", []string{"words", "1"}, "", "", "third argument"},
		{"text that is not there", []string{"words", "1", filepath.Join(dir, "none")}, "", "", "none"},
		{"unknown program", []string{"fibb", "1"}, "", "", "fibb"},
		{"file that is not there", []string{"-dir", dir, "sieve", "1"}, "", "", "sieve.lua"},
		{"no repetitions", []string{"fib"}, "", "", "1 arguments"},
		{"wrong repetitions", []string{"fib", "0"}, "", "", "repetitions"},
		{"does not load", []string{"loop", "1"}, "", "", "loop: does not load"},
		{"does not run", []string{"sort", "1"}, "", "", "sort: does not run"},
		{"unknown flag", []string{"-fast"}, "", "", "fast"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var loaded string
			var out bytes.Buffer
			err := echo(&loaded).Serve(tt.args, &out, io.Discard)
			if (err != nil) != (tt.err != "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Fatalf("error\n got %v\nwant one with %q", err, tt.err)
			}
			if !strings.Contains(out.String(), tt.want) || !strings.Contains(loaded, tt.loaded) {
				t.Errorf("output and source\n got %q, %q\nwant %q, %q", out.String(), loaded, tt.want, tt.loaded)
			}
		})
	}
}
