package core

import (
	"encoding/base64"
	"encoding/hex"
	"strings"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// bytesTable holds the functions on the bytes of strings.
var bytesTable = []eval.Builtin{
	{
		Name: "byte-length", Min: 1, Plain: plainByteLength,
		Help: eval.Help{
			Signature: "(byte-length s)",
			Summary:   "The number of bytes of a string.",
			Args:      []eval.HelpArg{{"s", "string", "what to measure"}},
			Result:    "an integer, or a long where it does not fit",
			Errors:    []string{"IllegalArgumentException if s is no string"},
			Related:   []string{"length"},
			Examples:  []eval.HelpExample{{"(byte-length \"añb\")", "4"}},
		},
	},
	{
		Name: "base64-encode", Min: 1, Plain: plainBase64Encode,
		Help: eval.Help{
			Signature: "(base64-encode s)",
			Summary:   "Writes the bytes of a string in base64: the standard alphabet, with padding, on one line.",
			Args:      []eval.HelpArg{{"s", "string", "the bytes"}},
			Result:    "a string",
			Errors:    []string{"IllegalArgumentException if s is no string"},
			Related:   []string{"base64-decode", "hex-encode"},
			Examples:  []eval.HelpExample{{"(base64-encode \"hello\")", "\"aGVsbG8=\""}},
		},
	},
	{
		Name: "base64-decode", Min: 1, Plain: plainBase64Decode,
		Help: eval.Help{
			Signature: "(base64-decode s)",
			Summary:   "Reads base64: the standard alphabet, with padding, without blanks or line ends.",
			Args:      []eval.HelpArg{{"s", "string", "the text"}},
			Result:    "a string of the bytes, which need not be valid UTF-8",
			Errors:    []string{"IllegalArgumentException if s is no string or no base64"},
			Related:   []string{"base64-encode", "hex-decode"},
			Examples: []eval.HelpExample{
				{"(base64-decode \"aGVsbG8=\")", "\"hello\""},
				{"(base64-decode \"aGVsbG8\")", "! IllegalArgumentException"},
			},
		},
	},
	{
		Name: "hex-encode", Min: 1, Plain: plainHexEncode,
		Help: eval.Help{
			Signature: "(hex-encode s)",
			Summary:   "Writes the bytes of a string as hexadecimal digits in lower case, two a byte.",
			Args:      []eval.HelpArg{{"s", "string", "the bytes"}},
			Result:    "a string",
			Errors:    []string{"IllegalArgumentException if s is no string"},
			Related:   []string{"hex-decode", "base64-encode"},
			Examples:  []eval.HelpExample{{"(hex-encode \"hé\")", "\"68c3a9\""}},
		},
	},
	{
		Name: "hex-decode", Min: 1, Plain: plainHexDecode,
		Help: eval.Help{
			Signature: "(hex-decode s)",
			Summary:   "Reads hexadecimal digits of either case, two a byte.",
			Args:      []eval.HelpArg{{"s", "string", "the digits"}},
			Result:    "a string of the bytes, which need not be valid UTF-8",
			Errors:    []string{"IllegalArgumentException if s is no string, has other characters or an odd number of digits"},
			Related:   []string{"hex-encode", "base64-decode"},
			Examples: []eval.HelpExample{
				{"(hex-decode \"68C3a9\")", "\"hé\""},
				{"(hex-decode \"6\")", "! IllegalArgumentException"},
			},
		},
	},
}

// bytesPiece is how many bytes are converted at a time; a multiple of 12, so that groups
// of 2, 3 and 4 bytes end with it.
const bytesPiece = 48 << 10

func plainByteLength(f *eval.Frame, l *value.List) value.Value {
	return value.Whole(int64(len(f.TextArg(l, 1).String())))
}

func plainBase64Encode(f *eval.Frame, l *value.List) value.Value {
	s := f.TextArg(l, 1).String()
	f.CheckText(base64.StdEncoding.EncodedLen(len(s)))
	return byPieces(f, s, base64.StdEncoding.EncodedLen(len(s)), func(dst, piece []byte, _ int) []byte {
		return base64.StdEncoding.AppendEncode(dst, piece)
	})
}

func plainBase64Decode(f *eval.Frame, l *value.List) value.Value {
	s := f.TextArg(l, 1).String()
	if len(s)%4 != 0 {
		eval.Throw(eval.IllegalArgument, "base64-decode: got text of %d bytes, want a multiple of 4; missing padding is written =", len(s))
	}
	f.CheckText(len(s) / 4 * 3)
	return byPieces(f, s, len(s)/4*3, func(dst, piece []byte, at int) []byte {
		if i := strings.IndexAny(string(piece), "\r\n"); i >= 0 {
			eval.Throw(eval.IllegalArgument, "base64-decode: got a line end at byte %d, want none", at+i)
		}
		dst, err := base64.StdEncoding.AppendDecode(dst, piece)
		padded := piece[len(piece)-1] == '=' && at+len(piece) < len(s)
		if wrong, ok := err.(base64.CorruptInputError); ok {
			at += int(wrong)
		} else if padded {
			at += len(piece) - 1
		}
		if err != nil || padded {
			eval.Throw(eval.IllegalArgument, "base64-decode: wrong character at byte %d, want A-Z, a-z, 0-9, +, / and = at the end", at)
		}
		return dst
	})
}

func plainHexEncode(f *eval.Frame, l *value.List) value.Value {
	s := f.TextArg(l, 1).String()
	f.CheckText(2 * len(s))
	return byPieces(f, s, 2*len(s), func(dst, piece []byte, _ int) []byte { return hex.AppendEncode(dst, piece) })
}

func plainHexDecode(f *eval.Frame, l *value.List) value.Value {
	s := f.TextArg(l, 1).String()
	if len(s)%2 != 0 {
		eval.Throw(eval.IllegalArgument, "hex-decode: got %d digits, want an even number", len(s))
	}
	f.CheckText(len(s) / 2)
	return byPieces(f, s, len(s)/2, func(dst, piece []byte, at int) []byte {
		dst, err := hex.AppendDecode(dst, piece)
		if err != nil {
			for i, c := range piece {
				if !isHexDigit(c) {
					at += i
					break
				}
			}
			eval.Throw(eval.IllegalArgument, "hex-decode: wrong character at byte %d, want 0-9, a-f or A-F", at)
		}
		return dst
	})
}

func isHexDigit(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// byPieces converts the bytes of s piece by piece to a string of size bytes, or less by
// some padding. convert appends what a piece becomes, which begins at offset at.
func byPieces(f *eval.Frame, s string, size int, convert func(dst, piece []byte, at int) []byte) value.Value {
	var out strings.Builder
	out.Grow(size)
	piece := make([]byte, min(bytesPiece, len(s)))
	var converted []byte
	for at := 0; at < len(s); {
		n := copy(piece, s[at:])
		converted = convert(converted[:0], piece[:n], at)
		out.Write(converted)
		at += n
		f.TickWork(n)
	}
	return value.String(out.String())
}
