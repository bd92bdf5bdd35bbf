// Package records is the program records in Go, with maps in place of structs.
package records

import "strconv"

// Run returns a sum over the records that were chosen, and the size of one group.
func Run() int64 {
	var all []map[string]any
	var seed int64 = 42
	for i := 0; i < 200000; i++ {
		seed = seed * 16807 % 2147483647
		all = append(all, map[string]any{
			"id": int64(i), "name": "name", "group": "g" + strconv.FormatInt(seed%10, 10), "value": seed % 1000,
		})
	}
	var chosen []map[string]any
	for _, r := range all {
		if r["value"].(int64) >= 500 {
			chosen = append(chosen, r)
		}
	}
	var scores []int64
	for _, r := range chosen {
		scores = append(scores, r["value"].(int64)*2+r["id"].(int64))
	}
	perGroup := map[string]int64{}
	for _, r := range all {
		perGroup[r["group"].(string)]++
	}
	var sum int64
	for _, v := range scores {
		sum = sum + v
	}
	return sum + perGroup["g3"]
}
