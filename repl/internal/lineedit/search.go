package lineedit

import "strings"

// A search goes through the history for a text.
type search struct {
	text   []rune
	at     int    // of the entry that is shown; -1 before the first
	failed bool   // nothing older has the text
	before []rune // the line when it began
}

func newSearch(line []rune) *search { return &search{at: -1, before: append([]rune(nil), line...)} }

func (s *search) prompt() string {
	if s.failed {
		return "(no earlier) `" + string(s.text) + "': "
	}
	return "(search) `" + string(s.text) + "': "
}

// searchKey handles a key while searching; goOn is false if the search has ended and the
// key is to be handled as any other.
func (e *Editor) searchKey(k key) (goOn bool) {
	s := e.search
	switch k.code {
	case keyRune:
		s.text = append(s.text, k.r)
		e.find(-1, true)
	case keyBackspace:
		if len(s.text) > 0 {
			s.text = s.text[:len(s.text)-1]
		}
		s.at = -1
		e.find(-1, true)
	case keySearch:
		e.find(-1, false)
	case keySearchForward:
		e.find(1, false)
	case keyAbort:
		e.buf.set(s.before)
		e.search = nil
	case keyEscape, keyTab:
		e.search = nil
	case keyNone:
	default:
		e.search = nil
		return false
	}
	return true
}

// find shows the next entry that has the text, in a direction; the entry that is shown
// counts if it may stay.
func (e *Editor) find(direction int, stay bool) {
	s := e.search
	entries := e.history.entries
	from := s.at
	if from < 0 {
		from = len(entries)
	}
	if !stay || s.at < 0 {
		from += direction
	}
	for i := from; i >= 0 && i < len(entries); i += direction {
		if at := strings.Index(entries[i], string(s.text)); at >= 0 {
			s.at, s.failed = i, false
			e.buf.set([]rune(entries[i]))
			e.buf.pos = len([]rune(entries[i][:at]))
			return
		}
	}
	s.failed = true
	e.screen.bell()
}
