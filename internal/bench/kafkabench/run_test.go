package kafkabench

import (
	"bytes"
	"io"
	"maps"
	"strings"
	"testing"
)

// TestRun measures every pair once, shortly: what it comes to means nothing.
func TestRun(t *testing.T) {
	results, err := Run(t.Context(), Settings{Count: 1000, Rounds: 1}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(results), len(pairs()); got != want {
		t.Fatalf("results\n got %d\nwant %d", got, want)
	}
	for _, r := range results {
		if r.Plain <= 0 || r.Script <= 0 || r.Ratio <= 0 {
			t.Errorf("%s: not measured: %+v", r.Name, r)
		}
	}
}

func TestSettings(t *testing.T) {
	for name, s := range map[string]Settings{
		"not a multiple": {Count: 1500, Rounds: 1},
		"no records":     {Count: 0, Rounds: 1},
		"no rounds":      {Count: 1000},
	} {
		if _, err := Run(t.Context(), s, io.Discard); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}

func TestMedian(t *testing.T) {
	for _, tt := range []struct {
		name   string
		values []float64
		want   float64
	}{
		{"one", []float64{3}, 3},
		{"odd", []float64{9, 1, 2}, 2},
		{"even", []float64{4, 1, 2, 9}, 3},
	} {
		if got := median(tt.values); got != tt.want {
			t.Errorf("%s\n got %v\nwant %v", tt.name, got, tt.want)
		}
	}
}

func TestCheck(t *testing.T) {
	results := []Result{{Name: "good", Target: 0.6, Ratio: 0.55}, {Name: "slow", Target: 0.7, Ratio: 0.62}}
	err := Check(results, 0.9)
	if err == nil || !strings.Contains(err.Error(), "slow") || strings.Contains(err.Error(), "good") {
		t.Errorf("got %v, want an error about the slow one alone", err)
	}
	if err := Check(results[:1], 0.9); err != nil {
		t.Errorf("got %v, want none", err)
	}
}

func TestTable(t *testing.T) {
	var out bytes.Buffer
	Table(&out, []Result{{Name: "send", Target: 0.6, Plain: 1000, Script: 700, Ratio: 0.7}})
	want := "| work | client alone, records/s | script, records/s | ratio | target |\n|---|---|---|---|---|\n| send | 1000 | 700 | 0.70 | 0.60 |\n"
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestGate: a pair passes if one of the attempts does, and only pairs that are
// below are measured again.
func TestGate(t *testing.T) {
	measured := make(map[string]int)
	results, err := gate(0.9, 3, func(low map[string]bool) ([]Result, error) {
		var out []Result
		for name, ratios := range map[string][]float64{"good": {0.9}, "noisy": {0.3, 0.8}, "slow": {0.3, 0.5, 0.4}} {
			if low == nil || low[name] {
				out = append(out, Result{Name: name, Target: 0.7, Ratio: ratios[measured[name]]})
				measured[name]++
			}
		}
		return out, nil
	})
	if err == nil || !strings.Contains(err.Error(), "slow: 0.50") || strings.Contains(err.Error(), "noisy") {
		t.Errorf("error\n got %v\nwant one about the slow pair alone, with its best ratio", err)
	}
	if want := (map[string]int{"good": 1, "noisy": 2, "slow": 3}); !maps.Equal(measured, want) {
		t.Errorf("measured\n got %v\nwant %v", measured, want)
	}
	if len(results) != 3 {
		t.Errorf("results\n got %d\nwant 3", len(results))
	}
}
