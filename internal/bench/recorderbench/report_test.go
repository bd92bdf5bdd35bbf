package recorderbench

import (
	"strings"
	"testing"
	"time"
)

func TestQuantiles(t *testing.T) {
	var s samples
	for i := range 1_000 {
		s = append(s, int64(1_000-i))
	}
	got := s.quantiles()
	want := Quantiles{N: 1_000, P50: 501, P90: 901, P99: 991, P999: 1_000, Max: 1_000}
	if got != want {
		t.Errorf("quantiles:\n got %+v\nwant %+v", got, want)
	}
	m := median([]Quantiles{{N: 1, P50: 3}, {N: 1, P50: 1}, {N: 1, P50: 2}})
	if m.P50 != 2 || m.N != 3 {
		t.Errorf("median: %+v", m)
	}
}

func TestChecks(t *testing.T) {
	row := Row{State: Refused, Costs: Costs{Call: Quantiles{P50: 400, P99: 3_000, P999: 90_000}}}
	missed := bounds{300, 2_000, 0}.check("load", row)
	if len(missed) != 2 || !strings.Contains(missed[0].Error(), "p50 is 400ns, at most 300ns") {
		t.Errorf("missed: %v", missed)
	}
	up := Row{State: Up, Costs: Costs{Call: Quantiles{P50: 100, P90: 1_000, P99: 1_900, P999: 70_000}}}
	missed = compared("load", up, row)
	if len(missed) != 2 || !strings.Contains(missed[1].Error(), "p99 is 3µs, with Kafka up 1.9µs") {
		t.Errorf("missed: %v", missed)
	}
}

// TestLoads runs a short load of each kind.
func TestLoads(t *testing.T) {
	for name, l := range map[string]Load{"tight": {Callers: 1}, "one": {Callers: 2, Every: 50 * time.Microsecond}, "paced": {Callers: 8, Every: time.Millisecond}} {
		t.Run(name, func(t *testing.T) {
			l.For = 20 * time.Millisecond
			c := run(l, func() int { return 1 }, func(int) {})
			if c.Empty.N == 0 || c.Made.N != c.Empty.N || c.Call.N != c.Empty.N || c.Call.P50 <= 0 || c.Call.P999 < c.Call.P50 {
				t.Errorf("quantiles: %+v", c)
			}
		})
	}
}

func TestAllocations(t *testing.T) {
	fresh, again, err := Allocations()
	if err != nil || fresh > 2.5 || again > 0.5 {
		t.Errorf("allocations:\n got %.2f, %.2f, %v\nwant at most 2 and 0", fresh, again, err)
	}
}
