// Package named is the program named in Go, where the fields of a struct have names.
package named

type weights struct{ a, b, c int64 }

func weigh(o weights) int64 { return o.a*4 + o.b*2 + o.c }

// Run returns the sum of all calls.
func Run() int64 {
	var sum int64
	for i := int64(1); i <= 1000000; i++ {
		sum = sum + weigh(weights{a: i, b: 2, c: 3})
	}
	return sum
}
