package kafkalib

import (
	"strconv"
	"unicode/utf8"
)

// quotedLimit bounds the part of a text that a message shows.
const quotedLimit = 80

// quote shows s in a message: in double quotes, escaped, and cut where it is
// long, so that a message never carries a whole record.
func quote(s string) string {
	if len(s) <= quotedLimit {
		return strconv.Quote(s)
	}
	cut := quotedLimit
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strconv.Quote(s[:cut]) + "… (" + strconv.Itoa(len(s)) + " bytes)"
}
