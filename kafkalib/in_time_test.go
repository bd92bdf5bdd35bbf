package kafkalib

import (
	"testing"
	"time"
)

// slack is what a busy machine may add to a time that a test measures. What a test
// tells apart takes longer still: a time-out of a minute, or for ever.
const slack = 20 * time.Second

// inTime asserts that what began at start took about a time, which is what is
// promised, and no more than a busy machine makes of it.
func inTime(t testing.TB, start time.Time, about time.Duration) {
	t.Helper()
	took := time.Since(start)
	if took <= about+slack {
		return
	}
	t.Errorf("it took\n got %v\nwant about %v", took, about)
}
