// Package loop is the program loop in Go.
package loop

// Run returns the sum of the first numbers.
func Run() int64 {
	var sum, i int64
	for i < 10000000 {
		sum = sum + i
		i = i + 1
	}
	return sum
}
