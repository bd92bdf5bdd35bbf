package guard

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/internal/bench/suite"
)

// simulated workloads advance a clock instead of working: the reference and each program
// take as long as slow says of the series and the turn.
type simulated struct {
	now    time.Duration
	series map[string]int
}

func (s *simulated) clock() time.Duration { return s.now }

func (s *simulated) workload(name string, takes func(series, turn int) time.Duration) workload {
	return workload{name, func(context.Context) (func() error, func(), error) {
		series, turn := s.series[name], 0
		s.series[name]++
		return func() error {
			s.now += takes(series, turn)
			turn++
			return nil
		}, func() {}, nil
	}}
}

func TestCompare(t *testing.T) {
	always := func(d time.Duration) func(int, int) time.Duration { return func(int, int) time.Duration { return d } }
	tests := []struct {
		name   string
		takes  func(series, turn int) time.Duration
		want   float64 // the ratio
		lost   bool
		series int // how many are needed
	}{
		{"as before", always(200), 2, false, 1},
		{"faster", always(100), 1, false, 1},
		{"a little slower", always(249), 2.49, false, 1},
		{"lost", always(251), 2.51, true, mostSeries},
		{"disturbed now and then", func(_, turn int) time.Duration {
			if turn == 7 {
				return 200
			}
			return 900
		}, 2, false, 1},
		{"slow where it lies at first", func(series, _ int) time.Duration {
			if series < 3 {
				return 300
			}
			return 210
		}, 2.1, false, 4},
		{"fast only before it counts", func(_, turn int) time.Duration {
			if turn == 0 {
				return 100
			}
			return 300
		}, 3, true, mostSeries},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := &simulated{series: map[string]int{}}
			all := []workload{s.workload("p", tt.takes), s.workload("q", always(100))}
			reference := s.workload(referenceName, always(100))
			findings, err := compare(t.Context(), Ratios{"p": 2}, reference, all, s.clock)
			if err != nil || len(findings) != 2 {
				t.Fatalf("findings\n got %v, %v\nwant two", findings, err)
			}
			if f := findings[0]; f.Now != tt.want || f.Lost() != tt.lost || s.series["p"] != tt.series {
				t.Errorf("ratio, lost, series\n got %v, %v, %d\nwant %v, %v, %d", f.Now, f.Lost(), s.series["p"], tt.want, tt.lost, tt.series)
			}
			if f := findings[1]; f.Lost() || s.series["q"] != 1 {
				t.Errorf("a program without baseline\n got lost %v after %d series\nwant no loss after one", f.Lost(), s.series["q"])
			}
		})
	}
}

func TestCompareFails(t *testing.T) {
	wrong := errors.New("wrong")
	fails := workload{"p", func(context.Context) (func() error, func(), error) {
		return func() error { return wrong }, func() {}, nil
	}}
	unloaded := workload{"p", func(context.Context) (func() error, func(), error) { return nil, nil, wrong }}
	s := &simulated{series: map[string]int{}}
	for name, w := range map[string]workload{"run": fails, "load": unloaded} {
		reference := s.workload(referenceName, func(int, int) time.Duration { return 1 })
		if _, err := compare(t.Context(), nil, reference, []workload{w}, s.clock); !errors.Is(err, wrong) {
			t.Errorf("%s fails\n got %v\nwant %v", name, err, wrong)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(wrong)
	if _, err := Measure(ctx, nil); !errors.Is(err, wrong) {
		t.Errorf("ended context\n got %v\nwant %v", err, wrong)
	}
}

// TestBaselineIsComplete asserts that every program is guarded.
func TestBaselineIsComplete(t *testing.T) {
	baseline, err := Baseline()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range suite.Programs() {
		if baseline[p.Name] <= 0 {
			t.Errorf("baseline of %s\n got %v\nwant a ratio", p.Name, baseline[p.Name])
		}
		delete(baseline, p.Name)
	}
	if len(baseline) > 0 {
		t.Errorf("baselines of unknown programs: %v", baseline)
	}
}

func TestStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "baseline.json")
	if err := (Ratios{"b": 1.23456, "a": 2}).Store(path); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if want := "{\n  \"a\": 2.000,\n  \"b\": 1.235\n}\n"; err != nil || string(got) != want {
		t.Errorf("stored\n got %s, %v\nwant %s", got, err, want)
	}
	if err := (Ratios{}).Store(filepath.Join(path, "x")); err == nil {
		t.Error("storing beneath a file: got no error")
	}
}

func TestFindingString(t *testing.T) {
	tests := []struct {
		f    Finding
		want string
	}{
		{Finding{"fib", 0.5, 0.75}, "fib 0.500 -> 0.750 +50 % LOSS"},
		{Finding{"fib", 0.5, 0.45}, "fib 0.500 -> 0.450 -10 %"},
		{Finding{"fib", 0, 0.45}, "fib -> 0.450 no baseline"},
	}
	for _, tt := range tests {
		if got := strings.Join(strings.Fields(tt.f.String()), " "); got != tt.want {
			t.Errorf("finding\n got %s\nwant %s", got, tt.want)
		}
	}
}

func TestReference(t *testing.T) {
	run := newReference()
	first, second := run(), run()
	if first < turns || second < turns {
		t.Errorf("sums of the reference\n got %d, %d\nwant large ones", first, second)
	}
}
