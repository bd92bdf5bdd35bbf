package syntax

import (
	"strconv"
	"strings"
)

// expression writes the value that begins with t, on the line that was begun.
func (l *layout) expression(t token) error {
	if err := l.value(t, false, 0); err != nil {
		return err
	}
	for len(l.levels) > 0 {
		top := &l.levels[len(l.levels)-1]
		gap := l.pos
		t := l.token()
		if err := l.gauge.step(0); err != nil {
			return err
		}
		if t.kind == tokenClose {
			l.put(")")
			l.levels = l.levels[:len(l.levels)-1]
			continue
		}
		it := l.item(t, gap)
		if l.beginsLine(top, it) {
			if l.maxLines > 0 && l.lines+2 >= l.maxLines {
				l.stop(it)
				return nil
			}
			if it.breaks > 1 {
				l.dst = append(l.dst, '\n')
			}
			l.line(top.indent)
		} else if top.tokens > 0 {
			l.put(" ")
		}
		top.tokens++
		if it.tag {
			l.put(l.atom(it.first))
			continue
		}
		top.count++
		if it.named {
			l.put(l.atom(it.name))
			if n := Columns(l.atom(it.name)); top.aligns(top.count-1) && l.atLineStart(n) {
				l.pad(top.align - n)
			}
			l.put(" => ")
		}
		last := l.closes(it)
		after := 0
		if last {
			after = 1 + top.after
		}
		if err := l.value(it.first, last && top.code && !it.named, after); err != nil {
			return err
		}
	}
	return nil
}

// atLineStart reports whether what was written last, n columns wide, is where the lines of
// its list begin.
func (l *layout) atLineStart(n int) bool {
	top := &l.levels[len(l.levels)-1]
	return l.column-n == min(top.indent, l.deepest)
}

// closes reports whether an item is the last one of its list.
func (l *layout) closes(it item) bool {
	if it.first.kind == tokenOpen {
		return l.blocks[l.next].last
	}
	i := skipSeparators(l.src, l.pos)
	return i < len(l.src) && l.src[i] == ')'
}

// value writes an atom, or a list: on this line, or as a new level. after parentheses
// close right behind it.
func (l *layout) value(t token, hanging bool, after int) error {
	if t.kind != tokenOpen {
		l.put(l.atom(t))
		return nil
	}
	b := &l.blocks[l.next]
	if !b.broken && l.column+b.width+after <= l.width {
		l.flat(t.start, b)
		return nil
	}
	return l.enter(hanging, after)
}

// beginsLine reports whether the item begins a line.
func (l *layout) beginsLine(top *level, it item) bool {
	if top.mode == modeKeep {
		return it.breaks > 0 && top.tokens > 0
	}
	switch {
	case it.tag || top.tokens == 0:
		return false
	case top.mode == modeEach:
		return true
	case top.count == 0:
		return false
	case top.mode == modeHang && top.count > top.keep:
		return true
	}
	need := 1
	if it.named {
		need += Columns(l.atom(it.name)) + len(" => ")
	}
	if it.first.kind == tokenOpen {
		// A list may be broken, but not far to the right.
		b := &l.blocks[l.next]
		return l.column+need+b.width > l.width && l.column > 2*l.width/3
	}
	need += Columns(l.atom(it.first))
	if l.closes(it) {
		need += 1 + top.after
	}
	return l.column+need > l.width
}

// stop ends the text early: every open list tells how many elements are missing, it
// being the first of them.
func (l *layout) stop(it item) {
	missing := l.count(it)
	for {
		top := &l.levels[len(l.levels)-1]
		for l.pos < top.end {
			gap := l.pos
			if t := l.token(); t.kind != tokenClose {
				missing += l.count(l.item(t, gap))
			}
		}
		if missing > 0 {
			l.line(top.indent)
			l.dst = appendMore(l.dst, missing)
		}
		l.put(")")
		l.levels = l.levels[:len(l.levels)-1]
		if len(l.levels) == 0 {
			return
		}
		missing = 0
	}
}

// count returns how many elements an item stands for, and goes behind it.
func (l *layout) count(it item) int {
	if it.first.kind == tokenOpen {
		b := &l.blocks[l.next]
		l.next += 1 + b.inner
		l.pos = b.end
		return 1
	}
	if it.tag {
		return 0
	}
	if mark, rest, ok := strings.Cut(l.atom(it.first), " "); ok && mark == moreMark {
		number, _, _ := strings.Cut(rest, " ")
		n, _ := strconv.Atoi(number)
		return n
	}
	return 1
}
