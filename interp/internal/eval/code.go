package eval

import "github.com/bpl-lang/bpl/interp/value"

// A unit is what becomes invalid together: the code of one function, or of one loop
// outside functions, with the layout of the locals that it was compiled for.
type unit struct {
	value.Validity
	session *Session
	layout  *Layout
}

// Code is the compiled form of one function list.
type Code struct {
	*unit
	fn      *value.List
	list    *value.List // of the parameters, nil if that is no list
	params  []param
	rest    bool // one parameter takes the unevaluated arguments
	body    Node // evaluates the body
	single  bool // the body is one expression, after which body does not look for more
	nesting int  // nested evaluations that one call may add
}

// A param says how a call fills the slot of a parameter.
type param struct {
	slot     int
	position int         // in the parameter list
	name     *value.Text // of the argument by name; nil for the next argument by position
}

// positional reports whether all parameters take arguments by position.
func (c *Code) positional() bool {
	for i := range c.params {
		if c.params[i].name != nil {
			return false
		}
	}
	return !c.rest
}

// functionState is what the list of a function remembers between calls.
type functionState struct {
	code  *Code
	walks int // calls walked since code was last wanted
	wait  int // walks before the next compilation
}

const (
	firstWalks   = 1       // calls of a function without a loop before it is compiled
	mostWalks    = 1 << 20 // the back-off ends here
	compileDepth = 400     // nested lists of one unit; deeper ones are walked
)

// code returns valid compiled code of the function list fn, nil while it is walked:
// until its second call (unless it has a loop), and longer each time its code was changed.
func (s *Session) code(fn *value.List) *Code {
	var state *functionState
	if a := fn.Aux(); a != nil {
		state, _ = a.Code.(*functionState)
	}
	if s.registry.Config.WalkOnly || s.hooks != nil {
		return nil
	}
	if state == nil {
		state = &functionState{wait: firstWalks}
		if hasLoop(fn) {
			state.wait = 0
		}
		fn.MakeAux().Code = state
	}
	if c := state.code; c != nil {
		if c.Valid() {
			return c
		}
		s.invalidations++
		state.code, state.walks = nil, 0
		state.wait = min(2*state.wait+2, mostWalks)
	}
	if state.walks < state.wait {
		state.walks++
		return nil
	}
	state.code = s.compileFunction(fn)
	return state.code
}

// known returns the valid code that the function list fn has by now, nil where code has to
// tell.
func (s *Session) known(fn *value.List) *Code {
	a := fn.Aux()
	if a == nil || s.hooks != nil || s.registry.Config.WalkOnly {
		return nil
	}
	if state, _ := a.Code.(*functionState); state != nil && state.code != nil && state.code.Valid() {
		return state.code
	}
	return nil
}

// listCode is the compiled form of one list inside a unit, used where a built-in that has
// no compiled form of its own evaluates its arguments.
type listCode struct {
	*unit
	run Node
}

// Invalidations counts how often compiled code was found to be made from lists that had
// changed. For tests and statistics.
func (s *Session) Invalidations() int { return s.invalidations }
