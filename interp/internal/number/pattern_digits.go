package number

// digitMarks are the counts of the marks for digits in a pattern. The marks must be of the
// form ##00.00##, in which the zeros are together and the point is somewhere among them, at
// an end, or alone with the #.
type digitMarks struct {
	left, zeros, right int // # before the zeros, zeros, # after them
	point              int // marks before the point, -1 without
	group              int // marks since the last comma, before the point; -1 without
}

func (m *digitMarks) total() int { return m.left + m.zeros + m.right }

// digits reads the digit marks of a pattern, and the exponent, and sets the counts of p.
func (s *patternScanner) digits(p *Pattern) error {
	m, err := s.marks()
	if err != nil {
		return err
	}
	if s.peek() == 'E' {
		if m.left+m.zeros == 0 {
			return s.fail("no digits before the exponent")
		}
		if err := s.exponent(p); err != nil {
			return err
		}
	}
	if m.zeros == 0 && m.left > 0 && m.point >= 0 {
		// One # beside the point counts as a zero: "#.##" is "0.##" with an
		// optional whole part, and ".##" is ".0#".
		before := max(m.point, 1)
		m.left, m.zeros, m.right = before-1, 1, m.left-before
	}
	if problem := m.problem(); problem != "" {
		return s.fail("%s", problem)
	}
	total := m.total()
	before := total
	if m.point >= 0 {
		before = m.point
		p.minFraction = m.left + m.zeros - m.point
		p.maxFraction = total - m.point
		p.point = m.point == 0 || m.point == total
	}
	p.minInteger = before - m.left
	p.maxInteger = before
	p.group = max(m.group, 0)
	return nil
}

// marks reads the marks up to the first character that is none.
func (s *patternScanner) marks() (digitMarks, error) {
	m := digitMarks{point: -1, group: -1}
	for ; s.pos < len(s.pattern) && isDigitMark(s.pattern[s.pos]); s.pos++ {
		switch s.pattern[s.pos] {
		case '#':
			if m.zeros > 0 {
				m.right++
			} else {
				m.left++
			}
		case '0':
			if m.right > 0 {
				return m, s.fail("0 after # at byte %d", s.pos)
			}
			m.zeros++
		case ',':
			if m.point >= 0 {
				return m, s.fail("',' after the point at byte %d", s.pos)
			}
			m.group = 0
			continue
		case '.':
			if m.point >= 0 {
				return m, s.fail("a second point at byte %d", s.pos)
			}
			m.point = m.total()
			continue
		}
		if m.group >= 0 && m.point < 0 {
			m.group++
		}
	}
	return m, nil
}

// exponent reads the E and the zeros behind it.
func (s *patternScanner) exponent(p *Pattern) error {
	p.exponent = true
	for s.pos++; s.peek() == '0'; s.pos++ {
		p.minExponent++
	}
	if p.minExponent == 0 {
		return s.fail("no 0 after E at byte %d", s.pos)
	}
	return nil
}

// problem says what is wrong with the order of the marks, "" if nothing is.
func (m *digitMarks) problem() string {
	switch {
	case m.point < 0 && m.right > 0:
		return "# after 0"
	case m.point >= 0 && m.point < m.left:
		return "0 after the point but # before it has no 0 between"
	case m.point > m.left+m.zeros:
		return "# between 0 and the point"
	case m.group == 0:
		return "no digit after ','"
	}
	return ""
}
