package runner

import (
	"fmt"
	"strings"

	"github.com/bpl-lang/bpl/internal/bench/suite"
)

// A target is what a peer's times as ratios to those of base should stay below.
type target struct {
	base, name string
	of         func(suite.Program) float64
}

var targets = []target{
	{"gopher-lua", "target", func(p suite.Program) float64 { return p.First }},
	{"gopher-lua", "to reach", func(p suite.Program) float64 { return p.Reach }},
	{"lua5.4", "to reach", func(p suite.Program) float64 { return p.ReachLua }},
}

// leeway is how much slower than the first target programs written in other ways may be.
const leeway = 1.15

// Show adds the tables of a run and says which targets were missed. variants are the peers
// that run this language's programs written in other ways.
func (r *Report) Show(v View, variants []string) {
	for _, t := range []*Table{v.Times(), v.Ratios("gopher-lua"), v.Ratios("lua5.4"), v.Memory(), v.Allocations(), v.Bytes()} {
		if len(t.Rows) > 0 {
			r.Tables = append(r.Tables, t)
		}
	}
	for _, t := range targets {
		r.judge(v, "bpl", t, 1)
	}
	if len(variants) == 0 {
		return
	}
	others := v
	others.Peers = variants
	t := others.Ratios("bpl")
	t.Title = "Programs written in other ways, as a ratio to the usual one"
	r.Tables = append(r.Tables, t)
	for _, name := range variants {
		r.judge(v, name, targets[0], leeway)
	}
}

// judge adds a sentence about a target, if anything can be said.
func (r *Report) judge(v View, peer string, t target, leeway float64) {
	judged := 0
	var missed []string
	for _, p := range v.Programs {
		x, ok := v.Figures.Ratio(v.Clock, peer, t.base, p.Name)
		if !ok {
			continue
		}
		judged++
		if limit := t.of(p) * leeway; x > limit {
			missed = append(missed, fmt.Sprintf("%s %.3f (%.3f)", p.Name, x, limit))
		}
	}
	if judged == 0 {
		return
	}
	verdict := "met in all programs"
	if len(missed) > 0 {
		verdict = "missed in " + strings.Join(missed, ", ")
	}
	with := ""
	if leeway > 1 {
		with = fmt.Sprintf(", and %.0f %%", (leeway-1)*100)
	}
	r.Verdicts = append(r.Verdicts, fmt.Sprintf("%s as a ratio to %s, %s%s: %s", peer, t.base, t.name, with, verdict))
}
