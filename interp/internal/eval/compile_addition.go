package eval

import "github.com/bpl-lang/bpl/interp/value"

// addition returns the overridable function that the head of a call means, nil if it means
// a variable or nothing.
func (c *Compiler) addition(head *value.Ref) *Function {
	s := c.unit.session
	name := head.Name()
	if head.Walks() || s.Fallback != nil || c.unit.layout.find(name) >= 0 || s.Global.Find(name) >= 0 {
		return nil
	}
	if fn := s.registry.functions[name]; fn != nil && !fn.Hard {
		return fn
	}
	return nil
}

// whileAbsent guards e, the compiled call l of the overridable function of that name: it
// holds as long as no variable hides the function. Whatever does is called by walking.
func (c *Compiler) whileAbsent(name string, l *value.List, e Expr) Expr {
	run, unit, s := e.Run, c.unit, c.unit.session
	absent := s.Global.Absence(name)
	return Expr{Runs: true, Slot: -1, depth: e.depth, Run: func(f *Frame) value.Value {
		if absent.Valid() && s.Fallback == nil && (f.scope == nil || f.scope.Find(name) < 0) {
			return run(f)
		}
		if !absent.Valid() { // the name has become a variable, which the next code knows
			unit.Invalidate()
		}
		return f.walkAgain(l)
	}}
}
