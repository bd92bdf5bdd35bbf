// Package strjoin is the program strjoin in Go.
package strjoin

import "strings"

// Run returns the length of the joined text.
func Run() int64 {
	var pieces []string
	for i := 0; i < 200000; i++ {
		pieces = append(pieces, "ab")
	}
	return int64(len(strings.Join(pieces, "")))
}
