package runner

import (
	"fmt"
	"slices"
)

// Select returns the items whose names are in the list, in their own order; all that keep
// wants if the list is empty. Unknown names are an error.
func Select[T any](items []T, names []string, name func(T) string, keep func(T) bool) ([]T, error) {
	var chosen []T
	for _, item := range items {
		if len(names) == 0 && keep(item) || slices.Contains(names, name(item)) {
			chosen = append(chosen, item)
		}
	}
	for _, n := range names {
		if !slices.ContainsFunc(items, func(item T) bool { return name(item) == n }) {
			var known []string
			for _, item := range items {
				known = append(known, name(item))
			}
			return nil, fmt.Errorf("got %q, want some of %v", n, known)
		}
	}
	return chosen, nil
}
