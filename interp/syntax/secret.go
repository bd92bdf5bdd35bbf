package syntax

import (
	"slices"
	"strings"
)

// secretParts are parts of names whose values nobody is to see.
var secretParts = []string{
	"passw", "pass-word", "passphrase", "pwd", "secret", "token", "credential", "jaas", "authorization", "user-info",
	"api-key", "apikey", "access-key", "private-key", "key-pem", "keystore-key",
}

// misspeltParts are such parts misspelt: the message about the mistake must not show the
// secret either.
var misspeltParts = []string{"pasw", "pssw", "psasw", "seceret", "sercet", "secert", "tokn", "jass", "auth-user", "userinfo"}

// harmlessEnds end names that say where a secret is.
var harmlessEnds = []string{"-env", "-file", "-url", "-location"}

// SecretName reports whether a name looks like that of a secret: a password, a token, a
// private key. Dots, dashes and underscores are the same. It errs on the safe side.
func SecretName(name string) bool {
	name = strings.NewReplacer(".", "-", "_", "-").Replace(strings.ToLower(name))
	if strings.ContainsAny(name, " \t") {
		return false // a sentence
	}
	if slices.ContainsFunc(harmlessEnds, func(end string) bool { return strings.HasSuffix(name, end) }) {
		return false
	}
	isPart := func(part string) bool { return strings.Contains(name, part) }
	return slices.ContainsFunc(secretParts, isPart) || slices.ContainsFunc(misspeltParts, isPart)
}

// secretMask stands for the text of a secret.
const secretMask = `"***"`

// A secretSpan is a part of a text: from the first byte to behind the last.
type secretSpan struct{ from, to int }

// secretSpans returns where in a text string literals stand directly behind the name of a
// secret, be it an element's name or a value before.
func secretSpans(text string) []secretSpan {
	var spans []secretSpan
	secret := false // what stands before is the name of a secret
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			end := literalEnd(text, i)
			if secret {
				spans = append(spans, secretSpan{i, end})
			}
			secret = !secret && SecretName(strings.Trim(text[i:end], `"`))
			i = end
		case c == '(' || c == ')':
			secret = false
			i++
		case c <= ' ':
			i++
		default:
			end := i
			for end < len(text) && text[end] > ' ' && !strings.ContainsRune(`()"`, rune(text[end])) {
				end++
			}
			if word := text[i:end]; word != "=>" {
				secret = SecretName(word)
			}
			i = end
		}
	}
	return spans
}

// literalEnd is the offset behind the string literal that begins at i; one without an end
// goes to the end of its line.
func literalEnd(text string, i int) int {
	for i++; i < len(text) && text[i] != '\n'; i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return min(i, len(text))
}

// MaskSecrets returns a text of the language in which every string literal that stands behind
// the name of a secret is "***".
func MaskSecrets(text string) string {
	spans := secretSpans(text)
	if len(spans) == 0 {
		return text
	}
	var b strings.Builder
	at := 0
	for _, s := range spans {
		b.WriteString(text[at:s.from])
		b.WriteString(secretMask)
		at = s.to
	}
	b.WriteString(text[at:])
	return b.String()
}

// maskedLine is the line of a position, cut there, with secrets masked. The name of a secret
// may stand in a line before.
func (s *Source) maskedLine(p Pos) (before, after string) {
	line := s.Line(p.Line)
	before, after = splitColumn(line, p.Column-1)
	begin := s.lines[p.Line-1]
	if p.Line == 1 {
		begin = s.begin()
	}
	spans := secretSpans(s.text[:begin+len(line)])
	if len(spans) == 0 || spans[len(spans)-1].to <= begin {
		return before, after
	}
	cut := begin + len(before)
	var b, a strings.Builder
	at := begin
	write := func(to int) { // the text up to there, on both sides of the cut
		if at < cut {
			b.WriteString(s.text[at:min(to, cut)])
		}
		if to > cut {
			a.WriteString(s.text[max(at, cut):to])
		}
		at = to
	}
	for _, span := range spans {
		if span.to <= begin {
			continue
		}
		write(span.from)
		if span.from < cut {
			b.WriteString(secretMask)
		} else {
			a.WriteString(secretMask)
		}
		at = span.to
	}
	write(begin + len(line))
	return b.String(), a.String()
}
