package main

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/internal/kafkatest"
)

func TestUsageErrors(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"unknown command", []string{"upp"}, `no command "upp"`},
		{"unknown flag", []string{"up", "-x"}, "-x"},
		{"up with arguments", []string{"up", "3"}, `got ["3"]`},
		{"run without a command", []string{"run"}, "run needs a command"},
		{"too many brokers", []string{"up", "-brokers", "100"}, "100 brokers"},
		{"no cluster named", []string{"kill", "1"}, "which cluster?"},
		{"no cluster there", []string{"kill", "-dir", "nowhere", "1"}, "no cluster runs there"},
		{"no cluster to stop", []string{"down", "-dir", "nowhere"}, "no cluster runs there"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv(kafkatest.ClusterVariable, "")
			err := run(t.Context(), tt.args, io.Discard, io.Discard)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error\n got %v\nwant one with %q", err, tt.want)
			}
		})
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{nil, {"help"}, {"-h"}, {"up", "-h"}} {
		var stderr bytes.Buffer
		if err := run(t.Context(), args, io.Discard, &stderr); err != nil {
			t.Errorf("%q: %v", args, err)
		}
		for _, want := range []string{"kafkacluster shutdown ID", "-brokers", "BPL_KAFKA_CLUSTER"} {
			if !strings.Contains(stderr.String(), want) {
				t.Errorf("help by %q\n got %s\nwant it to say %s", args, stderr.String(), want)
			}
		}
	}
}
