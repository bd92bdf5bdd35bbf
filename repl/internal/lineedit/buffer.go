package lineedit

import (
	"slices"
	"unicode"

	"github.com/bpl-lang/bpl/interp/syntax"
)

// A buffer is the line and the place of the cursor in it, between two clusters: a cluster
// is a character with the marks that combine with it.
type buffer struct {
	line   []rune
	pos    int
	killed []rune // what was removed last, for yanking
}

func (b *buffer) set(line []rune) {
	b.line = slices.Clone(line)
	b.pos = len(b.line)
}

func (b *buffer) insert(text []rune) {
	b.line = slices.Insert(b.line, b.pos, text...)
	b.pos += len(text)
}

// joiner makes one character of its two neighbours, as in many emoji.
const joiner = '\u200d'

// joins reports whether the character at i belongs to the cluster before it.
func joins(line []rune, i int) bool {
	if i <= 0 || i >= len(line) {
		return false
	}
	r := line[i]
	return line[i-1] == joiner || r == joiner || r >= 0x300 && syntax.Columns(string(r)) == 0 ||
		0x1f3fb <= r && r <= 0x1f3ff // skin tones
}

// before is the place of the cluster before pos, after that of the one behind.
func (b *buffer) before(pos int) int {
	for pos--; pos > 0 && joins(b.line, pos); pos-- {
	}
	return max(pos, 0)
}

func (b *buffer) after(pos int) int {
	for pos++; pos < len(b.line) && joins(b.line, pos); pos++ {
	}
	return min(pos, len(b.line))
}

// isWord tells what words consist of: names with dashes are moved over part by part.
func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

func (b *buffer) wordBefore() int {
	i := b.pos
	for i > 0 && !isWord(b.line[i-1]) {
		i--
	}
	for i > 0 && isWord(b.line[i-1]) {
		i--
	}
	return i
}

func (b *buffer) wordAfter() int {
	i := b.pos
	for i < len(b.line) && !isWord(b.line[i]) {
		i++
	}
	for i < len(b.line) && isWord(b.line[i]) {
		i++
	}
	return i
}

// blankBefore is the start of the text without blanks before the cursor.
func (b *buffer) blankBefore() int {
	i := b.pos
	for i > 0 && b.line[i-1] == ' ' {
		i--
	}
	for i > 0 && b.line[i-1] != ' ' {
		i--
	}
	return i
}

// remove takes the text between two places away.
func (b *buffer) remove(from, to int) {
	b.line = slices.Delete(b.line, from, to)
	b.pos = from
}

// kill removes and keeps for yanking.
func (b *buffer) kill(from, to int) {
	if from < to {
		b.killed = slices.Clone(b.line[from:to])
		b.remove(from, to)
	}
}

// transpose swaps the clusters around the cursor, at the end of the line those before it.
func (b *buffer) transpose() {
	pos := b.pos
	if pos == len(b.line) {
		pos = b.before(pos)
	}
	from, to := b.before(pos), b.after(pos)
	if from == pos || pos == to || pos == 0 {
		return
	}
	swapped := slices.Concat(b.line[pos:to], b.line[from:pos])
	copy(b.line[from:to], swapped)
	b.pos = to
}

// edit changes the line as a key says; ok is false for keys that edit nothing.
func (b *buffer) edit(k key) (ok bool) {
	switch k.code {
	case keyRune:
		b.insert([]rune{k.r})
	case keyBackspace:
		if b.pos > 0 {
			b.remove(b.before(b.pos), b.pos)
		}
	case keyDelete, keyEOF:
		if b.pos < len(b.line) {
			b.remove(b.pos, b.after(b.pos))
		}
	case keyLeft:
		b.pos = b.before(b.pos)
	case keyRight:
		b.pos = b.after(b.pos)
	case keyWordLeft:
		b.pos = b.wordBefore()
	case keyWordRight:
		b.pos = b.wordAfter()
	case keyHome:
		b.pos = 0
	case keyEnd:
		b.pos = len(b.line)
	case keyKillEnd:
		b.kill(b.pos, len(b.line))
	case keyKillStart:
		b.kill(0, b.pos)
	case keyKillWord:
		b.kill(b.blankBefore(), b.pos)
	case keyKillWordLeft:
		b.kill(b.wordBefore(), b.pos)
	case keyKillWordRight:
		b.kill(b.pos, b.wordAfter())
	case keyYank:
		b.insert(b.killed)
	case keyTranspose:
		b.transpose()
	default:
		return false
	}
	return true
}
