package lineedit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A fakeTerminal is a terminal whose keys a test presses.
type fakeTerminal struct {
	mu            sync.Mutex
	screen        *vt
	width, height int
	keys          chan string
	woken         chan struct{}
	raw           int // how often Raw was called, less how often it was undone
}

func newFakeTerminal(width, height int) *fakeTerminal {
	return &fakeTerminal{screen: newVT(max(width, 1), height), width: width, height: height,
		keys: make(chan string), woken: make(chan struct{}, 1)}
}

func (f *fakeTerminal) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.screen.Write(p)
}

func (f *fakeTerminal) Raw() (func() error, error) {
	f.raw++
	return func() error { f.raw--; return nil }, nil
}

func (f *fakeTerminal) Read(p []byte, wait time.Duration) (int, error) {
	var over <-chan time.Time
	if wait >= 0 {
		over = time.After(wait)
	}
	select {
	case keys, ok := <-f.keys:
		if !ok {
			return 0, io.EOF
		}
		return copy(p, keys), nil
	case <-f.woken:
	case <-over:
	}
	return 0, nil
}

func (f *fakeTerminal) Wake() {
	select {
	case f.woken <- struct{}{}:
	default:
	}
}

func (f *fakeTerminal) Size() (int, int) { return f.width, f.height }

func (f *fakeTerminal) state() (text string, row, col int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.screen.text(), f.screen.row, f.screen.col
}

// A result is what ReadLine came to.
type result struct {
	line string
	err  error
}

// session runs f while an editor reads one line after another from a terminal; press waits
// until the editor has handled the keys. It must run in a synctest bubble.
func session(t *testing.T, term *fakeTerminal, opt Options, f func(e *Editor, press func(keys ...string), lines func() []result)) {
	e := New(term, opt)
	var mu sync.Mutex
	var results []result
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			line, err := e.ReadLine(t.Context(), "bpl> ")
			mu.Lock()
			results = append(results, result{line, err})
			mu.Unlock()
			if err != nil && !errors.Is(err, ErrInterrupt) {
				return
			}
		}
	}()
	synctest.Wait()
	f(e, func(keys ...string) {
		for _, k := range keys {
			if k == pause {
				time.Sleep(2 * escapeTime)
			} else {
				term.keys <- k
			}
			synctest.Wait()
		}
	}, func() []result {
		mu.Lock()
		defer mu.Unlock()
		return append([]result(nil), results...)
	})
	close(term.keys)
	<-done
	if term.raw != 0 {
		t.Errorf("got  raw modes left on %d times\nwant none", term.raw)
	}
}

const (
	left, right, up, down    = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"
	home, end, del, back     = "\x1b[H", "\x1b[F", "\x1b[3~", "\x7f"
	ctrlC, ctrlD, ctrlR, esc = "\x03", "\x04", "\x12", "\x1b"
	pause                    = "" // time passes
)

func TestEditing(t *testing.T) {
	tests := []struct {
		name string
		keys []string
		want string // the line
	}{
		{"plain", []string{"(+ 1 2)"}, "(+ 1 2)"},
		{"wide characters", []string{"日本👍é"}, "日本👍é"},
		{"insert between wide ones", []string{"日本👍", left, left, "x"}, "日x本👍"},
		{"backspace over wide ones", []string{"日本👍", back, back, "x"}, "日x"},
		{"combining marks stay with their letter", []string{"ae\u0301b", left, left, "x"}, "axe\u0301b"},
		{"backspace takes marks, too", []string{"ae\u0301", back}, "a"},
		{"joined emoji are one", []string{"a👩\u200d👧b", left, left, "x"}, "ax👩\u200d👧b"},
		{"skin tone", []string{"👍🏽", back}, ""},
		{"home and end", []string{"b", home, "a", end, "c"}, "abc"},
		{"other home and end", []string{"b", "\x1b[1~", "a", "\x1b[4~", "c", "\x1bOH", "_"}, "_abc"},
		{"delete", []string{"abc", home, del}, "bc"},
		{"Ctrl-D deletes where there is text", []string{"abc", home, ctrlD}, "bc"},
		{"past both ends", []string{left, right, back, del, "a", right, right, del}, "a"},
		{"words", []string{"one two-three", "\x1bb", "x", "\x1bb\x1bb", "y", "\x1b[1;5D", "z"}, "one zytwo-xthree"},
		{"words forward", []string{"one two", home, "\x1bf", "x", "\x1b[1;5C", "y"}, "onex twoy"},
		{"kill and yank", []string{"one two", home, "\x1bf", "\x0b", home, "\x19"}, " twoone"},
		{"kill to the start", []string{"one two", left, "\x15"}, "o"},
		{"kill words", []string{"(a b-c", "\x17", "x"}, "(a x"},
		{"kill a part of a word", []string{"b-c", "\x1b\x7f"}, "b-"},
		{"kill the word behind", []string{"ab cd", home, "\x1bd"}, " cd"},
		{"transpose", []string{"acb", "\x14"}, "abc"},
		{"transpose inside", []string{"bac", left, left, "\x14"}, "abc"},
		{"transpose one", []string{"a", "\x14"}, "a"},
		{"unknown keys", []string{"a", "\x1b[99~", "\x1b[Z", "\x1bq", "\x1a", "\x00", "\x1b[1;2P", "b"}, "ab"},
		{"a lone escape", []string{"a", esc, pause, "b"}, "ab"},
		{"bytes that are no text", []string{"a\xff", pause, "b\xc3", pause, "c"}, "abc"},
		{"control characters", []string{"a\u009bb"}, "ab"},
		{"a sequence in two pieces", []string{"ab", "\x1b[", "Dx"}, "axb"},
		{"a character in two pieces", []string{"\xe6\x97", "\xa5"}, "日"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				session(t, newFakeTerminal(40, 10), Options{}, func(_ *Editor, press func(...string), lines func() []result) {
					press(test.keys...)
					press("\r")
					if got := lines(); len(got) != 1 || got[0].line != test.want || got[0].err != nil {
						t.Errorf("got  %v\nwant %q", got, test.want)
					}
				})
			})
		})
	}
}

// TestScreen asserts what is on the screen, and where the cursor is.
func TestScreen(t *testing.T) {
	tests := []struct {
		name     string
		width    int
		keys     []string
		text     string
		row, col int
	}{
		{"the prompt", 40, nil, "bpl>", 0, 5},
		{"text", 40, []string{"(+ 1"}, "bpl> (+ 1", 0, 9},
		{"wide characters", 40, []string{"日本👍é"}, "bpl> 日本👍é", 0, 12},
		{"left over wide ones", 40, []string{"a👍b", left, left}, "bpl> a👍b", 0, 6},
		{"marks take no column", 40, []string{"ae\u0301b", left}, "bpl> ae\u0301b", 0, 7},
		{"over the margin", 10, []string{"abcdefg"}, "bpl> abcde\nfg", 1, 2},
		{"up to the margin", 10, []string{"abcde"}, "bpl> abcde", 1, 0},
		{"back to the margin", 10, []string{"abcdef", left}, "bpl> abcde\nf", 1, 0},
		{"back over the margin", 10, []string{"abcdef", left, left}, "bpl> abcde\nf", 0, 9},
		{"a wide one does not fit", 10, []string{"abcd日x"}, "bpl> abcd\n日x", 1, 3},
		{"before one that does not fit", 10, []string{"abcd日x", left, left}, "bpl> abcd\n日x", 1, 0},
		{"shorter again", 10, []string{"abcdefghijklmnopqr", "\x15", "x"}, "bpl> x", 0, 6},
		{"clear the screen", 40, []string{"a", "\r", "b", "\x0c"}, "bpl> b", 0, 6},
		{"one column", 1, []string{"a日"}, "b\np\nl\n>\n\na\n日", 7, 0},
		{"no width is told", 0, []string{"a"}, "", -1, -1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				term := newFakeTerminal(test.width, 10)
				if test.width == 1 {
					term.screen.width = 2 // so that a wide character is not lost
				}
				session(t, term, Options{}, func(_ *Editor, press func(...string), _ func() []result) {
					press(test.keys...)
					text, row, col := term.state()
					if test.row >= 0 && (text != test.text || row != test.row || col != test.col) {
						t.Errorf("got  %q, cursor at %d, %d\nwant %q, cursor at %d, %d", text, row, col, test.text, test.row, test.col)
					}
				})
			})
		})
	}
}

func TestHistory(t *testing.T) {
	tests := []struct {
		name string
		keys []string
		want string
	}{
		{"the last", []string{up}, "three"},
		{"older", []string{up, up, up}, "one"},
		{"older than the oldest", []string{up, up, up, up}, "one"},
		{"back to what is typed", []string{"typed", up, up, down, down}, "typed"},
		{"newer than what is typed", []string{"typed", down}, "typed"},
		{"a change is kept meanwhile", []string{up, "!", up, down}, "three!"},
		{"search", []string{ctrlR, "o"}, "two"},
		{"search on", []string{ctrlR, "o", ctrlR}, "one"},
		{"search back", []string{ctrlR, "o", ctrlR, "\x13"}, "two"},
		{"search longer", []string{ctrlR, "o", "n"}, "one"},
		{"search shorter", []string{ctrlR, "on", back}, "two"},
		{"nothing is found", []string{ctrlR, "o", "x"}, "two"},
		{"give up", []string{"typed", ctrlR, "o", "\x07"}, "typed"},
		{"edit what was found", []string{ctrlR, "wo", end, "!"}, "two!"},
		{"stop at what was found", []string{ctrlR, "wo", esc, pause, "x"}, "txwo"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				session(t, newFakeTerminal(40, 10), Options{}, func(e *Editor, press func(...string), lines func() []result) {
					for _, entry := range []string{"one", "three", "two", "three"} {
						e.AddHistory(entry)
					}
					press(test.keys...)
					press("\r")
					if got := lines(); len(got) != 1 || got[0].line != test.want {
						t.Errorf("got  %v\nwant %q", got, test.want)
					}
				})
			})
		})
	}
}

func TestHistorySize(t *testing.T) {
	h := history{most: 3}
	for i := range 10 {
		h.add(fmt.Sprint(i))
	}
	if got, want := strings.Join(h.entries, " "), "7 8 9"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestEnds(t *testing.T) {
	tests := []struct {
		name string
		keys string
		want result
		text string
	}{
		{"Ctrl-C", "abc" + ctrlC, result{"abc", ErrInterrupt}, "bpl> abc\nbpl>"},
		{"Ctrl-D on an empty line", ctrlD, result{"", io.EOF}, "bpl>"},
		{"the line feed ends a line, too", "abc\n", result{"abc", nil}, "bpl> abc\nbpl>"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				term := newFakeTerminal(40, 10)
				session(t, term, Options{}, func(_ *Editor, press func(...string), lines func() []result) {
					press(test.keys)
					got := lines()
					if len(got) != 1 || got[0].line != test.want.line || !errors.Is(got[0].err, test.want.err) {
						t.Errorf("got  %v\nwant %v", got, test.want)
					}
					if text, _, _ := term.state(); text != test.text {
						t.Errorf("got  %q\nwant %q", text, test.text)
					}
				})
			})
		})
	}
}

func TestContextEndsReading(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cause := errors.New("enough")
		ctx, cancel := context.WithCancelCause(t.Context())
		term := newFakeTerminal(40, 10)
		e := New(term, Options{})
		time.AfterFunc(time.Second, func() { cancel(cause) })
		if _, err := e.ReadLine(ctx, "> "); !errors.Is(err, cause) {
			t.Errorf("got  %v\nwant %v", err, cause)
		}
		if _, err := e.ReadLine(ctx, "> "); !errors.Is(err, cause) {
			t.Errorf("got  %v\nwant %v again", err, cause)
		}
		if term.raw != 0 || term.screen.modes["?2004"] {
			t.Errorf("got  raw %d, modes %v\nwant the terminal as it was", term.raw, term.screen.modes)
		}
	})
}

func TestPaste(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		term := newFakeTerminal(40, 10)
		completions := 0
		opt := Options{Complete: func([]rune, int) Completion { completions++; return Completion{} }}
		session(t, term, opt, func(_ *Editor, press func(...string), lines func() []result) {
			press("x\x1b[200~(+ 1\r\n\t2)\x04\x1b[A\r3\x1b[201~", "4\r")
			want := []string{"x(+ 1", "", " 2)", "34"}
			got := lines()
			if len(got) != len(want) {
				t.Fatalf("got  %v\nwant %v", got, want)
			}
			for i := range want {
				if got[i].line != want[i] {
					t.Errorf("line %d\ngot  %q\nwant %q", i, got[i].line, want[i])
				}
			}
			if completions > 0 {
				t.Errorf("got  %d completions\nwant none by a paste", completions)
			}
		})
	})
}

func TestOutputAboveTheLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		term := newFakeTerminal(20, 10)
		session(t, term, Options{}, func(e *Editor, press func(...string), lines func() []result) {
			var writers sync.WaitGroup
			for w := range 4 {
				writers.Go(func() {
					for i := range 250 {
						e.Above(fmt.Appendf(nil, "line %d of %d\n", i, w))
						time.Sleep(time.Millisecond)
					}
				})
			}
			typed := "a longer text 日本👍 that takes rows"
			for _, r := range typed {
				time.Sleep(7 * time.Millisecond)
				press(string(r))
			}
			writers.Wait()
			synctest.Wait()
			text, _, _ := term.state()
			if got := strings.Count(text, "bpl> "); got != 1 {
				t.Errorf("got  %d prompts\nwant 1", got)
			}
			if got := strings.Count(text, "\n"); got != 1000+2 {
				t.Errorf("got  %d rows\nwant %d", got, 1000+2)
			}
			press("\r")
			if got := lines(); got[0].line != typed {
				t.Errorf("got  %q\nwant %q", got[0].line, typed)
			}
		})
	})
}

func TestComplete(t *testing.T) {
	words := []string{"filter", "find", "find-all", "for-each", "日本語"}
	opt := Options{Complete: func(line []rune, pos int) Completion {
		start := pos
		for start > 0 && line[start-1] != '(' && line[start-1] != ' ' {
			start--
		}
		c := Completion{Start: start}
		for _, w := range words {
			if strings.HasPrefix(w, string(line[start:pos])) {
				c.Candidates = append(c.Candidates, w)
			}
		}
		if len(c.Candidates) == 1 {
			c.Hint = "the hint"
		}
		return c
	}}
	tests := []struct {
		name string
		keys []string
		text string
	}{
		{"one", []string{"(fo\t"}, "bpl> (for-each\nthe hint"},
		{"a common beginning", []string{"(fin\t"}, "bpl> (find"},
		{"several", []string{"(find\t"}, "bpl> (find\nfind      find-all"},
		{"the list goes with the next key", []string{"(find\t", "x"}, "bpl> (findx"},
		{"none", []string{"(x\t"}, "bpl> (x"},
		{"inside", []string{"(fo x", left, left, "\t"}, "bpl> (for-each x\nthe hint"},
		{"wide", []string{"日\t"}, "bpl> 日本語\nthe hint"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				term := newFakeTerminal(40, 10)
				session(t, term, opt, func(_ *Editor, press func(...string), _ func() []result) {
					press(test.keys...)
					if got, _, _ := term.state(); got != test.text {
						t.Errorf("got  %q\nwant %q", got, test.text)
					}
				})
			})
		})
	}
}

func TestInColumns(t *testing.T) {
	words := strings.Fields("a bb ccc dddd eeeee f g h i j k l")
	tests := []struct {
		name        string
		width, rows int
		want        []string
	}{
		{"all", 80, 5, []string{"a      bb     ccc    dddd   eeeee  f      g      h      i      j      k", "l"}},
		{"cut", 16, 3, []string{"a      bb", "ccc    dddd", "… 8 more"}},
		{"narrow", 3, 2, []string{"a", "… 11 more"}},
		{"no rows", 80, -2, []string{"… 12 more"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := inColumns(words, test.width, test.rows); strings.Join(got, "|") != strings.Join(test.want, "|") {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

func TestPaint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		l := layout{width: 80}
		l.putLine([]rune("ab"), []string{"1", ""}, 2)
		out.WriteString(l.out.String())
		if got, want := out.String(), "\x1b[1ma\x1b[mb"; got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	})
}

func TestResize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		term := newFakeTerminal(40, 10)
		session(t, term, Options{}, func(_ *Editor, press func(...string), lines func() []result) {
			press("0123456789")
			term.mu.Lock()
			term.width = 12
			term.mu.Unlock()
			term.Wake()
			synctest.Wait()
			press(left, "x", "\r")
			if got := lines(); got[0].line != "012345678x9" {
				t.Errorf("got  %q\nwant the line as it was typed", got[0].line)
			}
		})
	})
}
