package regex

import (
	"fmt"
	"strings"
)

// A piece of a replacement is a text or, if that is empty, a group.
type piece struct {
	text  string
	group int
}

// ReplaceAll replaces all matches of Each in s. In the replacement $N is the text of group N ($0 the whole
// match), where further digits belong to N while there is such a group, ${name} that of a named
// group, and a backslash makes the character after it ordinary; a group that took no part is empty. A replacement
// that is not well formed is a *ReplacementError, also if nothing matches, a result that is too long a *LengthError.
func (re *Regexp) ReplaceAll(s, replacement string, opt Options) (string, error) {
	pieces, err := re.parseReplacement(replacement)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	rest := 0
	add := func(text string) error {
		need := out.Len() + len(text)
		if opt.Longest > 0 && int64(need) > opt.Longest {
			return &LengthError{Longest: opt.Longest}
		}
		if need > out.Cap() {
			more := max(need, 2*out.Cap(), min(len(s), 1<<12)) - out.Len()
			if opt.Longest > 0 {
				more = int(min(int64(more), opt.Longest-int64(out.Len())))
			}
			if err := opt.reserve(out.Len() + more); err != nil {
				return err
			}
			out.Grow(more)
		}
		out.WriteString(text)
		return nil
	}
	found := false
	err = re.Each(s, 0, opt, func(loc []int) error {
		found = true
		if err := add(s[rest:loc[0]]); err != nil {
			return err
		}
		rest = loc[1]
		for _, p := range pieces {
			text := p.text
			if from := loc[2*p.group]; text == "" && from >= 0 {
				text = s[from:loc[2*p.group+1]]
			}
			if err := add(text); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	if !found {
		return s, nil
	}
	if err := add(s[rest:]); err != nil {
		return "", err
	}
	return out.String(), nil
}

// parseReplacement reads a replacement text.
func (re *Regexp) parseReplacement(r string) ([]piece, error) {
	var pieces []piece
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			pieces = append(pieces, piece{text: text.String()})
			text.Reset()
		}
	}
	for i := 0; i < len(r); {
		switch r[i] {
		case '\\':
			if i+1 == len(r) {
				return nil, &ReplacementError{Message: `"\" at the end, write \\ for the character`}
			}
			size := sizeAt(r, i+1)
			text.WriteString(r[i+1 : i+1+size])
			i += 1 + size
		case '$':
			group, size, err := re.groupReference(r[i+1:])
			if err != nil {
				return nil, err
			}
			flush()
			pieces = append(pieces, piece{group: group})
			i += 1 + size
		default:
			end := strings.IndexAny(r[i:], `\$`)
			if end < 0 {
				end = len(r) - i
			}
			text.WriteString(r[i : i+end])
			i += end
		}
	}
	flush()
	return pieces, nil
}

// groupReference reads what follows a "$": the group and the size of the text that names it.
func (re *Regexp) groupReference(r string) (group, size int, err error) {
	if strings.HasPrefix(r, "{") {
		end := 1
		for end < len(r) && isNameByte(r[end], end > 1) {
			end++
		}
		if end == 1 || end == len(r) || r[end] != '}' {
			return 0, 0, &ReplacementError{Message: `"${" without a group name and "}"`}
		}
		number, known := re.numbers[r[1:end]]
		if !known {
			return 0, 0, &ReplacementError{Message: "no group is named " + r[1:end]}
		}
		return int(number), end + 1, nil
	}
	if r == "" || r[0] < '0' || r[0] > '9' {
		return 0, 0, &ReplacementError{Message: `"$" without a group number, write \$ for the character`}
	}
	group, size = int(r[0]-'0'), 1
	if group >= len(re.groups) {
		return 0, 0, &ReplacementError{
			Message:       fmt.Sprintf("no group %d, the pattern has %d", group, len(re.groups)-1),
			UnknownNumber: true,
		}
	}
	for size < len(r) && '0' <= r[size] && r[size] <= '9' {
		longer := group*10 + int(r[size]-'0')
		if longer >= len(re.groups) {
			break
		}
		group = longer
		size++
	}
	return group, size, nil
}
