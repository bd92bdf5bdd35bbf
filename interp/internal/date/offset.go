package date

// offset reads the offset of a zone: a sign, two digits of hours and two of
// minutes, with or without a colon between, or a name of UTC. After GMT and UTC
// an offset may follow; with a colon, one digit of hours is enough there.
func (r *reader) offset() bool {
	r.skipBlanks()
	if size := offsetSize(r.rest(), 2); size > 0 {
		return r.takeOffset(size)
	}
	for _, name := range [...]string{"GMT", "UTC", "UT", "Z"} {
		size := prefixSize(r.rest(), name)
		if size == 0 {
			continue
		}
		r.pos += size
		size = 0
		if rest := r.rest(); len(name) == 3 && len(rest) > 1 && isSign(rest[0]) && isDigit(rest[1]) {
			if size = offsetSize(rest, 1); size == 0 {
				return false
			}
		}
		return r.takeOffset(size)
	}
	return false
}

func isSign(c byte) bool { return c == '+' || c == '-' }

// offsetSize returns the length of the offset with which text begins, 0 if
// there is none. Of the hours it wants at least so many digits.
func offsetSize(text string, hourDigits int) int {
	if text == "" || !isSign(text[0]) {
		return 0
	}
	i := 1
	for i < 3 && i < len(text) && isDigit(text[i]) {
		i++
	}
	if i-1 < hourDigits {
		return 0
	}
	if i < len(text) && text[i] == ':' {
		i++
	}
	if len(text) < i+2 || !isDigit(text[i]) || !isDigit(text[i+1]) {
		return 0
	}
	return i + 2
}

// takeOffset stores an offset of the given length, and refuses what no clock
// shows.
func (r *reader) takeOffset(size int) bool {
	text := r.rest()[:size]
	r.pos += size
	var number int64
	for _, c := range []byte(text) {
		if isDigit(c) {
			number = number*10 + int64(c-'0')
		}
	}
	hours, minutes := number/100, number%100
	if hours > 23 || minutes > 59 {
		return false
	}
	r.found.offset = hours*hour + minutes*minute
	if size > 0 && text[0] == '-' {
		r.found.offset = -r.found.offset
	}
	r.found.hasOffset = true
	return true
}
