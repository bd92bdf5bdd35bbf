// Package variadic is the program variadic in Go.
package variadic

func total(args ...int64) int64 {
	var sum int64
	for _, a := range args {
		sum = sum + a
	}
	return sum
}

// Run returns the sum of all calls.
func Run() int64 {
	var sum int64
	for i := int64(1); i <= 500000; i++ {
		sum = sum + total(i, 2, 3, 4)
	}
	return sum
}
