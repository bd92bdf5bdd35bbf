//go:build !unix

package measure

import "time"

// CPUTime returns the time since the start of the process, for want of the processor time.
func CPUTime() time.Duration { return time.Since(start) }
