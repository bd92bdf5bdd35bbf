package suite

import (
	"crypto/md5"
	"encoding/hex"
	"io/fs"
	"path"
	"strings"
	"testing"
)

func TestSizesOccurOnce(t *testing.T) {
	for _, p := range Programs() {
		files, err := fs.Glob(sources, path.Join("programs", p.Name, "*"))
		if err != nil || len(files) < 2 {
			t.Fatalf("%s: files\n got %q, %v\nwant those of several languages", p.Name, files, err)
		}
		for _, file := range files {
			ext := strings.TrimPrefix(path.Ext(file), ".")
			if ext == "expr" {
				continue // the size is a variable of the host
			}
			if _, err := p.Scaled(ext, "10"); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestSourcesOfUnknownPrograms(t *testing.T) {
	if _, ok := Source("fib", "cobol"); ok {
		t.Error("a source was found in a language that has none")
	}
	if _, err := Find("fibb"); err == nil || !strings.Contains(err.Error(), "fib, loop") {
		t.Errorf("finding fibb\n got %v\nwant an error that names the programs", err)
	}
	if _, err := programs[0].Scaled("cobol", "1"); err == nil {
		t.Error("scaling a program in a language that it is not written in: got no error")
	}
}

// TestText holds on to the text of which words has its sum in all languages.
func TestText(t *testing.T) {
	text := Text(TextSize)
	sum := md5.Sum([]byte(text))
	if got, want := hex.EncodeToString(sum[:]), "35d1f27a59c0aa535e70057e3efa2f5d"; got != want {
		t.Errorf("text\n got %d bytes, MD5 %s\nwant MD5 %s", len(text), got, want)
	}
	if got := len(Text(100)); got < 100 || got > 112 {
		t.Errorf("size of a short text\n got %d\nwant 100, and at most a word more", got)
	}
}
