package eval

import "github.com/bpl-lang/bpl/interp/value"

// A trace is the stack of named calls of user functions, outermost first, as exceptions
// keep it: the references and the expressions of the calls. Slices of it are handed out,
// so what stands in it never changes; it is only added to.
type trace struct {
	calls []value.Value
	sites []*value.List
}

// traceNow returns the active calls. Exceptions thrown one after the other mostly have
// most of their calls in common, and share them; and frames remember that they are in the
// trace. So a program that catches at every level of a deep recursion keeps one stack, not
// one for each level, and does not walk all of it again and again.
func (ex *Executor) traceNow() trace {
	n, known := 0, 0 // calls of frames that the trace does not know, and that it does
	for f := ex.top; f != nil; f = f.up {
		if f.state == frameTraced && f.era == ex.era {
			known = f.traced
			break
		}
		if f.called().ref != nil {
			n++
		}
	}
	n += known
	t := ex.trace
	common, i := min(n, len(t.calls)), n
	for f := ex.top; i > known; f = f.up {
		if from := f.called(); from.ref != nil {
			if i--; i < common && (t.sites[i] != from.call || t.calls[i].Ref() != from.ref) {
				common = i
			}
		}
	}
	if common < n {
		if common < len(t.calls) { // other calls than those of earlier exceptions
			t.calls = append(value.MakeSlice(n)[:0], t.calls[:common]...)
			t.sites = append(make([]*value.List, 0, n), t.sites[:common]...)
			ex.era++
		}
		t.calls = append(t.calls, value.MakeSlice(n-common)...)
		t.sites = append(t.sites, make([]*value.List, n-common)...)
	}
	i = n
	for f := ex.top; i > known; f = f.up {
		from := f.called()
		f.state, f.era, f.traced = frameTraced, ex.era, i
		if from.ref != nil {
			if i--; i >= common {
				t.calls[i], t.sites[i] = from.ref.Value(), from.call
			}
		}
	}
	ex.trace = t
	return trace{calls: t.calls[:n:n], sites: t.sites[:n:n]}
}
