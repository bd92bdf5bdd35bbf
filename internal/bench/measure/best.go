package measure

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
	"time"
)

// Best calls run several times and returns the best that was measured. It fails when run
// does.
func Best(program string, repetitions int, run func() (sum string, err error)) (Result, error) {
	best := Result{Program: program}
	var before, after runtime.MemStats
	for i := range repetitions {
		runtime.GC()
		runtime.ReadMemStats(&before)
		cpu, began := CPUTime(), time.Now()
		sum, err := run()
		wall := time.Since(began)
		cpu = CPUTime() - cpu
		if err != nil {
			return Result{}, err
		}
		runtime.ReadMemStats(&after)
		if i == 0 || cpu < best.CPU {
			best.CPU = cpu
		}
		if i == 0 || wall < best.Wall {
			best.Wall, best.Sum = wall, sum
			best.Mallocs = int64(after.Mallocs - before.Mallocs)
			best.Written = int64(after.TotalAlloc - before.TotalAlloc)
		}
	}
	best.Peak = PeakMemory()
	return best, nil
}

// PeakMemory returns the largest resident size that this process ever had, in bytes; 0
// where the system has no /proc. The figure that a parent gets when it waits is no
// substitute: it includes the parent's own size at the start.
func PeakMemory() int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, ok := bytes.Cut(status, []byte("VmHWM:"))
	fields := bytes.Fields(rest)
	if !ok || len(fields) == 0 {
		return 0
	}
	kib, err := strconv.ParseInt(string(fields[0]), 10, 64)
	if err != nil {
		return 0
	}
	return kib << 10
}
