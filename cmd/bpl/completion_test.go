package main

import (
	"os/exec"
	"strings"
	"testing"
)

func TestCompletion(t *testing.T) {
	for _, shell := range shells {
		t.Run(shell, func(t *testing.T) {
			bpl(t, "", "completion", shell).check(t, want{outHas: []string{"bpl", "eval", "timeout", "powershell"}})
		})
	}
	t.Run("unknown shell", func(t *testing.T) {
		bpl(t, "", "completion", "bsah").check(t, want{code: 2, err: []string{`"bsah", did you mean bash?`}})
	})
	t.Run("no shell", func(t *testing.T) {
		bpl(t, "", "completion").check(t, want{code: 2, err: []string{"SHELL"}})
	})
}

// TestScriptsAreAccepted lets the shells that are there read their scripts.
func TestScriptsAreAccepted(t *testing.T) {
	for shell, args := range map[string][]string{"bash": {"-n"}, "zsh": {"-n"}, "fish": {"--no-execute"}} {
		t.Run(shell, func(t *testing.T) {
			path, err := exec.LookPath(shell)
			if err != nil {
				t.Skipf("%s is not installed", shell)
			}
			script := write(t, t.TempDir(), "completion", bpl(t, "", "completion", shell).out)
			if out, err := exec.CommandContext(t.Context(), path, append(args, script)...).CombinedOutput(); err != nil {
				t.Errorf("got  %v: %s\nwant it to be accepted", err, out)
			}
		})
	}
}

func TestBashCompletes(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	script := write(t, t.TempDir(), "completion", bpl(t, "", "completion", "bash").out)
	tests := []struct{ name, words, want string }{
		{"subcommand", "bpl ev", "eval"},
		{"flag of a subcommand", "bpl eval --time", "--timeout"},
		{"flag before a subcommand", "bpl --tim", "--timeout"},
		{"behind other flags", "bpl --wait eval --qui", "--quiet"},
		{"word of a subcommand", "bpl completion pow", "powershell"},
		{"topic", "bpl help exit", "exit-codes"},
		{"nothing: files", "bpl run scri", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			words := strings.Fields(test.words)
			code := `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _bpl; echo "${COMPREPLY[*]}"`
			out, err := exec.CommandContext(t.Context(), bash, append([]string{"-c", code, "bash", script}, words...)...).CombinedOutput()
			if got := strings.TrimSpace(string(out)); err != nil || got != test.want {
				t.Errorf("got  %q, %v\nwant %q", got, err, test.want)
			}
		})
	}
}
