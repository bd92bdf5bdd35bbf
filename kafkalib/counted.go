package kafkalib

import "fmt"

// recordsWere is the beginning of a sentence about n records.
func recordsWere(n int64) string {
	if n == 1 {
		return "1 record was"
	}
	return fmt.Sprintf("%d records were", n)
}

// ofRecordsWere is the beginning of a sentence about n of so many records.
func ofRecordsWere(n, of int64) string {
	if n == 1 {
		return fmt.Sprintf("1 of %d records was", of)
	}
	return fmt.Sprintf("%d of %d records were", n, of)
}
