// Package spec holds what the language is: the transcripts of vectors/ and the reference.
package spec

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/bpl-lang/bpl/internal/transcript"
	"github.com/bpl-lang/bpl/interp"
)

var (
	shrink  = flag.Bool("shrink", false, "lower the numbers in pending.txt to what fails now")
	verbose = flag.Int("show", 10, "how many failed pairs of a file to show")
)

const pendingFile = "pending.txt"

// realTime are the transcripts that wait for real time; their cases run one after another.
func realTime(name string) bool {
	return strings.HasPrefix(name, "50-") || strings.HasPrefix(name, "51-")
}

// TestVectors runs every transcript. A file named in pending.txt may fail in as many pairs
// as stand there, all others in none.
func TestVectors(t *testing.T) {
	files, err := filepath.Glob("vectors/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts found: %v", err)
	}
	pending := readPending(t)
	for name := range pending {
		if _, err := os.Stat(filepath.Join("vectors", name)); err != nil {
			t.Errorf("%s names a transcript that does not exist: %v", pendingFile, err)
		}
	}
	in, err := interp.New(interp.WithStdio(strings.NewReader(""), io.Discard, io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	failing := map[string]int{}
	t.Cleanup(func() { // after the files, which run in parallel
		if *shrink {
			writePending(t, pending, failing)
		}
	})
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(strings.TrimSuffix(name, ".txt"), func(t *testing.T) {
			runner := &transcript.Runner{Interp: in}
			if !realTime(name) {
				t.Parallel()
				runner.Parallel = runtime.GOMAXPROCS(0)
			}
			n := runVectors(t, runner, file, pending[name])
			mu.Lock()
			defer mu.Unlock()
			failing[name] = n
		})
	}
}

// runVectors runs one file and returns the number of pairs that failed.
func runVectors(t *testing.T, runner *transcript.Runner, file string, allowed int) int {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	f, err := transcript.Parse(filepath.ToSlash(file), string(text), false)
	if err != nil {
		t.Fatal(err)
	}
	result, err := runner.Run(context.Background(), f)
	if err != nil {
		t.Fatal(err)
	}
	failed := len(result.Failures)
	report := t.Logf
	if failed > allowed {
		report = t.Errorf
	}
	for i, failure := range result.Failures {
		if i == *verbose {
			t.Logf("… and %d more; -show %d shows them", failed-i, failed)
			break
		}
		report("%v", failure)
	}
	switch total := result.Passed + failed; {
	case failed > allowed:
		t.Errorf("%d of %d pairs failed, %s allows %d", failed, total, pendingFile, allowed)
	case failed < allowed:
		t.Logf("%d of %d pairs failed, %s allows %d: lower it (go test ./spec -shrink)", failed, total, pendingFile, allowed)
	}
	return failed
}

// readPending reads the list of transcripts that do not pass yet: a name and the number
// of pairs that fail, one file a line.
func readPending(t *testing.T) map[string]int {
	pending := map[string]int{}
	text, err := os.ReadFile(pendingFile)
	if os.IsNotExist(err) {
		return pending
	}
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, count, _ := strings.Cut(line, " ")
		n, err := strconv.Atoi(count)
		if err != nil || n < 1 {
			t.Fatalf("%s:%d: got %q, want a file and the number of pairs that fail", pendingFile, i+1, line)
		}
		pending[name] = n
	}
	return pending
}

// writePending lowers the numbers of the files that were run, and drops those without
// failures. No number grows.
func writePending(t *testing.T, pending, failing map[string]int) {
	var b bytes.Buffer
	b.WriteString("# Transcripts that do not pass yet, with the number of pairs that fail. Numbers only shrink.\n")
	names := make([]string, 0, len(pending))
	for name, allowed := range pending {
		if n, ran := failing[name]; ran && n < allowed {
			pending[name] = n
		}
		if pending[name] > 0 {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Fprintf(&b, "%s %d\n", name, pending[name])
	}
	var err error
	if len(names) == 0 {
		err = os.Remove(pendingFile)
	} else {
		err = os.WriteFile(pendingFile, b.Bytes(), 0o644)
	}
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
}

// TestVectorsWalked runs the transcripts without the compiler, which TestVectors has on:
// both must give the same. Transcripts of real time are left to TestVectors.
func TestVectorsWalked(t *testing.T) {
	files, err := filepath.Glob("vectors/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts found: %v", err)
	}
	pending := readPending(t)
	in, err := interp.New(interp.WithStdio(strings.NewReader(""), io.Discard, io.Discard), interp.WithoutCompiler())
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		if realTime(name) {
			continue
		}
		t.Run(strings.TrimSuffix(name, ".txt"), func(t *testing.T) {
			t.Parallel()
			runner := &transcript.Runner{Interp: in, Parallel: runtime.GOMAXPROCS(0)}
			runVectors(t, runner, file, pending[name])
		})
	}
}
