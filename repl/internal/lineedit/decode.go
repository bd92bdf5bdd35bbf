package lineedit

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// escapeTime is how long the rest of a sequence may take to arrive; a lone ESC is the key.
const escapeTime = 50 * time.Millisecond

// longestSequence bounds a sequence; terminals send shorter ones.
const longestSequence = 32

// A byteSource gives the bytes of the terminal. wait < 0 waits for ever; ok is false if the
// time is over.
type byteSource interface {
	next(wait time.Duration) (b byte, ok bool, err error)
}

// readKey reads the next key.
func readKey(src byteSource) (key, error) {
	b, _, err := src.next(-1)
	switch {
	case err != nil:
		return key{}, err
	case b == 0x1b:
		return readEscape(src)
	case b < 0x20 || b == 0x7f:
		return key{code: controls[b]}, nil
	case b < utf8.RuneSelf:
		return key{keyRune, rune(b)}, nil
	}
	return readRune(src, b)
}

// readRune reads the rest of a character of several bytes. What is no UTF-8 is dropped:
// nothing says which character was meant. So are control characters, which a terminal
// might obey.
func readRune(src byteSource, first byte) (key, error) {
	text := []byte{first}
	for !utf8.FullRune(text) {
		b, ok, err := src.next(escapeTime)
		if err != nil || !ok {
			return key{}, err
		}
		text = append(text, b)
	}
	r, size := utf8.DecodeRune(text)
	if r == utf8.RuneError && size <= 1 || unicode.IsControl(r) {
		return key{}, nil
	}
	return key{keyRune, r}, nil
}

// readEscape reads what follows an ESC.
func readEscape(src byteSource) (key, error) {
	b, ok, err := src.next(escapeTime)
	switch {
	case err != nil:
		return key{}, err
	case !ok:
		return key{code: keyEscape}, nil
	case b == 0x1b:
		return key{code: keyEscape}, nil
	case b != '[' && b != 'O':
		return key{code: escapes[b]}, nil
	}
	var parameters strings.Builder
	for parameters.Len() < longestSequence {
		b, ok, err := src.next(escapeTime)
		if err != nil || !ok {
			return key{}, err
		}
		if b >= 0x40 && b <= 0x7e {
			return sequenceKey(parameters.String(), b), nil
		}
		parameters.WriteByte(b)
	}
	return key{}, nil
}

// sequenceKey is the key of a whole sequence. A modifier (";5" is Ctrl, ";3" Alt) makes
// words of left and right, and changes nothing else.
func sequenceKey(parameters string, final byte) key {
	number, modifier, modified := strings.Cut(parameters, ";")
	if final == '~' {
		return key{code: numbered[number]}
	}
	code := sequences[final]
	if modified && modifier != "2" {
		switch code {
		case keyLeft:
			code = keyWordLeft
		case keyRight:
			code = keyWordRight
		}
	}
	return key{code: code}
}
