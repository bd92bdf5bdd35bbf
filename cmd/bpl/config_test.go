package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestConfiguration(t *testing.T) {
	loop := "(while true null)"
	tests := []struct {
		name string
		file string // of the configuration; "" for none
		env  map[string]string
		args []string
		want want
	}{
		{"no file", "", nil, []string{"-e", "1"}, want{out: "1\n"}},
		{"the file", `("timeout" => "20ms")`, nil, []string{"-e", loop}, want{code: 124, err: []string{"--timeout"}}},
		{"the environment goes before the file", `("timeout" => "20ms")`, map[string]string{"BPL_TIMEOUT": "30s"}, []string{"-e", "(sleep 40)"}, want{out: "null\n"}},
		{"a flag goes before the environment", "", map[string]string{"BPL_TIMEOUT": "20ms"}, []string{"eval", "--timeout", "30s", "(sleep 40)"}, want{out: "null\n"}},
		{"a flag of the root goes before the environment", "", map[string]string{"BPL_TIMEOUT": "20ms"}, []string{"--timeout", "30s", "eval", "(sleep 40)"}, want{out: "null\n"}},
		{"the environment", "", map[string]string{"BPL_TIMEOUT": "20ms"}, []string{"eval", loop}, want{code: 124, err: []string{"--timeout"}}},
		{"a number of seconds in the file", `("timeout" => 0.02)`, nil, []string{"eval", loop}, want{code: 124, err: []string{"--timeout"}}},
		{"a bad variable", "", map[string]string{"BPL_TIMEOUT": "soon"}, []string{"eval", "1"}, want{code: 2, err: []string{"BPL_TIMEOUT"}}},
		{"it is data", `("timeout" => (print "evaluated"))`, nil, []string{"-e", "1"}, want{code: 2, err: []string{"timeout: got a list"}}},
		{"an unknown setting", `("time-out" => "1s")`, nil, []string{"-e", "1"}, want{code: 2, err: []string{`"time-out", did you mean timeout?`}}},
		{"a bad value", `("timeout" => "1 s")`, nil, []string{"-e", "1"}, want{code: 2, err: []string{"timeout"}}},
		{"no list", `7`, nil, []string{"-e", "1"}, want{code: 2, err: []string{"want a list"}}},
		{"no text of the language", `(`, nil, []string{"-e", "1"}, want{code: 2, err: []string{"config.bpl", "Unmatched"}}},
		{"commands without settings do not read it", `(`, nil, []string{"completion", "bash"}, want{outHas: []string{"bpl"}}},
		{"a file that is named must exist", "", nil, []string{"--config", "missing.bpl", "-e", "1"}, want{code: 2, err: []string{"missing.bpl"}}},
		{"colours", "", map[string]string{"BPL_COLOR": "sometimes"}, []string{"-e", "1"}, want{code: 2, err: []string{"sometimes"}}},
		{"colours by the file", `("color" => "always")`, nil, []string{"-e", `(throw "X")`}, want{code: 1, err: []string{"\x1b["}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			home := t.TempDir()
			t.Setenv("XDG_CONFIG_HOME", home)
			if test.file != "" {
				write(t, home, filepath.Join("bpl", "config.bpl"), test.file)
			}
			for name, value := range test.env {
				t.Setenv(name, value)
			}
			bpl(t, "", test.args...).check(t, test.want)
		})
	}
}

func TestConfigHome(t *testing.T) {
	home, err := os.UserHomeDir()
	if err != nil {
		t.Skip("no home folder here")
	}
	for variable, want := range map[string]string{
		"":         filepath.Join(home, ".config", "bpl"),
		"relative": filepath.Join(home, ".config", "bpl"),
		"/abs":     filepath.FromSlash("/abs/bpl"),
	} {
		t.Setenv("XDG_CONFIG_HOME", variable)
		if got := configHome(); got != want {
			t.Errorf("XDG_CONFIG_HOME=%s\ngot  %s\nwant %s", variable, got, want)
		}
	}
}
