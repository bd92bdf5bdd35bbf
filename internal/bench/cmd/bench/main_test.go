package main

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/internal/bench/runner"
)

func TestSettings(t *testing.T) {
	s, err := parseSettings(strings.Fields("--rounds 2 --programs fib,loop -peers bpl -clock cpu -variants -timeout 1s -extra x=a"), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if s.rounds != 2 || len(s.programs) != 2 || s.peers[0] != "bpl" || s.clock != runner.CPU || !s.variants || s.timeout != time.Second || s.extra[0].Path != "a" {
		t.Errorf("settings\n got %+v\nwant what the flags say", s)
	}
	if s, err := parseSettings(nil, io.Discard); err != nil || s.rounds != 3 || s.clock != runner.Wall || !s.curves || s.write {
		t.Errorf("settings without flags\n got %+v, %v", s, err)
	}
	if _, err := parseSettings([]string{"-h"}, io.Discard); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("help\n got %v\nwant %v", err, flag.ErrHelp)
	}
}

func TestMistakes(t *testing.T) {
	tests := []struct{ args, err string }{
		{"-rounds 0", "rounds: got 0"},
		{"-clock sun", "want wall or cpu"},
		{"-extra x", "want NAME=COMMAND"},
		{"-extra x=", "want NAME=COMMAND"},
		{"fib", "want flags"},
		{"-programs fibb", "programs: got \"fibb\""},
		{"-peers cobol", "peers: got \"cobol\""},
		{"-variants -peers lua5.4", "bpl is not among"},
		{"guard -fast", "fast"},
		{"curves -fast", "fast"},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			err := run(t.Context(), strings.Fields(tt.args), io.Discard, io.Discard)
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("error\n got %v\nwant one with %q", err, tt.err)
			}
		})
	}
}

// TestSuite runs the shortest program for real, with a peer from outside that is wrong.
func TestSuite(t *testing.T) {
	if testing.Short() {
		t.Skip("builds commands")
	}
	var out, progress bytes.Buffer
	args := strings.Fields("-rounds 1 -programs named -peers bpl,go -curves=false -starts 1 -extra wrong=go")
	err := run(t.Context(), args, &out, &progress)
	if err == nil || !strings.Contains(err.Error(), "1 failed") {
		t.Errorf("error\n got %v\nwant one that counts the wrong peer", err)
	}
	for _, want := range []string{"Time in milliseconds", "Start in milliseconds", "bpl eval 1", "failed: wrong, named"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("report\n got %s\nwant %q", out.String(), want)
		}
	}
}

func TestWriteReport(t *testing.T) {
	path := filepath.Join(t.TempDir(), "benchmarks.md")
	if err := writeReport(&runner.Report{Command: "go run x"}, path); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), "go run x") {
		t.Errorf("report\n got %s, %v\nwant the command", text, err)
	}
	const kept = handWritten + "\n## Kafka\n\ntext\n"
	if err := os.WriteFile(path, []byte("old\n\n"+kept), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := writeReport(&runner.Report{Command: "go run y"}, path); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if got := string(text); err != nil || !strings.HasSuffix(got, "\n\n"+kept) || strings.Contains(got, "old") || !strings.Contains(got, "go run y") {
		t.Errorf("report over an old one\n got %s, %v\nwant the new report and what was written by hand", got, err)
	}
	if err := writeReport(&runner.Report{}, filepath.Join(path, "x")); err == nil {
		t.Error("writing beneath a file: got no error")
	}
}
