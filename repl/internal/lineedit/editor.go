package lineedit

import (
	"context"
	"errors"
	"io"
	"sync"
)

// ErrInterrupt is what ReadLine answers to Ctrl-C.
var ErrInterrupt = errors.New("interrupted")

// A Terminal is what the editor needs of one. Write, Size and Wake may be called while
// another goroutine reads.
type Terminal interface {
	io.Writer
	// Raw switches the modes to characters as they are typed, until restore is called.
	Raw() (restore func() error, err error)
	// Read waits for bytes. It returns 0, nil when Wake was called or the size changed, and
	// when the time is over; wait < 0 waits for ever.
	Read(p []byte, wait waiting) (int, error)
	// Wake ends a Read that waits, or else the next one.
	Wake()
	// Size returns columns and rows, 0 where they are not known.
	Size() (columns, rows int)
}

// A Completion is what may stand in place of the text between Start and the cursor.
type Completion struct {
	Start      int // index into the characters of the line
	Candidates []string
	Hint       string // shown below
}

// Options are the choices of an Editor. Functions are called while a line is read; they
// must not block.
type Options struct {
	Complete func(line []rune, pos int) Completion
	// Paint gives a style ("1;32", "" for none) to each character.
	Paint       func(line []rune, pos int) []string
	PromptStyle string
	HistorySize int      // entries; 0 for 1,000
	History     []string // the entries to begin with, the oldest first, each once
}

// An Editor reads lines from a terminal. ReadLine must not be called twice at a time; the
// other methods may be called from any goroutine.
type Editor struct {
	term Terminal
	opt  Options

	mu      sync.Mutex // guards the following and the terminal's output
	screen  screen
	prompt  string
	buf     buffer
	below   []string
	search  *search // nil while none is going on
	reading bool
	marked  bool // pastes are marked
	history history

	input input // of ReadLine alone
}

// New returns an editor for a terminal.
func New(term Terminal, opt Options) *Editor {
	if opt.HistorySize == 0 {
		opt.HistorySize = 1000
	}
	e := &Editor{term: term, opt: opt, screen: screen{term: term}}
	e.history.most = opt.HistorySize
	e.history.entries = opt.History[max(0, len(opt.History)-opt.HistorySize):]
	e.input.editor = e
	return e
}

// ReadLine shows the prompt and returns the line that is typed, without its end. The error
// is io.EOF for Ctrl-D on an empty line and where the terminal is gone, ErrInterrupt for
// Ctrl-C (with the line so far), and the cause of ctx if that ends.
func (e *Editor) ReadLine(ctx context.Context, prompt string) (line string, err error) {
	restore, err := e.term.Raw()
	if err != nil {
		return "", err
	}
	defer func() {
		if wrong := restore(); err == nil && wrong != nil {
			err = wrong
		}
	}()
	defer context.AfterFunc(ctx, e.term.Wake)()
	e.begin(prompt)
	defer e.end()
	e.input.ctx = ctx
	for {
		if !e.input.buffered() {
			e.redraw()
		}
		k, err := readKey(&e.input)
		if err != nil {
			return e.leave(), err
		}
		done, err := e.handle(k)
		if done || err != nil {
			return e.leave(), err
		}
	}
}

func (e *Editor) begin(prompt string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.prompt, e.reading, e.below, e.search = prompt, true, nil, nil
	e.buf.set(nil)
	e.history.begin()
	e.markPastes(true)
}

func (e *Editor) end() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.reading = false
	if e.marked {
		e.markPastes(false) // the line was not left: something has failed
	}
}

// markPastes switches the marks around what is pasted.
func (e *Editor) markPastes(on bool) {
	e.marked = on
	if on {
		e.screen.write("\x1b[?2004h")
	} else {
		e.screen.write("\x1b[?2004l")
	}
}

// leave ends the editing of the line, which stays on the screen.
func (e *Editor) leave() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.search = nil
	e.screen.finish(e.view())
	e.markPastes(false)
	e.screen.write("\r\n")
	return string(e.buf.line)
}

func (e *Editor) redraw() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.screen.draw(e.view())
}

// view is what the screen is to show now.
func (e *Editor) view() view {
	v := view{prompt: e.prompt, promptStyle: e.opt.PromptStyle, line: e.buf.line, pos: e.buf.pos, below: e.below}
	if e.search != nil {
		v.prompt, v.promptStyle = e.search.prompt(), ""
	}
	if e.opt.Paint != nil {
		v.styles = e.opt.Paint(v.line, v.pos)
	}
	return v
}

// Above shows output above the line that is being read; false if none is.
func (e *Editor) Above(p []byte) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.reading {
		return false
	}
	e.screen.above(p)
	e.screen.draw(e.view())
	return true
}

// AddHistory adds an entry that the cursor keys bring back. One that is there already
// becomes the newest.
func (e *Editor) AddHistory(entry string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.history.add(entry)
}

// TakePending returns what was typed ahead of the next line and is not read yet, at most n
// bytes. It must not be called while a line is read.
func (e *Editor) TakePending(n int) []byte { return e.input.take(n) }
