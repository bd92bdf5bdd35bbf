// Package fib is the program fib in Go.
package fib

func fib(n int64) int64 {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

// Run returns the last Fibonacci number of the program.
func Run() int64 { return fib(30) }
