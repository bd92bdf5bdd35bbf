package regex

// The limits of a memo: bits of visited states, and ways to come back to. What goes beyond is left to the
// lockstep matcher.
const (
	memoBits = 1 << 17
	memoJobs = 1 << 14
)

// A job is a way that was not taken yet (slot < 0), or the value that a capture slot had before.
type job struct {
	pc, slot int32
	pos      int
}

// A memo runs a program by backtracking and never follows a marked state twice from the same position, so
// that it takes linear time. It remembers the states of a window of the text only; a match that leaves the
// window is not its business. Not safe for concurrent use.
type memo struct {
	*program
	s        string
	caps     []int // capture slots of interest
	whole    bool  // a match has to end at the end of the text
	visited  []uint64
	jobs     []job
	base     int // position of the beginning of the window
	window   int // positions in the window
	farthest int // positions up to here (relative to base) may be set
}

// A verdict is the outcome of an attempt to match at one position.
type verdict uint8

const (
	failed verdict = iota
	matched
	beyond // the window or the memory did not suffice
)

// begin prepares for attempts from position base on.
func (m *memo) begin(p *program, s string, base int, whole bool) {
	m.program, m.s, m.whole = p, s, whole
	m.move(base)
}

// move puts the beginning of the window to base and forgets everything.
func (m *memo) move(base int) {
	m.clear()
	m.base = base
	m.window = len(m.s) - base + 1
	if m.marks > 0 {
		m.window = min(m.window, memoBits/m.marks)
	}
	if words := (m.window*m.marks + 63) / 64; words > len(m.visited) {
		m.visited = make([]uint64, words)
	}
}

// clear forgets all visited states.
func (m *memo) clear() {
	if m.program != nil && m.farthest >= 0 {
		words := min(len(m.visited), ((m.farthest+1)*m.marks+63)/64)
		clear(m.visited[:words])
	}
	m.farthest = -1
}

// try matches at position start, which must not be before an earlier one. After a match the capture
// slots are in caps.
func (m *memo) try(start int, p *pace) (verdict, error) {
	if start-m.base > m.window/2 && m.base+m.window <= len(m.s) {
		m.move(start)
	}
	for i := range m.caps {
		m.caps[i] = -1
	}
	s, insts := m.s, m.insts
	jobs := m.jobs[:0]
	pc, pos := m.start, start
	for {
		in := &insts[pc]
		if in.mark >= 0 {
			at := pos - m.base
			if at >= m.window {
				m.jobs = jobs
				return beyond, nil
			}
			bit := at*m.marks + int(in.mark)
			if m.visited[bit>>6]&(1<<(bit&63)) != 0 {
				goto back
			}
			m.visited[bit>>6] |= 1 << (bit & 63)
			m.farthest = max(m.farthest, at)
		}
		switch in.op {
		case opByte:
			if pos < len(s) && s[pos] == byte(in.arg) {
				pos++
				pc = in.out
				continue
			}
		case opSet:
			if size := m.sets[in.arg].matchAt(s, pos); size > 0 {
				pos += size
				pc = in.out
				continue
			}
		case opAny:
			if pos < len(s) {
				pos += sizeAt(s, pos)
				pc = in.out
				continue
			}
		case opRune:
			if pos < len(s) {
				if r, size := decode(s, pos); r == in.arg {
					pos += size
					pc = in.out
					continue
				}
			}
		case opSplit:
			choice := uint8(choiceBoth)
			if in.table >= 0 {
				choice = m.tables[in.table].choiceAt(s, pos)
			}
			switch choice {
			case choiceFirst:
				pc = in.out
				continue
			case choiceSecond:
				pc = in.alt
				continue
			case choiceBoth:
				if len(jobs) >= memoJobs {
					m.jobs = jobs
					return beyond, nil
				}
				jobs = append(jobs, job{in.alt, -1, pos})
				pc = in.out
				continue
			}
		case opSave:
			if slot := int(in.arg); slot < len(m.caps) {
				if len(jobs) > 0 {
					jobs = append(jobs, job{0, in.arg, m.caps[slot]})
				}
				m.caps[slot] = pos
			}
			pc = in.out
			continue
		case opAssert:
			if assertion(in.arg).holds(s, pos) {
				pc = in.out
				continue
			}
		case opMatch:
			if !m.whole || pos == len(s) {
				m.jobs = jobs
				if len(m.caps) > 1 {
					m.caps[0], m.caps[1] = start, pos
				}
				return matched, nil
			}
		}
	back:
		for {
			n := len(jobs) - 1
			if n < 0 {
				m.jobs = jobs
				return failed, p.spend(1)
			}
			j := jobs[n]
			jobs = jobs[:n]
			if j.slot < 0 {
				pc, pos = j.pc, j.pos
				break
			}
			m.caps[j.slot] = j.pos
		}
		if err := p.spend(2); err != nil {
			m.jobs = jobs
			return failed, err
		}
	}
}
