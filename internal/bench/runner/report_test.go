package runner

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/internal/bench/measure"
	"github.com/bpl-lang/bpl/internal/bench/suite"
)

func sampleReport(t *testing.T) *Report {
	fib, sort := program(t, "fib"), program(t, "sort")
	ms := func(n time.Duration) []measure.Result {
		return []measure.Result{{Wall: n * time.Millisecond, Mallocs: 1500, Written: 3 << 20, Peak: 9 << 20}}
	}
	f := &Figures{results: map[key][]measure.Result{
		{"bpl", "fib"}: ms(30), {"gopher-lua", "fib"}: ms(100), {"renamed", "fib"}: ms(41),
		{"bpl", "sort"}: ms(20), {"gopher-lua", "sort"}: ms(100), {"renamed", "sort"}: ms(20),
		{"tengo", "fib"}: ms(90),
	}}
	r := &Report{
		Command: "go run bench", Rounds: 1, Clock: Wall, Machine: []Fact{{"processor", "one"}},
		Ready:    []Command{{Peer: Peer{Name: "bpl"}}, {Peer: Peer{Name: "gopher-lua"}, Release: "v1"}},
		Skipped:  []Skipped{{"luajit", "is not installed", "is not installed"}, {"goja", "could not be built", "in /home/ada"}},
		Failures: []Failure{{"tengo", "sort", errors.New("in /home/ada")}},
	}
	r.Show(View{Figures: f, Programs: []suite.Program{fib, sort}, Peers: []string{"bpl", "gopher-lua", "tengo", "absent"}, Clock: Wall},
		[]string{"renamed"})
	r.Tables = append(r.Tables, StartTable([]StartTime{{"empty", time.Millisecond, 0}, {"bpl", 3 * time.Millisecond, 2 * time.Millisecond}}))
	return r
}

func TestReport(t *testing.T) {
	r := sampleReport(t)
	var text, markdown strings.Builder
	if err := r.Text(&text); err != nil {
		t.Fatal(err)
	}
	if err := r.Markdown(&markdown); err != nil {
		t.Fatal(err)
	}
	squeeze := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	for _, want := range []string{
		"skipped: luajit: is not installed skipped: goja: in /home/ada",
		"Time in milliseconds Medians over the rounds of the best run within a process. fib sort bpl 30.0 20.0 gopher-lua 100.0 100.0 tengo 90.0 –",
		"bpl 0.30 0.20 gopher-lua 1.00 1.00 tengo 0.90 – target 0.35 0.25 to reach 0.25 0.14",
		"Peak memory in MiB Of the whole process, all repetitions. fib sort bpl 9.0 9.0",
		"bpl 1.5 1.5", "bpl 3.0 3.0",
		"renamed 1.37 1.00",
		"time over empty empty 1.0 – bpl 3.0 +2.0",
		"bpl as a ratio to gopher-lua, target: met in all programs",
		"bpl as a ratio to gopher-lua, to reach: missed in fib 0.300 (0.250), sort 0.200 (0.140)",
		"renamed as a ratio to gopher-lua, target, and 15 %: missed in fib 0.410 (0.402)",
		"failed: tengo, sort: in /home/ada",
	} {
		if !strings.Contains(squeeze(text.String()), want) {
			t.Errorf("text\n got %s\nwant %s", text.String(), want)
		}
	}
	for _, want := range []string{
		"    go run bench\n", "- processor: one\n", "- gopher-lua: v1\n", "- luajit is not installed\n- goja could not be built\n",
		"| bpl | 0.30 | 0.20 |\n", "| --- | --: | --: |\n", "- tengo failed in sort\n", "- rounds: 1\n",
	} {
		if !strings.Contains(markdown.String(), want) {
			t.Errorf("Markdown\n got %s\nwant %q", markdown.String(), want)
		}
	}
	for _, bad := range []string{"/home/ada", "absent", "ratio to lua5.4"} {
		if strings.Contains(markdown.String(), bad) {
			t.Errorf("Markdown\n got %s\nwant no %q", markdown.String(), bad)
		}
	}
}

func TestMachineFacts(t *testing.T) {
	for _, f := range MachineFacts() {
		if f.Name == "" || f.Value == "" {
			t.Errorf("fact\n got %+v\nwant both name and value", f)
		}
	}
	if got := lineOf("none", "x"); got != "" {
		t.Errorf("line of a file that is not there\n got %q\nwant nothing", got)
	}
}
