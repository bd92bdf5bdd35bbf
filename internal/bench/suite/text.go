package suite

import "strings"

// TextSize is the least size, in bytes, of the text that the program words counts.
const TextSize = 5_000_000

// Text returns words with blanks between them, of which few are frequent and many rare,
// as in written language. It is the same every time and has at least size bytes.
func Text(size int) string {
	r := random(12345)
	vocabulary := make([]string, 5000)
	for i := range vocabulary {
		word := make([]byte, 3+r.below(8))
		for k := range word {
			word[k] = 'a' + byte(r.below(26))
		}
		vocabulary[i] = string(word)
	}
	var text strings.Builder
	for text.Len() < size {
		if text.Len() > 0 {
			text.WriteByte(' ')
		}
		// A product of two uniform numbers prefers small ones.
		text.WriteString(vocabulary[r.below(len(vocabulary))*r.below(len(vocabulary))/len(vocabulary)])
	}
	return text.String()
}

// random is the generator that the programs use, too: multiplicative congruential, of
// Park and Miller.
type random int64

func (r *random) below(n int) int {
	*r = *r * 16807 % 2147483647
	return int(int64(*r) % int64(n))
}
