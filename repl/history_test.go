package repl

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestTwoSessionsLoseNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sub", "history")
	var writers sync.WaitGroup
	for w := range 2 {
		writers.Go(func() {
			h := openHistory(path)
			for i := range 1000 {
				h.add(fmt.Sprintf("(session %d entry %d)", w, i))
				if i%200 == 0 {
					if err := h.shorten(); err != nil {
						t.Error(err)
					}
				}
			}
			if h.fail != nil {
				t.Error(h.fail)
			}
		})
	}
	writers.Wait()
	got := openHistory(path).entries()
	if len(got) != 2000 {
		t.Errorf("got  %d entries\nwant 2000", len(got))
	}
	for w := range 2 {
		for i := range 1000 {
			if !slices.Contains(got, fmt.Sprintf("(session %d entry %d)", w, i)) {
				t.Fatalf("entry %d of session %d is lost", i, w)
			}
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got  %v, %v\nwant mode 0600", info.Mode(), err)
	}
}

func TestShorteningLosesNothingOfOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	var lines strings.Builder
	for i := range historyEntries + historySlack + 1 {
		fmt.Fprintf(&lines, "(old %d)\n", i)
	}
	if err := os.WriteFile(path, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var both sync.WaitGroup
	both.Go(func() {
		if err := openHistory(path).shorten(); err != nil {
			t.Error(err)
		}
	})
	both.Go(func() {
		h := openHistory(path)
		for i := range 100 {
			h.add(fmt.Sprintf("(new %d)", i))
		}
	})
	both.Wait()
	got := openHistory(path).entries()
	if len(got) > historyEntries {
		t.Errorf("got  %d entries\nwant at most %d", len(got), historyEntries)
	}
	for i := range 100 {
		if !slices.Contains(got, fmt.Sprintf("(new %d)", i)) {
			t.Fatalf("entry %d is lost", i)
		}
	}
}

func TestDamagedHistories(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"empty", "", nil},
		{"repeated entries", "a\nb\na\nb\nc\na\n", []string{"b", "c", "a"}},
		{"no end", "a\nb", []string{"a", "b"}},
		{"binary", "a\n\x00\x01\xff\xfe\nb\n\xc3\n", []string{"a", "b"}},
		{"blank lines and CR", "\n  \na\r\n", []string{"a"}},
		{"a line of 10 MB", "a\n" + strings.Repeat("x", 10<<20) + "\nb\n", []string{"a", "b"}},
		{"escape sequences", "a\n\x1b[2Jb\n", []string{"a"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "history")
			if err := os.WriteFile(path, []byte(test.text), 0o644); err != nil {
				t.Fatal(err)
			}
			h := openHistory(path)
			if got := h.entries(); !slices.Equal(got, test.want) {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
			h.add("(new)")
			if got := openHistory(path).entries(); len(got) == 0 || got[len(got)-1] != "(new)" || len(got) != len(test.want)+1 {
				t.Errorf("got  %d entries\nwant the old ones and the new one", len(got))
			}
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("got  %v, %v\nwant mode 0600", info.Mode(), err)
			}
		})
	}
}

func TestWhatIsNotKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	h := openHistory(path)
	for _, entry := range []string{"a", "a", "", " ", "b\x00", strings.Repeat("x", historyEntry+1), "b"} {
		h.add(entry)
	}
	text, err := os.ReadFile(path)
	if err != nil || string(text) != "a\nb\n" {
		t.Errorf("got  %q, %v\nwant %q", text, err, "a\nb\n")
	}
	if got := openHistory("").entries(); got != nil {
		t.Errorf("got  %q\nwant nothing without a file", got)
	}
	blocked := openHistory(filepath.Join(path, "no", "folder"))
	blocked.add("x")
	if blocked.fail == nil {
		t.Error("got  no error\nwant one for a file that cannot be made")
	}
}

func TestHoldsSecret(t *testing.T) {
	for text, want := range map[string]bool{
		`(kafka-create "producer" "h:1" "sasl-password" => "x")`: true,
		`(kafka-create "producer" ("sasl.jaas.config" => "x"))`:  true,
		`(set SECRET 1)`: true,
		`(http "GET" "u" "headers" => ("Authorization" => "Bearer x"))`: true,
		`(set key "-----BEGIN PRIVATE KEY-----")`:                       true,
		`(set l ("token" => "x"))`:                                      true,
		`(set tokens (split line " "))`:                                 false,
		`(+ 1 2)`:                                                       false,
	} {
		if got := holdsSecret(text); got != want {
			t.Errorf("%s\ngot  %v\nwant %v", text, got, want)
		}
	}
}
