package schema

import (
	"strings"

	"github.com/bpl-lang/bpl/interp"
)

// union chooses the branch of a value: the one that a list ("name" => value)
// names, else the first one that is made for this kind of value and fits, else
// the first one that fits.
func (w *avroWalk) union(n *avroNode, v interp.Value) {
	if at, inner := n.named(v); at >= 0 && w.branch(n, at, inner) {
		return
	}
	var candidates []int
	for at, b := range n.branches {
		if b.takes(v) {
			candidates = append(candidates, at)
		}
	}
	if len(candidates) == 1 && v.IsList() { // no need to try
		w.number(int64(candidates[0]))
		w.value(n.branches[candidates[0]], v)
		return
	}
	for _, natural := range []bool{true, false} {
		for at, b := range n.branches {
			if b.takes(v) == natural && (w.branch(n, at, v) || w.over) {
				return
			}
		}
	}
	if at, inner := n.named(v); at >= 0 && len(candidates) == 0 {
		b := n.branches[at]
		w.in(b.branchName(), func() { w.value(b, inner) })
		return
	}
	if len(candidates) == 1 {
		w.value(n.branches[candidates[0]], v)
		return
	}
	titles := make([]string, len(n.branches))
	for i, b := range n.branches {
		titles[i] = b.title()
	}
	w.add("got %s, which fits no branch of the union: %s", shown(v), strings.Join(titles, ", "))
}

// branch writes v as the branch at and reports whether it fits; else nothing
// is written and no problem added.
func (w *avroWalk) branch(n *avroNode, at int, v interp.Value) bool {
	before := len(w.out)
	problems := w.try(func() {
		w.number(int64(at))
		w.value(n.branches[at], v)
	})
	if len(problems) == 0 && !w.over {
		return true
	}
	w.out = w.out[:before]
	w.failed++
	if w.failed > maxFailed && !w.over {
		w.stop("too many alternatives of the schema have to be tried for this value")
	}
	return false
}

// named is the place of the branch that a list of one named element names,
// and the value; -1 where there is none.
func (n *avroNode) named(v interp.Value) (int, interp.Value) {
	l, ok := v.AsList()
	if !ok || l.Len() != 1 || l.Name(0) == "" {
		return -1, v
	}
	for i, b := range n.branches {
		if b.is(l.Name(0)) {
			return i, l.At(0)
		}
	}
	return -1, v
}

// takes reports whether the type is made for values of this kind.
func (n *avroNode) takes(v interp.Value) bool {
	switch v.Kind() {
	case interp.KindNull:
		return n.kind == avroNull
	case interp.KindBool:
		return n.kind == avroBoolean
	case interp.KindInt, interp.KindLong:
		return n.kind == avroInt || n.kind == avroLong
	case interp.KindDouble:
		return n.kind == avroFloat || n.kind == avroDouble
	case interp.KindString:
		return n.kind == avroString || n.kind == avroBytes || n.kind == avroEnum || n.kind == avroFixed
	case interp.KindList:
		l, _ := v.AsList()
		switch n.kind {
		case avroRecord, avroMap:
			return l.Len() == 0 || l.AllNamed()
		case avroArray:
			return !hasNames(l)
		}
		return n.logical == "duration"
	}
	return false
}
