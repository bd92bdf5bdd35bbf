package repl

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/interp/syntax"
)

// resultLines is how many lines of a value are printed.
const resultLines = 30

// lastResults are the values behind *1 *2 *3 and *e. They belong to the REPL, so that no
// scope and no snapshot holds them. They are safe for concurrent use.
type lastResults struct {
	mu     sync.Mutex
	values []interp.Value // the newest first
	err    interp.Value
	failed bool
}

// lookup is the fallback of the session.
func (l *lastResults) lookup(name string) (interp.Value, bool) {
	if len(name) != 2 || name[0] != '*' {
		return interp.Null(), false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch i := int(name[1] - '1'); {
	case name[1] == 'e':
		if !l.failed {
			return interp.Null(), true
		}
		return l.err, true
	case i >= 0 && i < 3:
		if i >= len(l.values) {
			return interp.Null(), true
		}
		return l.values[i], true
	}
	return interp.Null(), false
}

func (l *lastResults) add(v interp.Value) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.values = append([]interp.Value{v}, l.values[:min(len(l.values), 2)]...)
}

// setError keeps an error as the list that a handler would get; the lock of the session
// must be held.
func (l *lastResults) setError(err error) {
	var thrown *interp.Exception
	if !errors.As(err, &thrown) {
		return
	}
	list, wrong := interp.ToValue(err)
	if wrong != nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.err, l.failed = list, true
}

func (l *lastResults) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.values, l.failed = nil, false
}

// print prints the value of a form: for a person laid out and cut, else on one line.
func (s *session) print(v interp.Value) {
	s.last.add(v)
	if !s.Interactive {
		s.say("%s", s.printed(v))
		return
	}
	if v.IsNull() && !s.nulls {
		return
	}
	text, err := "", error(nil)
	s.s.Do(func(*interp.Session) {
		text, err = syntax.Pretty(v, syntax.PrettyOptions{Width: s.width(), Lines: resultLines})
	})
	if err != nil {
		text = s.printed(v)
	}
	s.say("%s", s.visible(text))
}

// printed is the printed form of a value.
func (s *session) printed(v interp.Value) (text string) {
	s.s.Do(func(*interp.Session) { text = v.String() })
	return text
}

// visible replaces control characters, which a terminal might obey.
func (s *session) visible(text string) string {
	if s.Keyboard == nil {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 {
			return '·'
		}
		return r
	}, text)
}

func (s *session) printTime(d time.Duration) {
	if s.timing {
		fmt.Fprintf(s.console.stderr(), "%.3f ms\n", float64(d.Microseconds())/1000)
	}
}

// progress shows on a terminal how long an evaluation has been running, from one second
// on, until stop is called.
func (s *session) progress() (stop func()) {
	if s.Keyboard == nil {
		return func() {}
	}
	began := time.Now()
	done := make(chan struct{})
	var showing sync.WaitGroup
	showing.Go(func() {
		ticker := time.NewTicker(time.Second)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				if !s.turn.isRead() && !s.stopped.Load() {
					s.console.setStatus(fmt.Sprintf("… %d s", int(time.Since(began).Seconds())))
				}
			case <-done:
				s.console.setStatus("")
				return
			}
		}
	})
	return func() {
		close(done)
		showing.Wait()
	}
}
