package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/interp/value"
)

// A coverage notes which calls in the files *.bpl are evaluated. It is safe for concurrent
// use.
type coverage struct {
	mu   sync.Mutex
	seen map[string]map[int]bool // file → offsets of the calls
}

// Enter implements interp.Tracer.
func (c *coverage) Enter(call *interp.Call) {
	at := call.Pos()
	if !strings.HasSuffix(at.File, ".bpl") {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen[at.File] == nil {
		c.seen[at.File] = map[int]bool{}
	}
	c.seen[at.File][at.Offset] = true
}

// Leave implements interp.Tracer.
func (c *coverage) Leave(*interp.Call, interp.Value, error) {}

// report lists the files of which something was evaluated, with the share of their calls
// and, if asked for, the lines with calls that were not.
func (c *coverage) report(in *interp.Interp, lines bool) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var files []string
	for file := range c.seen {
		files = append(files, file)
	}
	slices.Sort(files)
	var b strings.Builder
	for _, file := range files {
		all, err := callsOf(in, file)
		if err != nil || len(all) == 0 {
			continue // it has changed meanwhile
		}
		done := 0
		var missed []int
		for _, at := range all {
			if c.seen[file][at.Offset] {
				done++
			} else if !slices.Contains(missed, at.Line) {
				missed = append(missed, at.Line)
			}
		}
		fmt.Fprintf(&b, "cover %s: %.1f %% of %d calls\n", file, 100*float64(done)/float64(len(all)), len(all))
		if lines && len(missed) > 0 {
			slices.Sort(missed)
			fmt.Fprintf(&b, "  not evaluated: lines %s\n", ranges(missed))
		}
	}
	return b.String()
}

// callsOf returns where the calls of a file are: the lists that begin with a name, but for
// those that are quoted, and for parameters and handlers.
func callsOf(in *interp.Interp, file string) ([]interp.Pos, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	expressions, spans, err := in.Parse(file, string(text))
	if err != nil {
		return nil, err
	}
	type found struct {
		l      *value.List
		offset int
	}
	var work []found
	add := func(v value.Value, offset int) {
		if l := v.List(); l != nil {
			work = append(work, found{l, offset})
		}
	}
	for i, e := range expressions {
		add(e, spans.Expression(i).Start)
	}
	seen := map[*value.List]bool{}
	var calls []interp.Pos
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[f.l] || f.l.Len() == 0 {
			continue
		}
		seen[f.l] = true
		head := ""
		if r := f.l.At(0).Ref(); r != nil {
			head = r.Name()
			calls = append(calls, spans.Source().Pos(f.offset))
		}
		if head == "quote" || head == "###" {
			continue
		}
		elements, _ := spans.Elements(f.l)
		for i := range min(f.l.Len(), len(elements)) {
			if i == 1 && head == "function" {
				continue // the parameters
			}
			if catch := f.l.At(i).List(); catch != nil && i == 2 && head == "try" {
				inner, _ := spans.Elements(catch)
				for j := 1; j < min(catch.Len(), len(inner)); j++ {
					add(catch.At(j), inner[j].Value.Start)
				}
				continue
			}
			add(f.l.At(i), elements[i].Value.Start)
		}
	}
	return calls, nil
}

// ranges writes numbers in order as "1, 3-5".
func ranges(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		if i == j {
			parts = append(parts, fmt.Sprint(numbers[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", numbers[i], numbers[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}
