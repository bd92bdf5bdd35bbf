package regex

import "strings"

const (
	// unitsPerStep is the work that counts as one step: that many instructions or symbols. Taking up a pending
	// alternative counts as a whole step.
	unitsPerStep = 16
	// maxPending is the number of entries of the backtracker's stack.
	maxPending = 1 << 21
)

// An entry of the backtracker's stack is a pending alternative or something to restore on the way back to one.
type entry struct {
	kind entryKind
	arg  int32 // instruction, slot or register
	pos  int   // position or former value
}

type entryKind uint8

const (
	entryWay      entryKind = iota // go on with instruction arg at pos
	entryRun                       // the run of instruction arg ends at pos and can be shortened
	entryRunFrom                   // below entryRun: the position that a run has to reach
	entrySlot                      // capture slot
	entryRegister                  // register
)

// A backtracker matches a backProgram, trying one way after the other under a limit of steps. Its stack
// is on the heap; it calls itself for look-arounds and atomic groups only, as deep as the pattern nests
// them. Not safe for concurrent use.
type backtracker struct {
	*backProgram
	s         string
	caps      []int
	registers []int
	stack     []entry
	whole     bool  // a match has to end at the end of the text
	steps     int64 // the limit of steps, below 0 for none
	units     int64 // work left of the limit
	pace      *pace
	err       error // why back gave up
}

// begin prepares for attempts to match in s with a limit of steps for all of them together.
func (b *backtracker) begin(p *backProgram, s string, whole bool, steps int64, pace *pace) {
	b.backProgram, b.s, b.whole, b.pace = p, s, whole, pace
	b.steps, b.err = steps, nil
	b.units = 1
	if steps > 0 {
		b.units = min(steps, 1<<58) * unitsPerStep
	}
	if b.registers == nil {
		b.registers = make([]int, p.registers)
	}
}

// try matches at position start; after a match the capture slots are in caps.
func (b *backtracker) try(start int) (bool, error) {
	for i := range b.caps {
		b.caps[i] = -1
	}
	b.stack = b.stack[:0]
	want := -1
	if b.whole {
		want = len(b.s)
	}
	end, ok, err := b.run(b.start, start, want)
	if ok {
		b.caps[0], b.caps[1] = start, end
	}
	return ok, err
}

// spend counts units of work.
func (b *backtracker) spend(units int) error {
	if b.steps >= 0 {
		if b.units -= int64(units); b.units < 0 {
			return &StepLimitError{Steps: b.steps}
		}
	}
	return b.pace.spend(units)
}

// push adds an entry; the stack is bounded by full.
func (b *backtracker) push(kind entryKind, arg int32, pos int) {
	b.stack = append(b.stack, entry{kind, arg, pos})
}

// setRegister changes a register so that backtracking restores it.
func (b *backtracker) setRegister(r int32, value int) {
	b.push(entryRegister, r, b.registers[r])
	b.registers[r] = value
}

func (b *backtracker) setSlot(slot int32, value int) {
	b.push(entrySlot, slot, b.caps[slot])
	b.caps[slot] = value
}

// back returns to the last pending alternative above base. Without one, or with b.err set, it gives false.
func (b *backtracker) back(base int) (pc int32, pos int, ok bool) {
	for len(b.stack) > base && b.err == nil {
		last := len(b.stack) - 1
		e := b.stack[last]
		b.stack = b.stack[:last]
		switch e.kind {
		case entryWay:
			return e.arg, e.pos, true
		case entryRun:
			if pc, pos, ok := b.shorten(e, b.stack[last-1].pos); ok {
				return pc, pos, true
			}
		default:
			b.restore(e)
		}
	}
	return 0, 0, false
}

// shorten gives back symbols of a run until what follows can match, but stays at or above from.
func (b *backtracker) shorten(e entry, from int) (pc int32, pos int, ok bool) {
	in := &b.insts[e.arg]
	for pos = e.pos; pos > from; {
		pos -= sizeBefore(b.s, pos)
		if b.err = b.spend(1); b.err != nil {
			return 0, 0, false
		}
		if in.table < 0 || b.tables[in.table].choiceAt(b.s, pos)&choiceFirst != 0 {
			if pos > from {
				b.push(entryRun, e.arg, pos)
			}
			return in.out, pos, true
		}
	}
	return 0, 0, false
}

// commit drops the pending alternatives above base; what has to be restored stays.
func (b *backtracker) commit(base int) error {
	kept := b.stack[:base]
	for _, e := range b.stack[base:] {
		if e.kind == entrySlot || e.kind == entryRegister {
			kept = append(kept, e)
		}
	}
	dropped := len(b.stack) - base
	b.stack = kept
	return b.spend(dropped)
}

// undo drops everything above base and restores.
func (b *backtracker) undo(base int) error {
	dropped := b.stack[base:]
	for i := len(dropped) - 1; i >= 0; i-- {
		b.restore(dropped[i])
	}
	b.stack = b.stack[:base]
	return b.spend(len(dropped))
}

// restore takes back the change that e recorded, if it is such an entry.
func (b *backtracker) restore(e entry) {
	switch e.kind {
	case entrySlot:
		b.caps[e.arg] = e.pos
	case entryRegister:
		b.registers[e.arg] = e.pos
	}
}

// run executes from pc at pos to backEnd and returns the position there. With want >= 0 only an end at that
// position counts. After success the alternatives of the run are still on the stack, after failure
// everything is restored.
func (b *backtracker) run(pc int32, pos, want int) (int, bool, error) {
	base := len(b.stack)
	s := b.s
	for {
		in := &b.insts[pc]
		at, cost, ok := pc, 1, true
		pc = in.out
		switch in.op {
		case backEnd:
			if want < 0 || pos == want {
				return pos, true, nil
			}
			ok = false
		case backText:
			text := b.texts[in.arg]
			if ok = strings.HasPrefix(s[pos:], text); ok {
				pos += len(text)
				cost += len(text) >> 4
			}
		case backSet:
			size := b.sets[in.arg].matchAt(s, pos)
			pos += size
			ok = size > 0
		case backSplit:
			choice := uint8(choiceBoth)
			if in.table >= 0 {
				choice = b.tables[in.table].choiceAt(s, pos)
			}
			switch choice {
			case 0:
				ok = false
			case choiceSecond:
				pc = in.alt
			case choiceBoth:
				b.push(entryWay, in.alt, pos)
			}
		case backAssert:
			ok = assertion(in.arg).holds(s, pos)
		case backOpen:
			b.setRegister(in.arg, pos)
		case backClose:
			b.setSlot(2*in.arg, b.registers[in.arg])
			b.setSlot(2*in.arg+1, pos)
		case backRun:
			var err error
			if pos, ok, err = b.repeatSet(at, pos); err != nil {
				return 0, false, err
			}
		case backLoop:
			b.setRegister(in.arg, 0)
			b.setRegister(in.arg+1, -1)
			pc = b.nextIteration(in, pos)
		case backNext:
			if pos != b.registers[in.arg+1] {
				pc = b.nextIteration(in, pos)
			}
		case backAgain:
			b.setRegister(in.arg, b.registers[in.arg]+1)
			b.setRegister(in.arg+1, pos)
		case backReference:
			var size int
			size, ok = b.reference(in, pos)
			pos += size
			cost += size >> 3
		case backLook:
			var err error
			if ok, err = b.look(in, pos); err != nil {
				return 0, false, err
			}
		case backAtomic:
			inner := len(b.stack)
			var err error
			if pos, ok, err = b.run(in.alt, pos, -1); err != nil {
				return 0, false, err
			}
			if ok {
				if err := b.commit(inner); err != nil {
					return 0, false, err
				}
			}
		}
		if !ok {
			cost += unitsPerStep
			if pc, pos, ok = b.back(base); !ok {
				if b.err == nil {
					b.err = b.spend(cost)
				}
				return 0, false, b.err
			}
		}
		if len(b.stack) > maxPending {
			return 0, false, &StepLimitError{Pending: maxPending}
		}
		if err := b.spend(cost); err != nil {
			return 0, false, err
		}
	}
}
