package syntax

import (
	"strconv"
	"unsafe"
)

// bytesAsString returns b as a string without copying; b must never change again.
func bytesAsString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

func appendInt(dst []byte, n int64) []byte { return strconv.AppendInt(dst, n, 10) }
