// Package nearest finds the name that a misspelt one may have meant.
package nearest

// Hint returns a text to put behind a message that names the nearest of the names, "" if none is near.
func Hint(name string, names []string) string {
	if near := Of(name, names); near != "" {
		return ", did you mean " + near + "?"
	}
	return ""
}

// Of returns the name with the least edit distance to word, "" if none is near: at
// most a third of the letters may differ.
func Of(word string, names []string) string {
	w := []rune(word)
	best, found := len(w)/3+1, ""
	if len(w) < 3 {
		best = 1 // short names are near to everything
	}
	for _, name := range names {
		n := []rune(name)
		if name == word || len(n) == 0 || len(n) > len(w)+best || len(w) > len(n)+best || len(n) > 100 || len(w) > 100 {
			continue
		}
		if d := distance(w, n); d <= len(w)/3 && d < best || d == 1 && best > 1 {
			best, found = d, name
		}
	}
	return found
}

// distance counts the letters to insert, remove, replace or swap with their neighbour.
func distance(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
