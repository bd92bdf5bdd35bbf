package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// openLists returns those lists of a pattern that have variables in them, at any depth.
// The others are compared as a whole, which also copes with those that contain themselves.
// Variables that no local scope can hold, paths and functions, throw.
func openLists(f *eval.Frame, pattern *value.List) map[*value.List]bool {
	holders := map[*value.List][]*value.List{pattern: nil} // of each list, the lists around it
	work := []*value.List{pattern}
	var found []*value.List
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		f.TickHolding(l.Len() + 1)
		open := false
		for _, e := range l.Elements() {
			if variableOf(e) != noVariable {
				eval.CheckLocal("match", e.Ref())
				open = true
			}
			if inside := e.List(); inside != nil {
				if _, seen := holders[inside]; !seen {
					work = append(work, inside)
				}
				holders[inside] = append(holders[inside], l)
			}
		}
		if open {
			found = append(found, l)
		}
	}
	open := make(map[*value.List]bool, len(found))
	for len(found) > 0 {
		l := found[len(found)-1]
		found = found[:len(found)-1]
		if !open[l] {
			open[l] = true
			found = append(found, holders[l]...)
		}
	}
	return open
}

// A binding is a variable of a pattern with what it stands for: an element, or a run of
// elements of a list, of which no list is made before somebody asks.
type binding struct {
	ref      *value.Ref
	element  value.Value
	run      *value.List // nil for an element
	from, to int
}

func (b *binding) value(f *eval.Frame) value.Value {
	if b.run == nil {
		return b.element
	}
	to := min(b.to, b.run.Len())
	from := min(b.from, to)
	chargeList(f, to-from)
	return b.run.Sublist(from, to).Value()
}

// bindings are made and undone in order.
type bindings struct {
	made []binding
	at   map[string]int // by name; nil while there are few
}

const fewBindings = 16

func (b *bindings) size() int { return len(b.made) }

// find returns the index of the binding of that variable, or -1.
func (b *bindings) find(ref *value.Ref) int {
	if b.at != nil {
		if i, ok := b.at[ref.Name()]; ok {
			return i
		}
		return -1
	}
	for i := range b.made {
		if b.made[i].ref.Name() == ref.Name() {
			return i
		}
	}
	return -1
}

func (b *bindings) add(made binding) {
	b.made = append(b.made, made)
	switch {
	case b.at != nil:
		b.at[made.ref.Name()] = len(b.made) - 1
	case len(b.made) > fewBindings:
		b.at = make(map[string]int, 2*fewBindings)
		for i := range b.made {
			b.at[b.made[i].ref.Name()] = i
		}
	}
}

// undo takes all bindings back but the first n.
func (b *bindings) undo(n int) {
	if b.at != nil {
		for i := n; i < len(b.made); i++ {
			delete(b.at, b.made[i].ref.Name())
		}
	}
	clear(b.made[n:])
	b.made = b.made[:n]
}
