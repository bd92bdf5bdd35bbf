package runner

import (
	"fmt"
	"strconv"

	"github.com/bpl-lang/bpl/internal/bench/suite"
)

// A View shows the figures of a run as tables.
type View struct {
	Figures  *Figures
	Programs []suite.Program
	Peers    []string // the rows
	Clock    Clock
}

// missing stands where nothing was measured.
const missing = "–"

// table makes a table of a row for each peer; peers without any cell are left out.
func (v View) table(title, note string, cell func(peer string, p suite.Program) (string, bool)) *Table {
	t := &Table{Title: title, Note: note, Heads: []string{""}}
	for _, p := range v.Programs {
		t.Heads = append(t.Heads, p.Name)
	}
	for _, peer := range v.Peers {
		var cells []string
		any := false
		for _, p := range v.Programs {
			text, ok := cell(peer, p)
			if !ok {
				text = missing
			}
			any = any || ok
			cells = append(cells, text)
		}
		if any {
			t.add(peer, cells...)
		}
	}
	return t
}

// Times shows the times in milliseconds.
func (v View) Times() *Table {
	note := "Medians over the rounds of the best run within a process."
	if v.Clock == CPU {
		note += " Processor time of all threads, collecting garbage included."
	}
	return v.table("Time in milliseconds", note, func(peer string, p suite.Program) (string, bool) {
		d, ok := v.Figures.Time(v.Clock, peer, p.Name)
		return strconv.FormatFloat(d.Seconds()*1000, 'f', 1, 64), ok
	})
}

// Ratios shows the times as ratios to those of base, with the targets that there are.
func (v View) Ratios(base string) *Table {
	t := v.table("Time as a ratio to "+base, "Below 1 is faster. Medians of the ratios within each round.",
		func(peer string, p suite.Program) (string, bool) {
			x, ok := v.Figures.Ratio(v.Clock, peer, base, p.Name)
			return ratio(x), ok
		})
	for _, goal := range targets {
		if goal.base != base || len(t.Rows) == 0 {
			continue
		}
		var row []string
		for _, p := range v.Programs {
			row = append(row, ratio(goal.of(p)))
		}
		t.add(goal.name, row...)
	}
	return t
}

// Memory shows the largest resident sizes of the processes.
func (v View) Memory() *Table {
	return v.table("Peak memory in MiB", "Of the whole process, all repetitions.", func(peer string, p suite.Program) (string, bool) {
		b, ok := v.Figures.Memory(peer, p.Name)
		return strconv.FormatFloat(b/(1<<20), 'f', 1, 64), ok
	})
}

// Allocations shows their number in thousands.
func (v View) Allocations() *Table {
	return v.table("Allocations in thousands", "Of one run of a program, for peers in Go.", func(peer string, p suite.Program) (string, bool) {
		n, _, ok := v.Figures.Allocations(peer, p.Name)
		return strconv.FormatFloat(n/1000, 'f', 1, 64), ok
	})
}

// Bytes shows what was allocated.
func (v View) Bytes() *Table {
	return v.table("Allocated MiB", "Of one run of a program, for peers in Go.", func(peer string, p suite.Program) (string, bool) {
		_, b, ok := v.Figures.Allocations(peer, p.Name)
		return strconv.FormatFloat(b/(1<<20), 'f', 1, 64), ok
	})
}

// StartTable shows the times of starts.
func StartTable(times []StartTime) *Table {
	t := &Table{
		Title: "Start in milliseconds",
		Note:  "From the start of a process to its end: the value 1 is evaluated and printed. Medians.",
		Heads: []string{"", "time", "over empty"},
	}
	for i, st := range times {
		over := missing
		if i > 0 {
			over = fmt.Sprintf("%+.1f", st.Over.Seconds()*1000)
		}
		t.add(st.Name, fmt.Sprintf("%.1f", st.Median.Seconds()*1000), over)
	}
	return t
}

// ratio prints two significant digits or more: 0.0043, 0.046, 0.35, 1.20, 15.3.
func ratio(x float64) string {
	switch {
	case x < 0.00995:
		return strconv.FormatFloat(x, 'f', 4, 64)
	case x < 0.0995:
		return strconv.FormatFloat(x, 'f', 3, 64)
	case x < 9.995:
		return strconv.FormatFloat(x, 'f', 2, 64)
	}
	return strconv.FormatFloat(x, 'f', 1, 64)
}
