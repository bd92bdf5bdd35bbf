package regex

// nextIteration is the instruction after count iterations of a repetition: another one or what follows.
func (b *backtracker) nextIteration(in *backInst, pos int) int32 {
	switch count := int32(b.registers[in.arg]); {
	case count < in.min:
		return in.alt
	case in.max != unlimited && count >= in.max:
		return in.out
	case in.lazy:
		b.push(entryWay, in.alt, pos)
		return in.out
	default:
		b.push(entryWay, in.out, pos)
		return in.alt
	}
}

// repeatSet matches as many symbols of a set as it can, for the backRun at instruction at.
func (b *backtracker) repeatSet(at int32, pos int) (int, bool, error) {
	in := &b.insts[at]
	set := b.sets[in.arg]
	least, count := pos, 0
	for count < int(in.max) || in.max == unlimited {
		size := set.matchAt(b.s, pos)
		if size == 0 {
			break
		}
		pos += size
		if count++; count <= int(in.min) {
			least = pos
		}
		if count%tickEvery == 0 {
			if err := b.spend(tickEvery); err != nil {
				return 0, false, err
			}
		}
	}
	if count < int(in.min) {
		return 0, false, b.spend(count % tickEvery)
	}
	if pos > least && !in.possessive {
		b.push(entryRunFrom, 0, least)
		b.push(entryRun, at, pos)
	}
	return pos, true, b.spend(count % tickEvery)
}

// look tells whether the look-around at in is true at pos. Captures of a part that matched stay.
func (b *backtracker) look(in *backInst, pos int) (bool, error) {
	base := len(b.stack)
	var ok bool
	var err error
	if in.behind {
		ok, err = b.lookBehind(in, pos)
	} else {
		_, ok, err = b.run(in.alt, pos, -1)
	}
	switch {
	case err != nil:
		return false, err
	case !ok:
		return in.negative, nil
	case in.negative:
		return false, b.undo(base)
	}
	return true, b.commit(base)
}

// lookBehind tries all beginnings, from the nearest on, for a match of the part that ends at pos.
func (b *backtracker) lookBehind(in *backInst, pos int) (bool, error) {
	begin := pos
	for width := 0; width <= int(in.max) || in.max == unlimited; width++ {
		if width >= int(in.min) {
			if _, ok, err := b.run(in.alt, begin, pos); ok || err != nil {
				return ok, err
			}
		}
		if begin == 0 {
			break
		}
		begin -= sizeBefore(b.s, begin)
		if err := b.spend(1); err != nil {
			return false, err
		}
	}
	return false, nil
}

// reference matches the text of a group once more and returns its size. A group that took no part matches
// nowhere.
func (b *backtracker) reference(in *backInst, pos int) (int, bool) {
	from, to := b.caps[2*in.arg], b.caps[2*in.arg+1]
	if from < 0 || len(b.s)-pos < to-from {
		return 0, false
	}
	text, again := b.s[from:to], b.s[pos:pos+to-from]
	if text != again && !(in.fold && equalFold(text, again)) {
		return 0, false
	}
	// A raw byte at the end of the text may be the beginning of a code point here.
	return to - from, isBoundary(b.s, pos+to-from)
}

// equalFold compares texts of the same length without regard to the case of ASCII letters.
func equalFold(a, b string) bool {
	for i := range len(a) {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}
