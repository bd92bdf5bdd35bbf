package lineedit

import "slices"

// A history is the entries of former lines and the place in them. Lines that were changed
// while going through them are kept as they are until the line is complete.
type history struct {
	entries []string // the oldest first
	most    int
	at      int            // len(entries) is the line that is being typed
	changed map[int][]rune // what was made of entries, and the line that is typed
}

func (h *history) add(entry string) {
	if entry == "" {
		return
	}
	if i := slices.Index(h.entries, entry); i >= 0 {
		h.entries = slices.Delete(h.entries, i, i+1)
	}
	h.entries = append(h.entries, entry)
	if extra := len(h.entries) - h.most; extra > 0 {
		h.entries = slices.Delete(h.entries, 0, extra)
	}
	h.begin()
}

// begin goes to the line that is about to be typed.
func (h *history) begin() {
	h.at = len(h.entries)
	h.changed = map[int][]rune{}
}

func (h *history) older(current []rune) ([]rune, bool) { return h.move(-1, current) }
func (h *history) newer(current []rune) ([]rune, bool) { return h.move(1, current) }

func (h *history) move(by int, current []rune) ([]rune, bool) {
	to := h.at + by
	if to < 0 || to > len(h.entries) {
		return nil, false
	}
	h.changed[h.at] = slices.Clone(current)
	h.at = to
	if line, ok := h.changed[to]; ok {
		return line, true
	}
	return []rune(h.entries[to]), true
}
