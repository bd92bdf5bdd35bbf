package regex

// A thread is a way through the program that waits for the next symbol: its state and the number of its
// block of capture slots.
type thread struct{ pc, block int32 }

// A threadList holds at most one thread for each state, in order of priority.
type threadList struct {
	threads []thread
	seen    []uint32 // by state: the number of the step that reached it last
	step    uint32
}

func (l *threadList) reset(states int) {
	l.threads = l.threads[:0]
	if len(l.seen) < states {
		l.seen = make([]uint32, states)
		l.step = 0
	}
	if l.step++; l.step == 0 {
		clear(l.seen)
		l.step = 1
	}
}

// A lockstep matcher follows all ways through a program at the same time, symbol by symbol. It takes linear
// time and memory that does not depend on the length of the text. Not safe for concurrent use.
type lockstep struct {
	*program
	s       string
	caps    []int         // the capture slots of the best match
	width   int           // capture slots of interest
	whole   bool          // a match has to end at the end of the text
	lists   [2]threadList // the threads at a position and those after the next symbol
	blocks  []int         // capture slots of the threads, width each
	free    []int32       // unused blocks
	stack   []job         // pending ways of follow
	current []int         // capture slots of the way that follow is on
	work    int
}

// run looks for the leftmost match that begins at start or, unless the match has to be whole, later, and
// puts its capture slots into m.caps. It gives up when no way is left; the search can then go on at
// position resume, unless that is -1.
func (m *lockstep) run(start int, f *prefilter, p *pace) (found bool, resume int, err error) {
	now, next := &m.lists[0], &m.lists[1]
	now.reset(len(m.insts))
	next.reset(len(m.insts))
	m.blocks, m.free = m.blocks[:0], m.free[:0]
	m.width = len(m.caps)
	if cap(m.current) < m.width {
		m.current = make([]int, m.width)
	}
	m.current = m.current[:m.width]
	s := m.s
	for pos := start; ; {
		if pos == start || !found && !m.whole && f.admits(s, pos) {
			for i := range m.current {
				m.current[i] = -1
			}
			if m.width > 0 {
				m.current[0] = pos
			}
			m.follow(now, m.program.start, pos)
		}
		r, size := symbol(-1), 0
		if pos < len(s) {
			r, size = decode(s, pos)
		}
		if len(now.threads) == 0 {
			if found || m.whole || size == 0 {
				return found, -1, nil
			}
			return false, pos + size, nil
		}
		for i, t := range now.threads {
			if m.step(next, t, r, pos, size) {
				found = true
				for _, rest := range now.threads[i+1:] {
					m.release(rest.block)
				}
				break
			}
		}
		now, next = next, now
		next.reset(len(m.insts))
		m.work += 1 + len(now.threads)
		if err := p.spend(m.work); err != nil {
			return false, -1, err
		}
		m.work = 0
		if size == 0 {
			return found, -1, nil
		}
		pos += size
	}
}

// step moves a thread over the symbol r of the given size at pos to the list next, and tells whether it is
// a match, after which threads of lower priority do not count.
func (m *lockstep) step(next *threadList, t thread, r symbol, pos, size int) bool {
	in := &m.insts[t.pc]
	ok := false
	switch in.op {
	case opMatch:
		if m.whole && pos < len(m.s) {
			break
		}
		copy(m.caps, m.slots(t.block))
		if m.width > 1 {
			m.caps[1] = pos
		}
		m.release(t.block)
		return true
	case opByte, opRune:
		ok = r == in.arg
	case opSet:
		ok = r >= 0 && m.sets[in.arg].has(r)
	case opAny:
		ok = r >= 0
	}
	if ok {
		copy(m.current, m.slots(t.block))
		m.release(t.block)
		m.follow(next, in.out, pos+size)
		return false
	}
	m.release(t.block)
	return false
}

// follow adds the threads that pc leads to at pos without consuming anything; m.current holds the capture
// slots and is changed.
func (m *lockstep) follow(list *threadList, pc int32, pos int) {
	stack := append(m.stack[:0], job{pc, -1, 0})
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if top.slot >= 0 {
			m.current[top.slot] = top.pos
			continue
		}
		pc := top.pc
	walk:
		for list.seen[pc] != list.step {
			list.seen[pc] = list.step
			m.work++
			in := &m.insts[pc]
			switch in.op {
			case opSplit:
				choice := uint8(choiceBoth)
				if in.table >= 0 {
					choice = m.tables[in.table].choiceAt(m.s, pos)
				}
				switch choice {
				case 0:
					break walk
				case choiceSecond:
					pc = in.alt
					continue
				case choiceBoth:
					stack = append(stack, job{in.alt, -1, 0})
				}
			case opSave:
				if slot := int(in.arg); slot < m.width {
					if len(stack) > 0 {
						stack = append(stack, job{0, in.arg, m.current[slot]})
					}
					m.current[slot] = pos
				}
			case opAssert:
				if !assertion(in.arg).holds(m.s, pos) {
					break walk
				}
			default:
				list.threads = append(list.threads, thread{pc, m.block()})
				break walk
			}
			pc = in.out
		}
	}
	m.stack = stack
}

// block stores the current capture slots.
func (m *lockstep) block() int32 {
	if m.width == 0 {
		return 0
	}
	var b int32
	if n := len(m.free); n > 0 {
		b = m.free[n-1]
		m.free = m.free[:n-1]
	} else {
		b = int32(len(m.blocks) / m.width)
		m.blocks = append(m.blocks, m.current...)
	}
	copy(m.slots(b), m.current)
	return b
}

func (m *lockstep) slots(block int32) []int {
	return m.blocks[int(block)*m.width:][:m.width]
}

func (m *lockstep) release(block int32) {
	if m.width > 0 {
		m.free = append(m.free, block)
	}
}
