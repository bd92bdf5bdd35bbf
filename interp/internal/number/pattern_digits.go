package number

// digits reads the digit marks of a pattern and sets the counts of p.
func (s *patternScanner) digits(p *Pattern) error {
	// The marks must be of the form ##00.00##, in which the zeros are together
	// and the point is somewhere among them, at an end, or alone with the #.
	left, zeros, right := 0, 0, 0 // # before the zeros, zeros, # after them
	point := -1                   // marks before the point
	group := -1                   // marks since the last comma, before the point
	for ; s.pos < len(s.pattern) && isDigitMark(s.pattern[s.pos]); s.pos++ {
		switch s.pattern[s.pos] {
		case '#':
			if zeros > 0 {
				right++
			} else {
				left++
			}
		case '0':
			if right > 0 {
				return s.fail("0 after # at byte %d", s.pos)
			}
			zeros++
		case ',':
			if point >= 0 {
				return s.fail("',' after the point at byte %d", s.pos)
			}
			group = 0
			continue
		case '.':
			if point >= 0 {
				return s.fail("a second point at byte %d", s.pos)
			}
			point = left + zeros + right
			continue
		}
		if group >= 0 && point < 0 {
			group++
		}
	}
	if s.peek() == 'E' {
		if left+zeros == 0 {
			return s.fail("no digits before the exponent")
		}
		p.exponent = true
		for s.pos++; s.peek() == '0'; s.pos++ {
			p.minExponent++
		}
		if p.minExponent == 0 {
			return s.fail("no 0 after E at byte %d", s.pos)
		}
	}
	if zeros == 0 && left > 0 && point >= 0 {
		// One # beside the point counts as a zero: "#.##" is "0.##" with an
		// optional whole part, and ".##" is ".0#".
		before := max(point, 1)
		right = left - before
		left = before - 1
		zeros = 1
	}
	total := left + zeros + right
	switch {
	case point < 0 && right > 0:
		return s.fail("# after 0")
	case point >= 0 && point < left:
		return s.fail("0 after the point but # before it has no 0 between")
	case point > left+zeros:
		return s.fail("# between 0 and the point")
	case group == 0:
		return s.fail("no digit after ','")
	}
	before := total
	if point >= 0 {
		before = point
		p.minFraction = left + zeros - point
		p.maxFraction = total - point
		p.point = point == 0 || point == total
	}
	p.minInteger = before - left
	p.maxInteger = before
	p.group = max(group, 0)
	return nil
}
