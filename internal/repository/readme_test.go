package repository

import (
	"os"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/internal/transcript"
	"github.com/bpl-lang/bpl/interp"
)

// blocks returns the code blocks of a language in a Markdown text.
func blocks(text, language string) []string {
	var found []string
	for _, part := range strings.Split(text, "```"+language+"\n")[1:] {
		block, _, _ := strings.Cut(part, "```")
		found = append(found, block)
	}
	return found
}

// TestReadmeCommands asserts that .ci/run tries the commands of the README that a
// new user types first.
func TestReadmeCommands(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	ci, err := os.ReadFile("../../.ci/run")
	if err != nil {
		t.Fatal(err)
	}
	_, start, _ := strings.Cut(string(readme), "## Start\n")
	start, _, _ = strings.Cut(start, "\n## ")
	commands := 0
	for line := range strings.Lines(start) {
		if !strings.HasPrefix(line, "    ") {
			continue
		}
		commands++
		command, _, _ := strings.Cut(line, "#")
		if command = strings.TrimSpace(command); !strings.Contains(string(ci), "{ "+command+"; }") {
			t.Errorf(".ci/run has no stage that is exactly the README's %q", command)
		}
	}
	if commands < 2 {
		t.Errorf("commands under Start in the README\n got %d\nwant two or more", commands)
	}
}

// TestReadmeScripts reads the scripts of the README.
func TestReadmeScripts(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	in, err := interp.New()
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, block := range blocks(string(text), "bpl") {
		if strings.Contains(block, "\n> ") {
			continue // a transcript
		}
		if _, err := in.Compile("README.md", block); err != nil {
			t.Error(err)
		}
		read++
	}
	if read == 0 {
		t.Error("the README has no script")
	}
}

// TestReadmeTranscript runs the expressions of the README that show their
// results, as one session.
func TestReadmeTranscript(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	in, err := interp.New()
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, block := range blocks(string(text), "bpl") {
		if !strings.Contains(block, "\n> ") {
			continue // a script
		}
		lines := []string{"# README"}
		for line := range strings.Lines(block) {
			if line = strings.TrimRight(line, "\n"); line != "" && !strings.HasPrefix(line, "# ") {
				lines = append(lines, line)
			}
		}
		file, err := transcript.Parse("README.md", strings.Join(lines, "\n")+"\n", false)
		if err != nil {
			t.Fatal(err)
		}
		result, err := (&transcript.Runner{Interp: in}).Run(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range result.Failures {
			t.Errorf("%s\n got %s\nwant %s", f.Source, f.Got, f.Want)
		}
		ran += result.Passed
	}
	if ran < 10 {
		t.Errorf("expressions of the README that passed\n got %d\nwant at least 10", ran)
	}
}
