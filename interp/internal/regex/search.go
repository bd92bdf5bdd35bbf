package regex

// A search is what one call needs to look for matches in a text. Not safe for concurrent use; it goes back
// to the pool of its Regexp.
type search struct {
	re       *Regexp
	s        string
	caps     []int // offsets of the groups of the last match
	pace     pace
	steps    int64
	memo     memo
	lockstep lockstep
	back     backtracker
	begun    bool // back is prepared
}

func (re *Regexp) newSearch(s string, opt Options) *search {
	x, _ := re.pool.Get().(*search)
	if x == nil {
		x = &search{re: re, caps: make([]int, 2*len(re.groups))}
		x.memo.farthest = -1
	}
	x.s = s
	x.pace = pace{tick: opt.Tick, left: tickEvery}
	x.steps = opt.Steps
	if x.steps == 0 {
		x.steps = DefaultSteps
	}
	x.begun = false
	return x
}

// maxPooled is the number of elements above which the memory of a search is not kept.
const maxPooled = 1 << 15

func (x *search) release() {
	if cap(x.memo.jobs)+cap(x.back.stack)+cap(x.lockstep.blocks)+cap(x.lockstep.lists[0].seen) > maxPooled {
		return
	}
	x.memo.clear()
	x.s, x.memo.s, x.lockstep.s, x.back.s = "", "", "", ""
	x.pace.tick, x.back.err = nil, nil
	x.re.pool.Put(x)
}

// find looks for the first match that begins at from or later; from must lie between two symbols.
func (x *search) find(from int) (bool, error) {
	if from > len(x.s) {
		return false, nil
	}
	if err := x.pace.spend(8); err != nil {
		return false, err
	}
	switch {
	case x.re.plain:
		at, err := indexLiteral(x.s, x.re.pre.literal, from, &x.pace)
		if at < 0 || err != nil {
			return false, err
		}
		x.caps[0], x.caps[1] = at, at+len(x.re.pre.literal)
		return true, nil
	case x.re.back != nil:
		return x.findBack(from)
	}
	return x.findLinear(from)
}

func (x *search) findLinear(from int) (bool, error) {
	s, f := x.s, &x.re.pre
	x.memo.caps = x.caps
	prepared := false
	for pos := from; ; {
		var err error
		if pos, err = f.next(s, pos, &x.pace); pos < 0 || err != nil {
			return false, err
		}
		if !prepared {
			x.memo.begin(x.re.linear, s, pos, false)
			prepared = true
		}
		verdict, err := x.memo.try(pos, &x.pace)
		switch {
		case err != nil:
			return false, err
		case verdict == matched:
			return true, nil
		case verdict == beyond:
			x.prepareLockstep(x.caps, false)
			found, resume, err := x.lockstep.run(pos, f, &x.pace)
			if found || resume < 0 || err != nil {
				return found, err
			}
			pos = resume
			x.memo.move(pos)
		case pos == len(s):
			return false, nil
		default:
			pos += sizeAt(s, pos)
		}
	}
}

func (x *search) prepareLockstep(caps []int, whole bool) {
	x.lockstep.program, x.lockstep.s, x.lockstep.caps, x.lockstep.whole = x.re.linear, x.s, caps, whole
}

func (x *search) findBack(from int) (bool, error) {
	if !x.begun {
		x.back.caps = x.caps
		x.back.begin(x.re.back, x.s, false, x.steps, &x.pace)
		x.begun = true
	}
	for pos := from; ; {
		var err error
		if pos, err = x.re.pre.next(x.s, pos, &x.pace); pos < 0 || err != nil {
			return false, err
		}
		if found, err := x.back.try(pos); found || err != nil {
			return found, err
		}
		if pos == len(x.s) {
			return false, nil
		}
		pos += sizeAt(x.s, pos)
	}
}

// matchWhole tells whether the pattern matches all of the text.
func (x *search) matchWhole() (bool, error) {
	if x.re.back != nil {
		x.back.caps = x.caps
		x.back.begin(x.re.back, x.s, true, x.steps, &x.pace)
		return x.back.try(0)
	}
	x.memo.caps = nil
	x.memo.begin(x.re.linear, x.s, 0, true)
	verdict, err := x.memo.try(0, &x.pace)
	if verdict == beyond && err == nil {
		x.prepareLockstep(nil, true)
		found, _, err := x.lockstep.run(0, &x.re.pre, &x.pace)
		return found, err
	}
	return verdict == matched, err
}
