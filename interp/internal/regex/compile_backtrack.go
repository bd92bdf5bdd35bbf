package regex

// A backCompiler turns nodes into a backProgram, from the end of the pattern to its beginning.
type backCompiler struct {
	backProgram
	choices tableSet
	symbols setTable
}

// compileBack makes the program of n, a pattern with so many groups.
func compileBack(n *node, groups int) *backProgram {
	c := new(backCompiler)
	c.registers = groups // the register of a group holds where it began
	end := c.emit(backInst{op: backEnd})
	c.start = c.compile(n, end, openSet)
	c.sets, c.tables = c.symbols.sets, c.choices.tables
	return &c.backProgram
}

// emit adds an instruction.
func (c *backCompiler) emit(in backInst) int32 {
	if in.op != backSplit && in.op != backRun {
		in.table = -1
	}
	c.insts = append(c.insts, in)
	return int32(len(c.insts) - 1)
}

// compile adds the instructions of n, which go on at out; what follows there begins with next.
func (c *backCompiler) compile(n *node, out int32, next firstSet) int32 {
	switch n.kind {
	case nodeLiteral:
		return c.literal(n.runes, out)
	case nodeSet:
		return c.emit(backInst{op: backSet, arg: c.symbols.add(n.set), out: out})
	case nodeAssert:
		return c.emit(backInst{op: backAssert, arg: int32(n.assert), out: out})
	case nodeConcat:
		for i := len(n.subs) - 1; i >= 0; i-- {
			out = c.compile(n.subs[i], out, next)
			next = n.subs[i].first(next)
		}
		return out
	case nodeAlternate:
		pc, _ := c.alternatives(n.subs, out, next)
		return pc
	case nodeCapture:
		out = c.emit(backInst{op: backClose, arg: n.group, out: out})
		return c.emit(backInst{op: backOpen, arg: n.group, out: c.compile(n.subs[0], out, next)})
	case nodeRepeat:
		return c.repeat(n, out, next)
	case nodeBackref:
		return c.emit(backInst{op: backReference, arg: n.group, fold: n.fold, out: out})
	case nodeLook:
		in := backInst{op: backLook, negative: n.negative, behind: n.behind, out: out}
		in.min, in.max = n.subs[0].minWidth, n.subs[0].maxWidth
		in.alt = c.part(n.subs[0])
		return c.emit(in)
	case nodeAtomic:
		return c.emit(backInst{op: backAtomic, alt: c.part(n.subs[0]), out: out})
	}
	return out // nodeEmpty
}

// alternatives compiles subs as a balanced tree of decisions.
func (c *backCompiler) alternatives(subs []*node, out int32, next firstSet) (int32, firstSet) {
	if len(subs) == 1 {
		return c.compile(subs[0], out, next), subs[0].first(next)
	}
	half := len(subs) / 2
	second, firstOfSecond := c.alternatives(subs[half:], out, next)
	first, firstOfFirst := c.alternatives(subs[:half], out, next)
	return c.split(first, second, firstOfFirst, firstOfSecond)
}

// part compiles n as something that ends by itself.
func (c *backCompiler) part(n *node) int32 {
	return c.compile(n, c.emit(backInst{op: backEnd}), openSet)
}

// split adds the decision between two ways and returns it with its firstSet.
func (c *backCompiler) split(a, b int32, firstA, firstB firstSet) (int32, firstSet) {
	in := backInst{op: backSplit, out: a, alt: b, table: c.choices.add(firstA, firstB)}
	return c.emit(in), firstA.union(firstB)
}

// literal adds texts for the runes that are code points and sets for raw bytes, which are compared as symbols.
func (c *backCompiler) literal(runes []symbol, out int32) int32 {
	for len(runes) > 0 {
		last := len(runes) - 1
		if r := runes[last]; r >= firstRaw {
			out = c.emit(backInst{op: backSet, arg: c.symbols.add(setOf(r, r)), out: out})
			runes = runes[:last]
			continue
		}
		from := last
		for from > 0 && runes[from-1] < firstRaw {
			from--
		}
		c.texts = append(c.texts, string(runes[from:]))
		out = c.emit(backInst{op: backText, arg: int32(len(c.texts) - 1), out: out})
		runes = runes[:from]
	}
	return out
}

// repeat adds a repetition.
func (c *backCompiler) repeat(n *node, out int32, next firstSet) int32 {
	sub := n.subs[0]
	set := sub.set
	if sub.kind == nodeLiteral && len(sub.runes) == 1 {
		set = setOf(sub.runes[0], sub.runes[0])
	}
	if set != nil && n.mode != lazy {
		return c.emit(backInst{
			op: backRun, arg: c.symbols.add(set), min: n.min, max: n.max, possessive: n.mode == possessive,
			out: out, table: c.choices.add(next, openSet),
		})
	}
	if n.mode == possessive {
		plain := *n
		plain.mode = greedy
		return c.emit(backInst{op: backAtomic, alt: c.part(&plain), out: out})
	}
	after := sub.first(next).union(next) // what comes after an iteration
	switch {
	case n.min == 0 && n.max == 1:
		return c.decide(n, c.compile(sub, out, next), out, next)
	case n.max == unlimited && n.min <= 1 && sub.minWidth > 0:
		head := c.emit(backInst{op: backSplit})
		body := c.compile(sub, head, after)
		c.insts[head] = c.insts[c.decide(n, body, out, next)]
		if n.min == 1 {
			return body
		}
		return head
	}
	register := int32(c.registers)
	c.registers += 2 // the count of iterations and where the last one began
	again := c.emit(backInst{op: backAgain, arg: register})
	over := backInst{op: backNext, arg: register, lazy: n.mode == lazy, min: n.min, max: n.max, out: out, alt: again}
	body := c.compile(sub, c.emit(over), after)
	c.insts[again].out = body
	over.op = backLoop
	return c.emit(over)
}

// decide adds the decision between an iteration of n at body and what follows it at out.
func (c *backCompiler) decide(n *node, body, out int32, next firstSet) int32 {
	first := n.subs[0].first(next)
	if n.mode == lazy {
		pc, _ := c.split(out, body, next, first)
		return pc
	}
	pc, _ := c.split(body, out, first, next)
	return pc
}
