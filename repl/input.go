package repl

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bpl-lang/bpl/repl/internal/lineedit"
)

// While a form is evaluated, standard input belongs to it; at other times to the session.
// A read of an executor in the background meets the end of the input then, and one that
// waits when the evaluation ends gives the input back without having taken anything.

// A turn says whose standard input is. It is safe for concurrent use.
type turn struct {
	mu   sync.Mutex
	ctx  context.Context // of the evaluation, nil between evaluations
	stop context.CancelFunc
	wake func() // ends a read of the terminal that waits; nil where reads end by their context
	busy sync.WaitGroup

	readers atomic.Int32
}

// isRead reports whether somebody reads.
func (t *turn) isRead() bool { return t.readers.Load() > 0 }

// begin gives standard input to an evaluation.
func (t *turn) begin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ctx, t.stop = context.WithCancel(context.Background())
}

// end takes it back and waits until nobody reads.
func (t *turn) end() {
	t.mu.Lock()
	t.stop()
	t.ctx = nil
	t.mu.Unlock()
	if t.wake != nil && t.isRead() {
		t.wake()
	}
	t.busy.Wait()
}

// reading notes that somebody reads; ctx ends with the turn. It is nil if it is not the
// turn of evaluations.
func (t *turn) reading() (ctx context.Context, done func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ctx == nil {
		return nil, nil
	}
	t.busy.Add(1)
	t.readers.Add(1)
	return t.ctx, func() {
		t.readers.Add(-1)
		t.busy.Done()
	}
}

// A keyboardReader reads standard input of evaluations from a terminal with an editor.
type keyboardReader struct {
	turn   *turn
	tty    *lineedit.TTY
	editor *lineedit.Editor
}

// Read implements io.Reader.
func (k *keyboardReader) Read(p []byte) (int, error) {
	ctx, done := k.turn.reading()
	if ctx == nil {
		return 0, io.EOF
	}
	defer done()
	if ahead := k.editor.TakePending(len(p)); len(ahead) > 0 {
		return copy(p, strings.ReplaceAll(string(ahead), "\r", "\n")), nil
	}
	for ctx.Err() == nil {
		if n, err := k.tty.ReadSystem(p); n > 0 || err != nil {
			return n, err
		}
	}
	return 0, nil
}

// A lineReader reads lines for the session and for evaluations from a stream. A read that
// blocks cannot be ended: its line stays for the next who asks.
type lineReader struct {
	turn turn
	in   *bufio.Reader
	wait chan readLine // the result of the read that runs; nil while none does
	rest string        // of a line, for evaluations
	mu   sync.Mutex
}

type readLine struct {
	text string // with its end
	err  error
}

func newLineReader(in io.Reader) *lineReader { return &lineReader{in: bufio.NewReader(in)} }

// line waits for the next line, which keeps its end. At the end of the input the text may
// be that of a last line without an end, with io.EOF.
func (l *lineReader) line(ctx context.Context) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if l.rest != "" {
		text := l.rest
		l.rest = ""
		return text, nil
	}
	if l.wait == nil {
		l.wait = make(chan readLine, 1)
		go func(wait chan readLine) {
			text, err := l.in.ReadString('\n')
			wait <- readLine{text, err}
		}(l.wait)
	}
	select {
	case got := <-l.wait:
		l.wait = nil
		return got.text, got.err
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// Read implements io.Reader for evaluations: at most one line at a time, so that what
// follows stays for the session.
func (l *lineReader) Read(p []byte) (int, error) {
	ctx, done := l.turn.reading()
	if ctx == nil {
		return 0, io.EOF
	}
	defer done()
	text, err := l.line(ctx)
	if ctx.Err() != nil && text == "" {
		return 0, nil
	}
	n := copy(p, text)
	l.mu.Lock()
	l.rest = text[n:]
	l.mu.Unlock()
	if errors.Is(err, io.EOF) && n > 0 {
		err = nil
	}
	return n, err
}

// keepTime is how long an answer of a source of completions is waited for.
const keepTime = 100 * time.Millisecond
