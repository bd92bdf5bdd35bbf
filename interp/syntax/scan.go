package syntax

// A tokenKind tells what a token is as far as its characters alone say.
type tokenKind uint8

const (
	tokenEnd      tokenKind = iota // end of input
	tokenOpen                      // (
	tokenClose                     // )
	tokenOperator                  // =>
	tokenString                    // "…", complete; its escapes may still be wrong
	tokenWord                      // anything else without / and "
	tokenPath                      // a word with a /
	tokenInvalid                   // an open string, or a quote where none may be
)

// A token is a piece of source text: src[start:end].
type token struct {
	kind       tokenKind
	escaped    bool // a string with a backslash in it
	cut        bool // invalid only because the text ends here
	start, end int
}

// A scanner cuts source text into tokens.
type scanner struct {
	src string
	pos int
}

// next returns the next token. After tokenEnd and tokenInvalid it must not be called
// again.
func (s *scanner) next() token {
	i := skipSeparators(s.src, s.pos)
	t := token{start: i, end: i}
	if i == len(s.src) {
		s.pos = i
		return t
	}
	switch c := s.src[i]; {
	case c == '(':
		t.kind, t.end = tokenOpen, i+1
	case c == ')':
		t.kind, t.end = tokenClose, i+1
	case c == '"':
		s.scanString(&t)
	case c == '=' && i+1 < len(s.src) && s.src[i+1] == '>':
		t.kind, t.end = tokenOperator, i+2
	default:
		s.scanWord(&t)
	}
	s.pos = t.end
	return t
}

// scanString scans the string that begins at t.start.
func (s *scanner) scanString(t *token) {
	end, closed, escaped := stringEnd(s.src, t.start)
	t.end, t.escaped = end, escaped
	if closed {
		t.kind = tokenString
		return
	}
	t.kind = tokenInvalid
	if end == len(s.src) {
		_, v := unescape(nil, s.src[t.start+1:])
		t.cut = v != bad
	}
}

// stringEnd returns the end of the string literal whose opening quote is at i: behind its
// closing quote or, if it has none, before the raw line end or tab that ends it.
func stringEnd(s string, i int) (end int, closed, escaped bool) {
	for i++; i < len(s); i++ {
		switch s[i] {
		case '"':
			return i + 1, true, escaped
		case '\n', '\r', '\t':
			return i, false, escaped
		case '\\':
			escaped = true
			if i+1 < len(s) && s[i+1] != '\n' && s[i+1] != '\r' && s[i+1] != '\t' {
				i++
			}
		}
	}
	return len(s), false, escaped
}

// scanWord scans a word or path. In a path, from its first slash on, a quote opens a
// quoted step; any other quote spoils the token.
func (s *scanner) scanWord(t *token) {
	i, slash, spoilt := t.start, false, false
scan:
	for ; i < len(s.src); i++ {
		switch classes[s.src[i]] {
		case classSpace, classParen:
			break scan
		case classC2:
			if i+1 < len(s.src) && s.src[i+1] == 0xA0 {
				break scan
			}
		case classSlash:
			slash = true
		case classQuote:
			if !slash {
				spoilt = true
				continue
			}
			end, closed, _ := stringEnd(s.src, i)
			inStep := s.src[i-1] != '/'
			if !closed {
				t.kind, t.end = tokenInvalid, end
				if end == len(s.src) && !spoilt && !inStep {
					_, v := unescape(nil, s.src[i+1:])
					t.cut = v != bad && pathSteps(s.src[t.start:i], nil) != bad
				}
				return
			}
			spoilt = spoilt || inStep
			i = end - 1
		}
	}
	t.end = i
	switch {
	case spoilt:
		t.kind = tokenInvalid
	case slash:
		t.kind = tokenPath
	default:
		t.kind = tokenWord
	}
}
