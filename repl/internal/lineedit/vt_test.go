package lineedit

import (
	"strconv"
	"strings"
)

// A vt is the screen of a terminal, as far as the editor uses it.
type vt struct {
	width, height int
	rows          [][]string // a cell holds a character with its marks; "" follows a wide one
	row, col      int
	wrap          bool // the cursor is behind a full row
	bells         int
	modes         map[string]bool
}

func newVT(width, height int) *vt {
	return &vt{width: width, height: height, rows: [][]string{nil}, modes: map[string]bool{}}
}

// columnsOf is an own notion of the width of a few characters, so that the one of the
// package is tested, too.
func columnsOf(r rune) int {
	switch {
	case r == 0x200d, r >= 0x300 && r <= 0x36f, r >= 0xfe00 && r <= 0xfe0f:
		return 0
	case r >= 0x1100 && r <= 0x115f, r >= 0x2e80 && r <= 0xa4cf, r >= 0xac00 && r <= 0xd7a3, r >= 0xff01 && r <= 0xff60, r >= 0x1f300 && r <= 0x1faff:
		return 2
	}
	return 1
}

func (v *vt) Write(p []byte) (int, error) {
	text := string(p)
	for text != "" {
		if rest, ok := strings.CutPrefix(text, "\x1b["); ok {
			i := strings.IndexFunc(rest, func(r rune) bool { return r >= 0x40 && r <= 0x7e })
			v.control(rest[:i], rest[i])
			text = rest[i+1:]
			continue
		}
		r := []rune(text)[0]
		text = text[len(string(r)):]
		v.put(r)
	}
	return len(p), nil
}

func (v *vt) control(parameters string, final byte) {
	n, err := strconv.Atoi(parameters)
	if err != nil {
		n = 1
	}
	v.wrap = v.wrap && (final == 'm' || final == 'h' || final == 'l')
	switch final {
	case 'A':
		v.row = max(0, v.row-n)
	case 'C':
		v.col = min(v.width-1, v.col+n)
	case 'H':
		v.row, v.col = max(0, len(v.rows)-v.height), 0
	case 'J':
		if parameters == "2" {
			v.rows, v.row, v.col = [][]string{nil}, 0, 0
			return
		}
		v.rows = v.rows[:v.row+1]
		v.rows[v.row] = v.rows[v.row][:min(v.col, len(v.rows[v.row]))]
	case 'h', 'l':
		v.modes[parameters] = final == 'h'
	case 'm':
	default:
		panic("unknown sequence " + parameters + string(final))
	}
}

func (v *vt) put(r rune) {
	switch r {
	case '\r':
		v.col, v.wrap = 0, false
		return
	case '\n':
		v.row, v.wrap = v.row+1, false
		if v.row == len(v.rows) {
			v.rows = append(v.rows, nil)
		}
		return
	case '\a':
		v.bells++
		return
	}
	n := columnsOf(r)
	row := v.rows[v.row]
	if n == 0 {
		for i := min(v.col, len(row)) - 1; i >= 0; i-- {
			if row[i] != "" {
				row[i] += string(r)
				return
			}
		}
		return
	}
	if v.wrap || v.col+n > v.width {
		v.wrap, v.col = false, 0
		v.put('\n')
		v.put(r)
		return
	}
	for len(row) < v.col+n {
		row = append(row, " ")
	}
	row[v.col] = string(r)
	if n == 2 {
		row[v.col+1] = ""
	}
	v.rows[v.row] = row
	v.col += n
	if v.col >= v.width {
		v.col, v.wrap = v.width-1, true
	}
}

// text is what is on the screen, and in its history.
func (v *vt) text() string {
	var lines []string
	for _, row := range v.rows {
		lines = append(lines, strings.TrimRight(strings.Join(row, ""), " "))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}
