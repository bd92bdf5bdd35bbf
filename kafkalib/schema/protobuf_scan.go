package schema

import (
	"strings"
)

// maxBraces bounds how deep the elements of a .proto file may nest.
const maxBraces = 100

// scanProtobuf calls f for each word, brace and other sign of a .proto text
// outside of comments and strings, until it returns false.
func scanProtobuf(text string, f func(token string, offset int) bool) {
	for at := 0; at < len(text); {
		rest := text[at:]
		switch c := text[at]; {
		case strings.HasPrefix(rest, "//"):
			at += untilAfter(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			at += 2 + untilAfter(rest[2:], "*/")
		case c == '"' || c == '\'':
			at++
			for at < len(text) && text[at] != c && text[at] != '\n' {
				if text[at] == '\\' {
					at++
				}
				at++
			}
			at++
		case isWordByte(c):
			end := at
			for end < len(text) && isWordByte(text[end]) {
				end++
			}
			if !f(text[at:end], at) {
				return
			}
			at = end
		default:
			if c > ' ' && !f(text[at:at+1], at) {
				return
			}
			at++
		}
	}
}

func isWordByte(c byte) bool {
	return c == '_' || c == '.' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// untilAfter is the length up to the end of mark, or all of s.
func untilAfter(s, mark string) int {
	if i := strings.Index(s, mark); i >= 0 {
		return i + len(mark)
	}
	return len(s)
}

// tooManyBraces finds the place where brackets nest too deeply.
func tooManyBraces(text string) (offset int, found bool) {
	depth := 0
	scanProtobuf(text, func(token string, at int) bool {
		switch token {
		case "{", "[", "(", "<":
			depth++
		case "}", "]", ")", ">":
			depth--
		}
		offset, found = at, depth > maxBraces
		return !found
	})
	return offset, found
}

// enclosingElement is the name of the message, enum, oneof or service around
// an offset, with those around it: "Order.Line".
func enclosingElement(text string, offset int) string {
	var stack []string
	var last, before string
	scanProtobuf(text, func(token string, at int) bool {
		if at > offset {
			return false
		}
		switch token {
		case "{":
			name := ""
			switch before {
			case "message", "enum", "oneof", "service", "group", "extend", "rpc":
				name = last
			}
			stack = append(stack, name)
		case "}":
			stack = stack[:max(len(stack)-1, 0)]
		}
		before, last = last, token
		return true
	})
	var names []string
	for _, name := range stack {
		if name != "" {
			names = append(names, name)
		}
	}
	return strings.Join(names, ".")
}
