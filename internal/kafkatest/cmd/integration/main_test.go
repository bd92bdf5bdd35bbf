package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	standard := []string{"test", "-tags", "integration", "-count", "1", "-p", "1", "-timeout", "20m0s"}
	tests := []struct {
		name     string
		args     []string
		brokers  []int
		flags    []string
		packages []string
		err      string
	}{
		{name: "nothing", brokers: []int{1, 3}, flags: standard},
		{name: "everything", args: []string{"-brokers", "2", "-run", "X", "-race", "-v", "-timeout", "1m", "./a", "./b"},
			brokers: []int{2}, packages: []string{"./a", "./b"},
			flags: []string{"test", "-tags", "integration", "-count", "1", "-p", "1", "-timeout", "1m0s", "-run", "X", "-race", "-v"}},
		{name: "no number", args: []string{"-brokers", "1,x"}, err: `got "1,x"`},
		{name: "unknown flag", args: []string{"-x"}, err: "-x"},
		{name: "help", args: []string{"-h"}, err: flag.ErrHelp.Error()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := parse(tt.args, io.Discard)
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Fatalf("error\n got %v\nwant one with %q", err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(s.brokers, tt.brokers) || !slices.Equal(s.flags, tt.flags) || !slices.Equal(s.packages, tt.packages) {
				t.Errorf("got  %v %q %q\nwant %v %q %q", s.brokers, s.flags, s.packages, tt.brokers, tt.flags, tt.packages)
			}
		})
	}
}

func TestUsers(t *testing.T) {
	t.Chdir("../../../..") // the root: its packages are asked for
	packages, err := users(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(packages, helper) {
		t.Errorf("packages\n got %q\nwant among them %s", packages, helper)
	}
	if slices.ContainsFunc(packages, func(p string) bool { return strings.Contains(p, "/interp") }) {
		t.Errorf("packages\n got %q\nwant none of the language", packages)
	}
}

// TestRunReportsWhatIsMissing shows that no test is passed over when Kafka cannot
// start.
func TestRunReportsWhatIsMissing(t *testing.T) {
	t.Setenv("JAVA_HOME", t.TempDir())
	var stderr bytes.Buffer
	err := run(t.Context(), []string{"-brokers", "1,3", "./a"}, &stderr)
	if err == nil || strings.Count(err.Error(), "install a JDK") != 2 {
		t.Errorf("error\n got %v\nwant one for each cluster that tells to install a JDK", err)
	}
}

func TestRunStopsWhenInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := run(ctx, []string{"-brokers", "1,3", "./a"}, io.Discard)
	if err == nil || strings.Contains(err.Error(), "3 broker(s)") {
		t.Errorf("error\n got %v\nwant one for the first cluster only", err)
	}
	if errors.Is(err, flag.ErrHelp) {
		t.Error("the interruption counts as a request for help")
	}
}
