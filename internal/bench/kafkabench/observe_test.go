package kafkabench

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"
)

// TestObserve measures every work once, shortly: what it comes to means
// nothing.
func TestObserve(t *testing.T) {
	results, err := Observe(t.Context(), Settings{Count: 1000, Rounds: 1}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(results), 4; got != want {
		t.Errorf("results\ngot  %d\nwant %d", got, want)
	}
	for _, r := range results {
		if r.Off <= 0 || r.On <= 0 || r.Ratio <= 0 {
			t.Errorf("%s: not measured: %+v", r.Name, r)
		}
	}
	if _, err := Observe(t.Context(), Settings{Count: 1, Rounds: 1}, io.Discard); err == nil {
		t.Error("count 1: got no error")
	}
}

func TestCheckObservation(t *testing.T) {
	results := []Observation{{Name: "good", Ratio: 1.05}, {Name: "slow", Ratio: 1.06}, {Name: "greedy", Ratio: 1, Allocations: 1}}
	err := CheckObservation(results)
	if err == nil || !strings.Contains(err.Error(), "slow") || !strings.Contains(err.Error(), "greedy") || strings.Contains(err.Error(), "good") {
		t.Errorf("got %v, want an error about the slow and the greedy one", err)
	}
	if err := CheckObservation(results[:1]); err != nil {
		t.Errorf("got %v, want none", err)
	}
}

func TestObservationTable(t *testing.T) {
	var out bytes.Buffer
	ObservationTable(&out, []Observation{{Name: "send", Off: 600 * time.Nanosecond, On: 606 * time.Nanosecond, Ratio: 1.01, Allocations: 0.005}})
	if want := "| send | 600 ns | 606 ns | 1.010 | 0.0050 |\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("got\n%s\nwant it to end in\n%s", out.String(), want)
	}
}

func TestGateObservation(t *testing.T) {
	results, err := GateObservation(t.Context(), Settings{Count: 1000, Rounds: 1, Only: "values"}, 2, io.Discard)
	if len(results) != 1 || results[0].Name != `poll, shape "values"` {
		t.Errorf("got %+v, %v, want one result", results, err)
	}
	if (err != nil) != results[0].tooMuch() {
		t.Errorf("got %v about %+v", err, results[0])
	}
	if _, err := GateObservation(t.Context(), Settings{Count: 1, Rounds: 1}, 2, io.Discard); err == nil {
		t.Error("count 1: got no error")
	}
}
