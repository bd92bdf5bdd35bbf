// Package qsort is the program qsort in Go.
package qsort

func numbers(n int) []int64 {
	var made []int64
	var seed int64 = 42
	for i := 0; i < n; i++ {
		seed = seed * 16807 % 2147483647
		made = append(made, seed)
	}
	return made
}

func quicksort(l []int64, from, to int) {
	for from < to {
		pivot := l[(from+to)/2]
		i, j := from, to
		for i <= j {
			for l[i] < pivot {
				i = i + 1
			}
			for l[j] > pivot {
				j = j - 1
			}
			if i <= j {
				kept := l[i]
				l[i] = l[j]
				l[j] = kept
				i = i + 1
				j = j - 1
			}
		}
		quicksort(l, from, j)
		from = i
	}
}

// Run returns the sum of the first, the middle and the last number.
func Run() int64 {
	n := 100000
	l := numbers(n)
	quicksort(l, 0, n-1)
	return l[0] + l[n/2-1] + l[n-1]
}
