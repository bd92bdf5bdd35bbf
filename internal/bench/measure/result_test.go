package measure

import (
	"strings"
	"testing"
	"time"
)

func TestParseResult(t *testing.T) {
	unknown := Result{Mallocs: Uncounted, Written: Uncounted}
	full := Result{Program: "fib", Wall: 1500, CPU: 900, Sum: "832040", Mallocs: 3, Written: 64, Peak: 4096}
	short := unknown
	short.Program, short.Wall, short.Sum = "fib", 1500, "832040"
	timed := short
	timed.CPU, timed.Peak = 7, 8
	tests := []struct {
		name, output string
		want         Result
		err          string // a part of it; "" if there is none
	}{
		{"everything", full.String(), full, ""},
		{"the least", "RESULT fib 1500 832040", short, ""},
		{"named fields", "RESULT fib 1500 832040 peak=8 other=x cpu=7\n", timed, ""},
		{"other lines", "warming up\nRESULT fib 1500 832040\nbye\n", short, ""},
		{"itself without allocations", timed.String(), timed, ""},
		{"no line", "hello", Result{}, "no line"},
		{"nothing", "", Result{}, "no line"},
		{"few fields", "RESULT fib 1500", Result{}, "2 fields"},
		{"allocations without bytes", "RESULT fib 1500 832040 3", Result{}, "4 fields"},
		{"time that is none", "RESULT fib fast 832040", Result{}, "fast"},
		{"allocations that are none", "RESULT fib 1500 832040 many 64", Result{}, "many"},
		{"named field that is none", "RESULT fib 1500 832040 cpu=x", Result{}, "cpu"},
		{"long text", strings.Repeat("x", 10_000), Result{}, "x…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ParseResult(tt.output)
			if (err != nil) != (tt.err != "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Fatalf("error\n got %v\nwant one with %q", err, tt.err)
			}
			if got != tt.want {
				t.Errorf("result\n got %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

func TestCPUTime(t *testing.T) {
	began := CPUTime()
	for used := time.Duration(0); used <= 0; used = CPUTime() - began { // work until it shows
		_ = strings.Repeat("x", 1000)
	}
}
