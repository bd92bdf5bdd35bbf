package repl

// The styles of what is typed.
const (
	styleString  = "32"
	styleNumber  = "36"
	styleMatch   = "1;33" // the parentheses at the cursor
	styleMistake = "31"   // a string without an end
)

// painter returns what gives a line its colours, nil without colours.
func (s *session) painter() func(line []rune, pos int) []string {
	if !s.Color {
		return nil
	}
	return paint
}

// paint gives a style to each character of a line. A parenthesis that closes nothing is no
// mistake: the line may be the continuation of others.
func paint(line []rune, pos int) []string {
	styles := make([]string, len(line))
	var open []int
	for i := 0; i < len(line); {
		switch r := line[i]; {
		case r == '(':
			open = append(open, i)
			i++
		case r == ')':
			if n := len(open); n > 0 {
				if atCursor(i, pos) || atCursor(open[n-1], pos) {
					styles[i], styles[open[n-1]] = styleMatch, styleMatch
				}
				open = open[:n-1]
			}
			i++
		case r == '"':
			end, closed := stringEnd(line, i)
			style := styleString
			if !closed {
				style = styleMistake
			}
			fill(styles[i:end], style)
			i = end
		case r <= ' ':
			i++
		default:
			end := i
			for end < len(line) && line[end] > ' ' && line[end] != '(' && line[end] != ')' && line[end] != '"' {
				end++
			}
			if isNumber(line[i:end]) {
				fill(styles[i:end], styleNumber)
			}
			i = end
		}
	}
	return styles
}

// atCursor reports whether the cursor stands on a character or behind it.
func atCursor(i, pos int) bool { return pos == i || pos == i+1 }

func stringEnd(line []rune, start int) (end int, closed bool) {
	for i := start + 1; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '"':
			return i + 1, true
		}
	}
	return len(line), false
}

func fill(styles []string, style string) {
	for i := range styles {
		styles[i] = style
	}
}

// isNumber reports whether a word is read as a number if it is right.
func isNumber(word []rune) bool {
	i := 0
	if word[0] == '+' || word[0] == '-' {
		i++
	}
	if i < len(word) && word[i] == '.' {
		i++
	}
	return i < len(word) && word[i] >= '0' && word[i] <= '9'
}
