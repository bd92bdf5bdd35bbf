package spool

import "math/bits"

// A bitmap is a set of small numbers. The zero value is empty.
type bitmap []uint64

// grow makes room for the numbers below n.
func (b *bitmap) grow(n uint64) {
	words := int((n + 63) / 64)
	if words <= len(*b) {
		return
	}
	*b = append(*b, make([]uint64, words-len(*b))...)
}

func (b bitmap) has(i uint64) bool {
	w := i / 64
	return w < uint64(len(b)) && b[w]&(1<<(i%64)) != 0
}

// add adds a number that there is room for and tells whether it is new.
func (b bitmap) add(i uint64) bool {
	mask := uint64(1) << (i % 64)
	if b[i/64]&mask != 0 {
		return false
	}
	b[i/64] |= mask
	return true
}

// addRange adds the numbers from i to below end and returns how many are new.
func (b bitmap) addRange(i, end uint64) int64 {
	n := int64(0)
	for i < end {
		if i%64 == 0 && end-i >= 64 {
			n += int64(64 - bits.OnesCount64(b[i/64]))
			b[i/64] = ^uint64(0)
			i += 64
			continue
		}
		if b.add(i) {
			n++
		}
		i++
	}
	return n
}

// count returns how many numbers below n it has.
func (b bitmap) count(n uint64) int64 {
	total := 0
	for w, word := range b {
		start := uint64(w) * 64
		if start >= n {
			break
		}
		if n-start < 64 {
			word &= 1<<(n-start) - 1
		}
		total += bits.OnesCount64(word)
	}
	return int64(total)
}

// clear returns the first number from i to below n that it has not, n if there
// is none.
func (b bitmap) clear(i, n uint64) uint64 {
	for i < n {
		w := i / 64
		if w >= uint64(len(b)) {
			return i
		}
		if word := ^b[w] >> (i % 64); word != 0 {
			return min(n, i+uint64(bits.TrailingZeros64(word)))
		}
		i = (w + 1) * 64
	}
	return n
}
