package core

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"hash"
	"hash/crc32"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// hashTable holds hash.
var hashTable = []eval.Builtin{
	{
		Name: "hash", Min: 2, Plain: plainHash,
		Help: eval.Help{
			Signature: "(hash s algorithm)",
			Summary:   "A checksum or digest of the bytes of a string.",
			Args: []eval.HelpArg{
				{"s", "string", "the bytes"},
				{"algorithm", "string", "\"md5\", \"sha1\", \"sha256\", \"sha512\", \"crc32\" or \"murmur2\", by which Kafka chooses partitions"},
			},
			Result:  "hexadecimal digits in lower case; for crc32 a number from 0 on, for murmur2 a signed number, of 32 bits both",
			Errors:  []string{"IllegalArgumentException if an argument is no string or the algorithm is another one"},
			Related: []string{"hex-encode", "byte-length", "uuid"},
			Examples: []eval.HelpExample{
				{"(hash \"hello\" \"sha1\")", "\"aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d\""},
				{"(hash \"hello\" \"crc32\")", "907060870"},
				{"(hash \"hello\" \"rot13\")", "! IllegalArgumentException"},
			},
		},
	},
}

func plainHash(f *eval.Frame, l *value.List) value.Value {
	s := f.TextArg(l, 1).String()
	switch name := f.TextArg(l, 2).String(); name {
	case "md5":
		return digest(f, s, md5.New())
	case "sha1":
		return digest(f, s, sha1.New())
	case "sha256":
		return digest(f, s, sha256.New())
	case "sha512":
		return digest(f, s, sha512.New())
	case "crc32":
		sum := crc32.NewIEEE()
		feed(f, s, sum)
		return value.Whole(int64(sum.Sum32()))
	case "murmur2":
		return value.Int(murmur2(s, f.TickWork))
	default:
		eval.Throw(eval.IllegalArgument, "hash: got %q, want md5, sha1, sha256, sha512, crc32 or murmur2", name)
		return value.Null()
	}
}

func digest(f *eval.Frame, s string, h hash.Hash) value.Value {
	feed(f, s, h)
	return value.String(hex.EncodeToString(h.Sum(nil)))
}

// feed gives the bytes of s to a hash. A hash never refuses any.
func feed(f *eval.Frame, s string, h hash.Hash) {
	piece := make([]byte, min(bytesPiece, len(s)))
	for at := 0; at < len(s); {
		n := copy(piece, s[at:])
		_, _ = h.Write(piece[:n])
		at += n
		f.TickWork(n)
	}
}

// murmur2 is the 32-bit hash of that name with the seed that Kafka's clients use.
func murmur2(s string, tick value.Tick) int32 {
	const (
		multiplier = 0x5bd1e995
		seed       = 0x9747b28c
	)
	h := uint32(seed) ^ uint32(len(s))
	for len(s) >= 4 {
		block := s[:min(len(s), bytesPiece)&^3]
		for i := 0; i < len(block); i += 4 {
			k := uint32(block[i]) | uint32(block[i+1])<<8 | uint32(block[i+2])<<16 | uint32(block[i+3])<<24
			k *= multiplier
			k ^= k >> 24
			h = h*multiplier ^ k*multiplier
		}
		s = s[len(block):]
		tick(len(block))
	}
	for i := len(s) - 1; i >= 0; i-- {
		h ^= uint32(s[i]) << (8 * i)
	}
	if len(s) > 0 {
		h *= multiplier
	}
	h ^= h >> 13
	h *= multiplier
	return int32(h ^ h>>15)
}
