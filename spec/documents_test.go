package spec

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/internal/transcript"
	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib"
)

// TestDocuments runs the transcripts that stand in the documents of this folder, each
// block fenced with ```transcript as one case. Those about Kafka have its library, each case
// with an embedded broker of its own.
func TestDocuments(t *testing.T) {
	files, err := filepath.Glob("*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no documents found: %v", err)
	}
	language, kafka := runnerWith(t), runnerWith(t, interp.With(kafkalib.New()))
	blocks := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range transcriptBlocks(string(text)) {
			blocks++
			runner := language
			if strings.HasPrefix(name, "kafka-") || name == "schemas.md" {
				runner = kafka
			}
			t.Run(fmt.Sprintf("%s:%d", name, b.line), func(t *testing.T) {
				f, err := transcript.Parse(name, b.text, false)
				if err != nil {
					t.Fatal(err)
				}
				result, err := runner.Run(context.Background(), f)
				if err != nil {
					t.Fatal(err)
				}
				for _, failure := range result.Failures {
					t.Error(failure)
				}
			})
		}
	}
	if blocks == 0 {
		t.Error("no transcripts found in the documents")
	}
}

// runnerWith runs transcripts without standard streams.
func runnerWith(t *testing.T, opts ...interp.Option) *transcript.Runner {
	t.Helper()
	in, err := interp.New(append(opts, interp.WithStdio(strings.NewReader(""), io.Discard, io.Discard))...)
	if err != nil {
		t.Fatal(err)
	}
	return &transcript.Runner{Interp: in}
}

// A block is a fenced transcript; line is that of its fence.
type block struct {
	line int
	text string
}

// transcriptBlocks returns the transcripts of a document, padded with a title and empty
// lines so that failures name the right line.
func transcriptBlocks(text string) []block {
	var blocks []block
	var b *block
	for i, line := range strings.Split(text, "\n") {
		switch {
		case line == "```transcript":
			b = &block{line: i + 1, text: strings.Repeat("\n", i) + "# a transcript of the document\n"}
		case line == "```" && b != nil:
			blocks = append(blocks, *b)
			b = nil
		case b != nil:
			b.text += line + "\n"
		}
	}
	return blocks
}
