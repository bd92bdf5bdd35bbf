package spec

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/internal/transcript"
	"github.com/bpl-lang/bpl/interp"
)

// TestVectorsCompiled runs every expression of the transcripts as the end of a function
// with a loop, which is compiled before its first call. Transcripts of real time are left
// to TestVectors, as are errors of the reader.
func TestVectorsCompiled(t *testing.T) {
	files, err := filepath.Glob("vectors/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts found: %v", err)
	}
	pending := readPending(t)
	in, err := interp.New(interp.WithStdio(strings.NewReader(""), io.Discard, io.Discard))
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
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			f, err := transcript.Parse(filepath.ToSlash(file), string(text), false)
			if err != nil {
				t.Fatal(err)
			}
			readable := map[int]bool{}
			for _, c := range f.Cases {
				for _, p := range c.Pairs {
					readable[p.Line] = !strings.HasPrefix(p.Want, "! ParseException") && !strings.HasPrefix(p.Want, `! InvalidReference "First element`)
					p.Source = "(call (function () (while false null) " + p.Source + "))"
				}
			}
			runner := &transcript.Runner{Interp: in}
			result, err := runner.Run(context.Background(), f)
			if err != nil {
				t.Fatal(err)
			}
			failed := 0
			for _, failure := range result.Failures {
				if readable[failure.Line] {
					failed++
					t.Logf("%v", failure)
				}
			}
			if failed > pending[name] {
				t.Errorf("%d pairs failed, %s allows %d", failed, pendingFile, pending[name])
			}
		})
	}
}
