package eval

import "github.com/bpl-lang/bpl/interp/value"

// compileFunction compiles a function list, nil if its parameters cannot be bound (which
// a call by walking reports).
func (s *Session) compileFunction(fn *value.List) *Code {
	code := &Code{fn: fn, list: fn.At(1).List()}
	names, ok := code.parameters(fn)
	if !ok {
		return nil
	}
	params := len(names)
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		seen[name.String()] = true
	}
	localNames(fn, 2, func(r *value.Ref) {
		if !seen[r.Name()] && len(names) < maxSlots && !r.Hard() && !r.Walks() {
			seen[r.Name()] = true
			names = append(names, r.NameText())
		}
	})
	code.unit = &unit{session: s, layout: newLayout(names, params)}
	c := &Compiler{unit: code.unit}
	c.Depend(fn)
	if code.list != nil {
		c.Depend(code.list)
	}
	body := Expr{}
	if code.single = fn.Len() == 3; code.single {
		body = c.Arg(fn, 2)
	} else {
		body = c.Body(fn, 2)
	}
	code.body = body.Run
	code.nesting = body.depth + 1
	return code
}

// parameters fills in how calls bind the parameters and returns their names, one for each
// slot.
func (code *Code) parameters(fn *value.List) (names []*value.Text, ok bool) {
	params := fn.At(1)
	if r := params.Ref(); r != nil {
		if r.Hard() || r.Path() != nil {
			return nil, true
		}
		code.rest = true
		code.params = []param{{slot: 0}}
		return []*value.Text{r.NameText()}, true
	}
	list := code.list
	if list == nil {
		return nil, true
	}
	if list.Len() > maxSlots {
		return nil, false
	}
	for i := 0; i < list.Len(); i++ {
		if r := list.At(i).Ref(); r != nil && r.Walks() {
			return nil, false
		}
		name, argument, _ := parameter(list, i)
		if name == nil {
			continue
		}
		slot := -1
		for at, n := range names {
			if n.String() == name.String() {
				slot = at
			}
		}
		if slot < 0 {
			slot = len(names)
			names = append(names, name)
		}
		code.params = append(code.params, param{slot: slot, name: argument, position: i})
	}
	return names, true
}
