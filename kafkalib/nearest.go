package kafkalib

import (
	"slices"
	"strings"
)

// nearest returns the candidate that is most like name, or "" when none is
// near enough to be a misspelling: at most a third of the letters may differ.
// Letter case counts half, and nothing where all else is the same.
func nearest(name string, candidates []string) string {
	best, bestCost := "", 0
	if slices.Contains(candidates, name) {
		return name
	}
	for _, c := range candidates {
		if strings.EqualFold(name, c) {
			return c
		}
	}
	for _, c := range candidates {
		limit := max(len(name), len(c)) * 2 / 3
		if len(name) > 1 {
			limit = max(limit, 2) // one letter of a short name
		}
		if best != "" {
			limit = min(limit, bestCost-1)
		}
		if cost := editCost(name, c, limit); cost <= limit {
			best, bestCost = c, cost
		}
	}
	return best
}

// nearestLimit bounds the length of the texts that are compared, because the
// comparison takes the product of their lengths.
const nearestLimit = 256

// editCost is the cost of turning a into b: 2 for each inserted, removed or
// replaced byte and each swap of neighbours, 1 where only the letter case
// differs. It may stop as soon as the cost is known to be above limit.
func editCost(a, b string, limit int) int {
	if len(a) > nearestLimit || len(b) > nearestLimit {
		return limit + 1
	}
	if d := len(a) - len(b); 2*d > limit || -2*d > limit {
		return limit + 1
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = 2 * j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = 2 * i
		least := row[0]
		for j := 1; j <= len(b); j++ {
			replace := 2
			switch {
			case a[i-1] == b[j-1]:
				replace = 0
			case strings.EqualFold(a[i-1:i], b[j-1:j]):
				replace = 1
			}
			cost := min(last[j-1]+replace, last[j]+2, row[j-1]+2)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cost = min(cost, before[j-2]+2)
			}
			row[j] = cost
			least = min(least, cost)
		}
		if least > limit {
			return limit + 1
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// hint returns "; did you mean X?" for the nearest candidate, or "".
func hint(name string, candidates []string) string {
	if n := nearest(name, candidates); n != "" && n != name {
		return "; did you mean " + quote(n) + "?"
	}
	return ""
}
