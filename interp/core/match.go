package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// matchTable holds match.
var matchTable = []eval.Builtin{
	{
		Name: "match", Min: 2, Plain: plainMatch,
		Help: eval.Help{
			Signature: "(match l pattern [CODE])",
			Summary: "Looks for a list that has the form of a pattern: l itself, then the lists inside it, depth first. " +
				"In a pattern, a reference that ends in ? stands for any element (if it occurs again, for an equal one), one that ends in ... " +
				"for any number of neighbouring elements, a list for a list of that form, anything else for what is = to it; names do not count. " +
				"For each way to match CODE is evaluated, until it is true.",
			Args: []eval.HelpArg{
				{"l", "list", "where to look"},
				{"pattern", "list", "the form, most often quoted"},
				{"CODE", "code", "evaluated with the variables of the pattern in the local scope, and with match$ (the list), match_parent$ (the list " +
					"that holds it, or null), match_position$ (its index there, or -1) and match_map$ (the variables by name); true if absent"},
			},
			Result: "true if CODE was true for a match, else false",
			Errors: []string{
				"IllegalArgumentException if l or the pattern is no list, or a variable the name of a function",
				"RuntimeException \"Invalid local reference: X\" if a variable is a path",
			},
			Related: []string{"merge", "find", "="},
			Examples: []eval.HelpExample{
				{"(do (match (1 2 3) (quote (x? rest...))) (list x? rest...))", "(1 (2 3))"},
				{"(match (1 2) (quote (x? x?)))", "false"},
				{"(do (match (a (mul 2 3)) (quote (mul x? y?)) (* x? y?)) match$)", "(mul 2 3)"},
				{"(do (set ways (list)) (match (1 2) (quote (a... b...)) (do (push ways a...) false)) ways)", "((1 2) (1) ())"},
			},
		},
	},
}

var (
	matchedList     = value.NewRef("match$")
	matchedParent   = value.NewRef("match_parent$")
	matchedPosition = value.NewRef("match_position$")
	matchedMap      = value.NewRef("match_map$")
)

func plainMatch(f *eval.Frame, l *value.List) value.Value {
	list := f.ListArg(l, 1)
	pattern := f.ListArg(l, 2)
	code := value.Bool(true)
	if l.Len() > 3 {
		code = l.At(3)
	}
	m := newMatcher(f, pattern)
	found := false
	try := func(list *value.List, parent value.Value, position int) bool {
		found = m.match(list, func() bool {
			m.bind(list, parent, position)
			return f.Eval(code).Truth()
		})
		return found
	}
	if !try(list, value.Null(), -1) {
		eachInside(f, list, try)
	}
	return value.Bool(found)
}

// eachInside visits the lists inside a list, depth first, with the list that holds each
// and its index there, until visit returns true. A list that holds itself is visited where
// it does, but not entered again.
func eachInside(f *eval.Frame, root *value.List, visit func(l *value.List, parent value.Value, position int) bool) {
	type place struct {
		list *value.List
		next int
	}
	way := []place{{list: root}}
	onWay := map[*value.List]bool{root: true}
	for seen := 0; len(way) > 0; seen++ {
		f.TickElements(seen) // others may change the lists meanwhile
		top := &way[len(way)-1]
		if top.next >= top.list.Len() {
			delete(onWay, top.list)
			way = way[:len(way)-1]
			continue
		}
		position := top.next
		top.next++
		inside := top.list.At(position).List()
		if inside == nil {
			continue
		}
		if visit(inside, top.list.Value(), position) {
			return
		}
		if !onWay[inside] {
			onWay[inside] = true
			f.Charge(listBytes)
			way = append(way, place{list: inside})
		}
	}
}
