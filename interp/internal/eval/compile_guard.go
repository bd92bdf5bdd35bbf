package eval

import (
	"slices"

	"github.com/bpl-lang/bpl/interp/value"
)

// A calculation is a call of pure functions whose arguments are variables, constants and
// calculations. Where some of the functions are overridable, all of them are asked for once
// before it begins, since nothing in it can make a variable; within it they are as good as
// the others. If one is hidden the whole calculation is walked.

// A guard is what a calculation relies on.
type guard struct {
	unit   *unit
	names  []string          // of the overridable functions
	absent []*value.Validity // of global variables with these names
}

func (g *guard) add(c *Compiler, name string) {
	if !slices.Contains(g.names, name) {
		g.names = append(g.names, name)
		g.absent = append(g.absent, c.unit.session.Global.Absence(name))
	}
}

// holds reports whether no variable hides any of the functions.
func (g *guard) holds(f *Frame) bool {
	for _, a := range g.absent {
		if !a.Valid() {
			return false
		}
	}
	return g.unit.session.Fallback == nil && (f.scope == nil || !g.hiddenIn(f.scope))
}

func (g *guard) hiddenIn(scope *value.List) bool {
	return slices.ContainsFunc(g.names, func(name string) bool { return scope.Find(name) >= 0 })
}

// walk evaluates the calculation l whose functions are hidden.
func (g *guard) walk(f *Frame, l *value.List) value.Value {
	for _, a := range g.absent {
		if !a.Valid() { // the name has become a variable, which the next code knows
			g.unit.Invalidate()
			break
		}
	}
	return f.walkAgain(l)
}

// guarded compiles the call l if it is a calculation with overridable functions.
func (c *Compiler) guarded(head *value.Ref, l *value.List) (Expr, bool) {
	budget, overridable := mostCalls, false
	if !c.calculates(l, &budget, &overridable) || !overridable {
		return Expr{}, false
	}
	g := &guard{unit: c.unit}
	c.guard = g
	e := c.callOf(head, l)
	c.guard = nil
	if e.Runs { // an argument that its function does not compile
		return Expr{}, false
	}
	run, test := e.Run, e.Condition()
	return Expr{
		Runs: true, Slot: -1, depth: e.depth,
		Run: func(f *Frame) value.Value {
			if g.holds(f) {
				return run(f)
			}
			return g.walk(f, l)
		},
		Test: func(f *Frame) bool {
			if g.holds(f) {
				return test(f)
			}
			return g.walk(f, l).Truth()
		},
	}, true
}

// mostCalls is the number of calls up to which a list is looked at whether it is a
// calculation.
const mostCalls = 64

// calculates reports whether l is a calculation, and in overridable whether a function of it
// is; it looks at no more calls than the budget has.
func (c *Compiler) calculates(l *value.List, budget *int, overridable *bool) bool {
	if *budget--; *budget < 0 || l.Len() == 0 {
		return false
	}
	head := l.At(0).Ref()
	if head == nil {
		return true // a constant
	}
	var fn *Function
	if head.Hard() {
		fn = head.Function().(*Function)
	} else if fn = c.addition(head); fn != nil {
		*overridable = true
	}
	if fn == nil || !fn.Pure || fn.Denied != "" || l.Len() <= fn.Min {
		return false
	}
	for i := 1; i < l.Len(); i++ {
		if inner := l.At(i).List(); inner != nil && inner.Len() > 0 && !c.calculates(inner, budget, overridable) {
			return false
		}
	}
	return true
}
