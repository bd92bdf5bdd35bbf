// Package sort is the program sort in Go.
package sort

import "slices"

func numbers(n int) []int64 {
	var made []int64
	var seed int64 = 42
	for i := 0; i < n; i++ {
		seed = seed * 16807 % 2147483647
		made = append(made, seed)
	}
	return made
}

// Run returns the sum of the first, the middle and the last number.
func Run() int64 {
	n := 300000
	l := numbers(n)
	slices.SortFunc(l, func(a, b int64) int { return int(a - b) })
	return l[0] + l[n/2-1] + l[n-1]
}
