// Package scripts holds the programs that people run and learn from. Its tests run each of
// them on the embedded broker and, where BPL_KAFKA_SERVERS names one, on a real Kafka too.
package scripts

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/internal/kafkatest"
	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/kafkalib"
)

// brokers are the servers that the scripts run on.
func brokers() map[string]string {
	b := map[string]string{"embedded": "embedded"}
	if real := kafkatest.Servers(""); real != "" {
		b["real"] = real
	}
	return b
}

// run runs a script with arguments and returns what it printed.
func run(t *testing.T, script string, args ...string) string {
	t.Helper()
	out, err := tryRun(t, script, args...)
	if err != nil {
		t.Fatalf("%s: %v\n%s", script, err, out)
	}
	return out
}

// tryRun is run where the script may fail.
func tryRun(t *testing.T, script string, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	in, err := interp.New(
		interp.With(kafkalib.New(kafkalib.WithSpools(nil))),
		interp.WithStdio(nil, &out, &out),
		interp.WithArgs(args...))
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(source), "\n") // the #! line is for files
	t.Chdir(t.TempDir())                            // for what it writes
	s := in.NewSession()
	defer func() {
		if err := s.Close(); err != nil {
			t.Errorf("closing the session: %v", err)
		}
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	_, err = s.Eval(ctx, text)
	return out.String(), err
}

// TestScriptsPrint compares what each script prints with the file of its name in testdata.
func TestScriptsPrint(t *testing.T) {
	scripts, err := filepath.Glob("*.bpl")
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range scripts {
		want, err := os.ReadFile(filepath.Join("testdata", strings.TrimSuffix(script, ".bpl")+".out"))
		if os.IsNotExist(err) {
			t.Fatalf("%s has no output in testdata to compare with", script)
		}
		if err != nil {
			t.Fatal(err)
		}
		for name, servers := range brokers() {
			t.Run(script+" "+name, func(t *testing.T) {
				if got := run(t, script, servers); got != string(want) {
					t.Errorf("got\n%s\nwant\n%s", got, want)
				}
			})
		}
	}
}

// TestScriptsRefuse runs scripts with arguments that they cannot work on.
func TestScriptsRefuse(t *testing.T) {
	for _, tc := range []struct {
		name, script string
		args         []string
		want         string
	}{
		{"one topic to copy", "copy-topic.bpl", []string{"embedded", "orders"}, "TO is missing"},
		{"a topic to copy that does not exist", "copy-topic.bpl", []string{"embedded", "orders", "copy"}, `topic "orders" does not exist`},
		{"a topic to follow that does not exist", "tail.bpl", []string{"embedded", "orders"}, `topic "orders" does not exist`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			out, err := tryRun(t, tc.script, tc.args...)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got  %v\n%s\nwant an error with %s", err, out, tc.want)
			}
		})
	}
}

// TestScriptsExplainThemselves requires the header that says what a script does and how it
// is run.
func TestScriptsExplainThemselves(t *testing.T) {
	scripts, err := filepath.Glob("*.bpl")
	if err != nil || len(scripts) == 0 {
		t.Fatal(err, scripts)
	}
	for _, script := range scripts {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{"#!/usr/bin/env bpl\n(### \"" + strings.TrimSuffix(script, ".bpl") + ": ", "bpl run scripts/" + script, `"embedded"`} {
			if !strings.Contains(string(text), part) {
				t.Errorf("%s lacks %q", script, part)
			}
		}
	}
}

// TestScriptsAreFormatted requires the layout of bpl fmt.
func TestScriptsAreFormatted(t *testing.T) {
	scripts, err := filepath.Glob("*.bpl")
	if err != nil || len(scripts) == 0 {
		t.Fatal(err, scripts)
	}
	for _, script := range scripts {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		formatted, err := syntax.Format(string(text), syntax.FormatOptions{Name: script})
		if err != nil {
			t.Fatal(err)
		}
		if formatted != string(text) {
			t.Errorf("%s is not laid out as by bpl fmt -w scripts", script)
		}
	}
}
