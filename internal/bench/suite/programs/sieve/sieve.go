// Package sieve is the program sieve in Go.
package sieve

// Run returns how many primes there are.
func Run() int64 {
	n := 2000000
	var prime []bool
	for i := 0; i <= n; i++ {
		prime = append(prime, true)
	}
	var count int64
	for i := 2; i <= n; i++ {
		if prime[i] {
			count = count + 1
			for j := i + i; j <= n; j = j + i {
				prime[j] = false
			}
		}
	}
	return count
}
