package regex

import "unicode/utf8"

// An opcode is what a state of a program does.
type opcode uint8

const (
	opMatch  opcode = iota
	opByte          // the ASCII character arg
	opRune          // the symbol arg
	opSet           // a symbol of sets[arg]
	opAny           // any symbol
	opSplit         // out, or else alt
	opSave          // capture slot arg is here
	opAssert        // assertion arg holds
)

// An inst is one state of an automaton. The states form no cycle without an instruction that consumes
// a symbol, so that what follows a state at a position does not depend on how it was reached.
type inst struct {
	op       opcode
	out, alt int32 // the next states; alt for opSplit only
	arg      int32
	table    int32 // opSplit: index of the choice table, -1 without
	// mark numbers the states that several ways lead to, -1 for the others. A way that reaches a marked
	// state at a position where it was reached before can only repeat what failed then.
	mark int32
}

// A program is the automaton of a pattern that needs no backtracking. Immutable.
type program struct {
	insts  []inst
	sets   []*charSet
	tables []*choiceTable
	start  int32
	marks  int
}

// finish computes marks and choice tables when all states are there.
func (p *program) finish() {
	ways := make([]uint8, len(p.insts))
	count := func(pc int32) { ways[pc] = min(ways[pc]+1, 2) }
	count(p.start)
	for i := range p.insts {
		if in := &p.insts[i]; in.op != opMatch {
			count(in.out)
			if in.op == opSplit {
				count(in.alt)
			}
		}
	}
	for i := range p.insts {
		p.insts[i].mark = -1
		if ways[i] > 1 {
			p.insts[i].mark = int32(p.marks)
			p.marks++
		}
	}
	p.addTables()
}

// maxTabled is the number of states up to which choice tables are computed.
const maxTabled = 1 << 17

// addTables gives each split whose ways begin with different bytes a choice table.
func (p *program) addTables() {
	if len(p.insts) > maxTabled {
		return
	}
	setFirst := make([]firstSet, len(p.sets))
	for i, set := range p.sets {
		setFirst[i] = set.firstBytes()
	}
	first := make([]firstSet, len(p.insts))
	done := make([]bool, len(p.insts))
	var tables tableSet
	// Post-order over the steps without consumption, which form no cycle.
	var stack []int32
	visit := func(root int32) {
		stack = append(stack[:0], root)
		for len(stack) > 0 {
			pc := stack[len(stack)-1]
			in := &p.insts[pc]
			pending := len(stack)
			switch in.op {
			case opSplit:
				if !done[in.alt] {
					stack = append(stack, in.alt)
				}
				fallthrough
			case opSave, opAssert:
				if !done[in.out] {
					stack = append(stack, in.out)
				}
			}
			if len(stack) > pending {
				continue
			}
			stack = stack[:pending-1]
			if done[pc] {
				continue
			}
			done[pc] = true
			switch in.op {
			case opMatch:
				first[pc] = openSet
			case opByte:
				first[pc].add(byte(in.arg))
			case opRune:
				first[pc].add(firstByte(in.arg))
			case opSet:
				first[pc] = setFirst[in.arg]
			case opAny:
				first[pc] = anySet.firstBytes()
			case opSave, opAssert:
				first[pc] = first[in.out]
			case opSplit:
				first[pc] = first[in.out].union(first[in.alt])
				in.table = tables.add(first[in.out], first[in.alt])
			}
		}
	}
	for pc := range p.insts {
		if !done[pc] {
			visit(int32(pc))
		}
	}
	p.tables = tables.tables
}

// weight estimates the memory of the program in bytes.
func (p *program) weight() int64 {
	return int64(len(p.insts))*24 + dataWeight(p.sets, p.tables)
}

// dataWeight estimates the memory of the sets and choice tables of a program.
func dataWeight(sets []*charSet, tables []*choiceTable) int64 {
	w := int64(len(tables)) * 257
	for _, set := range sets {
		w += int64(len(set.ranges)) * 8
	}
	return w
}

// symbolOp is the instruction that consumes the symbol r.
func symbolOp(r symbol) opcode {
	if r < utf8.RuneSelf {
		return opByte
	}
	return opRune
}
