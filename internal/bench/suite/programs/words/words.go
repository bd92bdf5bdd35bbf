// Package words is the program words in Go.
package words

import "strings"

// Run returns the number of words, times 10,000, and of different words in the text.
func Run(text string) int64 {
	words := strings.Split(text, " ")
	counts := map[string]int{}
	for _, w := range words {
		counts[w]++
	}
	return int64(len(words))*10000 + int64(len(counts))
}
