package measure

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A Result is what one process measured of one program: the shortest times of its
// repetitions, the allocations of the one that took the shortest wall time, and the peak
// memory of the process. What a process cannot tell is 0, allocations that it cannot tell
// are Uncounted.
type Result struct {
	Program          string
	Wall, CPU        time.Duration
	Sum              string // what the program returned
	Mallocs, Written int64  // Written is in bytes
	Peak             int64  // bytes
}

// Uncounted stands for allocations of a process that does not know them.
const Uncounted = -1

// String is the line in which a process reports.
func (r Result) String() string {
	line := fmt.Sprintf("RESULT %s %d %s", r.Program, r.Wall.Nanoseconds(), r.Sum)
	if r.Mallocs != Uncounted {
		line += fmt.Sprintf(" %d %d", r.Mallocs, r.Written)
	}
	return line + fmt.Sprintf(" cpu=%d peak=%d", r.CPU.Nanoseconds(), r.Peak)
}

// ParseResult finds the line of a Result in the output of a process.
func ParseResult(output string) (Result, error) {
	for line := range strings.Lines(output) {
		if fields := strings.Fields(line); len(fields) > 0 && fields[0] == "RESULT" {
			r, err := parseFields(fields[1:])
			if err != nil {
				return Result{}, fmt.Errorf("%s: %w", strings.TrimSpace(line), err)
			}
			return r, nil
		}
	}
	return Result{}, fmt.Errorf("got no line that begins with RESULT in %q", shorten(output))
}

func parseFields(fields []string) (Result, error) {
	r := Result{Mallocs: Uncounted, Written: Uncounted}
	keys := map[string]*int64{}
	var cpu int64
	keys["cpu"], keys["peak"] = &cpu, &r.Peak
	var plain []string
	for _, f := range fields {
		key, text, ok := strings.Cut(f, "=")
		if !ok {
			plain = append(plain, f)
			continue
		}
		if to := keys[key]; to != nil {
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				return Result{}, fmt.Errorf("%s: got %s, want a whole number", key, text)
			}
			*to = n
		}
	}
	if len(plain) != 3 && len(plain) != 5 {
		return Result{}, fmt.Errorf("got %d fields, want program, nanoseconds, sum, and perhaps allocations and bytes", len(plain))
	}
	r.Program, r.Sum = plain[0], plain[2]
	numbers := []*int64{new(int64), &r.Mallocs, &r.Written}
	for i, text := range append(plain[1:2:2], plain[3:]...) {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return Result{}, fmt.Errorf("got %s, want a whole number", text)
		}
		*numbers[i] = n
	}
	r.Wall, r.CPU = time.Duration(*numbers[0]), time.Duration(cpu)
	return r, nil
}

func shorten(s string) string {
	if len(s) > 200 {
		return s[:200] + "…"
	}
	return s
}
