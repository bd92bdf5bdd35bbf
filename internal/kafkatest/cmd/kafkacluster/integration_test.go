//go:build integration

package main

import (
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/internal/kafkatest"
)

// TestOperate carries out the commands on the cluster of the suite.
func TestOperate(t *testing.T) {
	c := kafkatest.FromEnv(t)
	dir := filepath.Dir(c.CAFile())
	steps := []struct {
		args []string
		want string // part of the error; "" for none
	}{
		{[]string{"start", "1"}, "running already"},
		{[]string{"pause", "1"}, ""},
		{[]string{"resume", "-dir", dir, "1"}, ""},
		{[]string{"kill", "99"}, "no broker 99"},
		{[]string{"kill"}, "needs the number of one broker"},
		{[]string{"kill", "one"}, `got "one"`},
		{[]string{"down", "1"}, "down takes no arguments"},
	}
	for _, s := range steps {
		err := run(t.Context(), s.args, io.Discard, io.Discard)
		if s.want == "" && err != nil || s.want != "" && (err == nil || !strings.Contains(err.Error(), s.want)) {
			t.Errorf("%q\n got %v\nwant %q", s.args, err, s.want)
		}
	}
}
