package syntax

import (
	"strings"

	"github.com/bpl-lang/bpl/interp/value"
)

// pathSteps reads the steps of a path and gives them to add, which may be nil: a name, or
// an index where index is true. It says bad where a step is not well formed.
func pathSteps(s string, add func(name string, index int32, indexed bool)) verdict {
	for i := 0; i < len(s); {
		switch {
		case s[i] == '/':
			i++
		case s[i] == '"':
			end, closed, escaped := stringEnd(s, i)
			if !closed || end < len(s) && s[end] != '/' {
				return bad
			}
			name := s[i+1 : end-1]
			if escaped {
				b, v := unescape(nil, name)
				if v != good {
					return bad
				}
				name = string(b)
			}
			if add != nil {
				add(name, 0, false)
			}
			i = end
		default:
			end := len(s)
			if n := strings.IndexByte(s[i:], '/'); n >= 0 {
				end = i + n
			}
			step := s[i:end]
			if strings.IndexByte(step, '"') >= 0 {
				return bad
			}
			i = end
			if !isDigit(step[0]) {
				if add != nil {
					add(step, 0, false)
				}
				continue
			}
			n, ok := stepIndex(step)
			if !ok {
				return bad
			}
			if add != nil {
				add("", n, true)
			}
		}
	}
	return good
}

// stepIndex reads a step that begins with a digit.
func stepIndex(s string) (int32, bool) {
	var n int64
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return 0, false
		}
		n = n*10 + int64(s[i]-'0')
		if n > 1<<31-1 {
			return 0, false
		}
	}
	return int32(n), true
}

// NewPath returns the path of these steps, at least one, of which the first is a name.
// (Of a path read from a list, one step gives a path too, which prints with a slash.)
func NewPath(steps []value.Step) *value.Ref { return newPath(steps, "") }

// newPath is NewPath; likely is how the path was written, which saves memory where it is
// printed in the same way.
func newPath(steps []value.Step, likely string) *value.Ref {
	var room [64]byte
	text := appendPath(room[:0], steps)
	if string(text) != likely {
		likely = string(text)
	}
	return value.NewPath(steps, likely)
}

// appendPath appends the steps of a path as the reader takes them.
func appendPath(dst []byte, steps []value.Step) []byte {
	if first := steps[0].Name.String(); len(steps) == 1 || quotedStep(first) || beginsOperator(first) {
		dst = append(dst, '/')
	}
	for i, step := range steps {
		if i > 0 {
			dst = append(dst, '/')
		}
		if step.Name == nil {
			dst = appendInt(dst, int64(step.Index))
			continue
		}
		name := step.Name.String()
		if quotedStep(name) || i == 0 && beginsOperator(name) {
			dst = appendQuoted(dst, name)
		} else {
			dst = append(dst, name...)
		}
	}
	return dst
}

// quotedStep reports whether a name must be quoted wherever it is a step of a path.
func quotedStep(name string) bool {
	return name == "" || isDigit(name[0]) || strings.ContainsAny(name, `()/"`) || hasSeparator(name)
}
