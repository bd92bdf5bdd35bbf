package regex

const (
	maxInsts  = 1 << 19 // states of a program
	maxShared = 1 << 15 // states up to which equal ones are made only once
	maxWork   = 1 << 21 // parts compiled, counted again for each repetition
)

// A linearCompiler turns nodes into a program, from the end of the pattern to its beginning.
//
// Each part is compiled with two continuations: none is where to go on if the part matched nothing, some
// if it consumed a symbol. They differ inside of a repetition only: an iteration that matched nothing
// ends the repetition, any other may be followed by the next.
type linearCompiler struct {
	program
	shared  map[inst]int32
	symbols setTable
	loops   map[loopKey]int32
	work    int
	tooMuch bool
}

// A loopKey names the head of a loop: the repetition and where it goes on.
type loopKey struct {
	repeat *node
	next   int32
}

// compileLinear makes the program of n, nil if it would be too large.
func compileLinear(n *node) *program {
	c := &linearCompiler{shared: map[inst]int32{}, loops: map[loopKey]int32{}}
	end := c.emit(inst{op: opMatch})
	c.start = c.compile(n, end, end)
	if c.tooMuch {
		return nil
	}
	c.sets = c.symbols.sets
	c.finish()
	return &c.program
}

// emit adds a state, or finds an equal one.
func (c *linearCompiler) emit(in inst) int32 {
	in.table = -1
	if pc, ok := c.shared[in]; ok {
		return pc
	}
	pc := c.alloc(in)
	if len(c.insts) <= maxShared {
		c.shared[in] = pc
	}
	return pc
}

// alloc adds a state even if there is an equal one.
func (c *linearCompiler) alloc(in inst) int32 {
	if len(c.insts) >= maxInsts {
		c.tooMuch = true
		return 0
	}
	in.table = -1
	c.insts = append(c.insts, in)
	return int32(len(c.insts) - 1)
}

// compile adds the states of n and returns the first one. A part that always consumes ignores none.
func (c *linearCompiler) compile(n *node, none, some int32) int32 {
	if c.work++; c.work > maxWork {
		c.tooMuch = true
	}
	if c.tooMuch {
		return 0
	}
	switch n.kind {
	case nodeLiteral:
		for i := len(n.runes) - 1; i >= 0; i-- {
			some = c.emit(inst{op: symbolOp(n.runes[i]), arg: n.runes[i], out: some})
		}
		return some
	case nodeSet:
		if n.set == anySet {
			return c.emit(inst{op: opAny, out: some})
		}
		return c.emit(inst{op: opSet, arg: c.symbols.add(n.set), out: some})
	case nodeAssert:
		return c.emit(inst{op: opAssert, arg: int32(n.assert), out: none})
	case nodeConcat:
		return c.concat(n.subs, none, some)
	case nodeAlternate:
		return c.alternatives(n.subs, none, some)
	case nodeCapture:
		if n.minWidth == 0 {
			none = c.emit(inst{op: opSave, arg: 2*n.group + 1, out: none})
		}
		if n.maxWidth > 0 {
			some = c.emit(inst{op: opSave, arg: 2*n.group + 1, out: some})
		}
		return c.emit(inst{op: opSave, arg: 2 * n.group, out: c.compile(n.subs[0], none, some)})
	case nodeRepeat:
		return c.repeat(n, none, some)
	}
	return none // nodeEmpty; the other kinds are matched by backtracking
}

// alternatives compiles subs as a balanced tree of decisions: the choice tables lead through it quickly.
func (c *linearCompiler) alternatives(subs []*node, none, some int32) int32 {
	if len(subs) == 1 {
		return c.compile(subs[0], none, some)
	}
	half := len(subs) / 2
	second := c.alternatives(subs[half:], none, some)
	first := c.alternatives(subs[:half], none, some)
	return c.emit(inst{op: opSplit, out: first, alt: second})
}

// concat compiles subs in a row. Before each of them it has to know, as long as that is open, whether
// something was consumed already, and keeps a state for either case.
func (c *linearCompiler) concat(subs []*node, none, some int32) int32 {
	certain := 0 // index of the first sub that always consumes
	for certain < len(subs) && subs[certain].minWidth == 0 {
		certain++
	}
	possible := 0 // index of the first sub that can consume
	for possible < len(subs) && subs[possible].maxWidth == 0 {
		possible++
	}
	for i := len(subs) - 1; i >= 0; i-- {
		sub, before := subs[i], some
		if i > possible {
			before = c.compile(sub, some, some)
		}
		switch {
		case i > certain:
			none = before
		case none == some && i > possible:
			none = before
		default:
			none = c.compile(sub, none, some)
		}
		some = before
	}
	return none
}

// repeat compiles a repetition. The states of the iterations after the first are for the case that
// something was consumed, otherwise they were not reached.
func (c *linearCompiler) repeat(n *node, none, some int32) int32 {
	sub, next := n.subs[0], some
	count := n.max
	if n.max == unlimited {
		if next = c.loop(n, some); n.min == 0 && none == some {
			return next
		}
		count = max(n.min, 1)
	}
	for i := count - 1; i > 0 && !c.tooMuch; i-- {
		again := c.compile(sub, some, next)
		if i >= n.min {
			again = c.emit(c.split(n, again, some))
		}
		next = again
	}
	begin := c.compile(sub, none, next)
	if n.min == 0 {
		begin = c.emit(c.split(n, begin, none))
	}
	return begin
}

// loop is the state before one more iteration of an unlimited repetition, or the state after it.
func (c *linearCompiler) loop(n *node, after int32) int32 {
	key := loopKey{n, after}
	if pc, ok := c.loops[key]; ok {
		return pc
	}
	head := c.alloc(inst{op: opSplit})
	c.loops[key] = head
	again := c.compile(n.subs[0], after, head)
	if !c.tooMuch {
		c.insts[head] = c.split(n, again, after)
		c.insts[head].table = -1
	}
	return head
}

// split decides between another iteration of n and what follows.
func (c *linearCompiler) split(n *node, again, after int32) inst {
	if n.mode == lazy {
		return inst{op: opSplit, out: after, alt: again}
	}
	return inst{op: opSplit, out: again, alt: after}
}
