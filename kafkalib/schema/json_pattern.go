package schema

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// A pattern is a regular expression of a JSON schema, which means one of
// ECMAScript. Go's own take a time in proportion to the text, so those that Go
// knows are matched by it; what it has not, look-around and backward references,
// by a library that tries, for a bounded time. It is immutable and safe for
// concurrent use.
type pattern struct {
	text   string
	linear *regexp.Regexp
	trying *regexp2.Regexp // where linear is nil
}

// Bounds of patterns that try.
const (
	tryTime    = 250 * time.Millisecond // of one match
	maxPattern = 10_000                 // bytes
)

var unicodeEscape = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\\u([0-9A-Fa-f]{4})`) })

func compilePattern(text string) (*pattern, error) {
	linear, err := regexp.Compile(unicodeEscape().ReplaceAllString(text, `\x{$1}`))
	if err == nil {
		return &pattern{text: text, linear: linear}, nil
	}
	if len(text) > maxPattern {
		return nil, fmt.Errorf("it has %d bytes, more than %d", len(text), maxPattern)
	}
	trying, tryErr := regexp2.Compile(text, regexp2.ECMAScript|regexp2.Unicode)
	if tryErr != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	trying.MatchTimeout = tryTime
	return &pattern{text: text, trying: trying}, nil
}

// matches reports whether the pattern is somewhere in s. The error says that this
// could not be found out in time.
func (p *pattern) matches(s string) (bool, error) {
	if p.linear != nil {
		return p.linear.MatchString(s), nil
	}
	found, err := p.trying.MatchString(s)
	if err != nil {
		return false, fmt.Errorf("whether it matches the pattern %s could not be found out within %v", quoted(p.text), tryTime)
	}
	return found, nil
}
