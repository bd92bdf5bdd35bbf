package value

import (
	"math"
	"math/bits"
)

// Arithmetic computes in double. Where all operands are whole numbers (integers and longs)
// and that double is not their exact result, the result is the exact one as a long if it
// fits 64 bits, else the double (spec/language.md, Numbers). As long as whole numbers and the doubles
// computed from them stay strictly below 2^53 the doubles are exact; this is the fast way,
// and the only one that most programs need.
const exactBelow = 1 << 53

// Add returns (+ v w). Both must be numbers.
func Add(v, w Value) Value {
	var s Sum
	s.Add(v)
	s.Add(w)
	return s.Value()
}

// Sub returns (- v w). Both must be numbers.
func Sub(v, w Value) Value {
	a, _ := v.AsDouble()
	b, _ := w.AsDouble()
	d := a - b
	if math.Abs(d) < exactBelow && !v.IsLong() && !w.IsLong() || v.IsDouble() || w.IsDouble() {
		return Double(d)
	}
	m, _ := v.Truncate()
	n, _ := w.Truncate()
	r := m - n
	if (m < 0) != (n < 0) && (r < 0) != (m < 0) { // overflow
		return Double(d)
	}
	return exactOr(r, d)
}

// Neg returns (- v), which must be a number.
func Neg(v Value) Value {
	d, _ := v.AsDouble()
	if !v.IsLong() || int64(v.n) == math.MinInt64 {
		return Double(-d)
	}
	return exactOr(-int64(v.n), -d)
}

// exactOr returns the double if it is exactly n, else n as a long.
func exactOr(n int64, d float64) Value {
	if compareLong(n, d) == 0 || n == 0 && d == 0 {
		return Double(d)
	}
	return Long(n)
}

// accuracy tells what an accumulator of numbers knows of the exact result.
type accuracy uint8

const (
	exactDouble accuracy = iota // only whole numbers so far, the double is exact
	exactWide                   // only whole numbers so far, the exact result is kept aside
	anyDouble                   // there was a double, so the double is the result
)

// A Sum is the running result of (+ …); the zero Sum is the sum of nothing.
type Sum struct {
	d    float64
	lo   uint64 // with hi the exact sum in 128 bits, for exactWide
	hi   int64
	mode accuracy
}

// Add adds a number.
func (s *Sum) Add(v Value) {
	f, _ := v.AsDouble()
	before := s.d
	s.d += f
	switch {
	case s.mode == anyDouble:
		return
	case v.IsDouble():
		s.mode = anyDouble
		return
	case s.mode == exactDouble:
		if math.Abs(f) < exactBelow && math.Abs(s.d) < exactBelow {
			return
		}
		s.mode = exactWide
		n := int64(before)
		s.lo, s.hi = uint64(n), n>>63
	}
	n, _ := v.Truncate()
	var carry uint64
	s.lo, carry = bits.Add64(s.lo, uint64(n), 0)
	s.hi += n>>63 + int64(carry)
}

// Value returns the sum.
func (s *Sum) Value() Value {
	if s.mode == exactWide && s.hi == int64(s.lo)>>63 {
		return exactOr(int64(s.lo), s.d)
	}
	return Double(s.d)
}

// A Product is the running result of (* …); it starts as NewProduct.
type Product struct {
	d    float64
	size uint64 // the exact product without its sign, for exactWide
	neg  bool
	over bool // the exact product does not fit size; only a factor 0 brings it back
	mode accuracy
}

// NewProduct returns the product of nothing, 1.
func NewProduct() Product { return Product{d: 1} }

// Mul multiplies by a number.
func (p *Product) Mul(v Value) {
	f, _ := v.AsDouble()
	before := p.d
	p.d *= f
	switch {
	case p.mode == anyDouble:
		return
	case v.IsDouble():
		p.mode = anyDouble
		return
	case p.mode == exactDouble:
		if math.Abs(f) < exactBelow && math.Abs(p.d) < exactBelow {
			return
		}
		p.mode = exactWide
		p.size, p.neg = uint64(math.Abs(before)), before < 0
	}
	n, _ := v.Truncate()
	size := uint64(n)
	if n < 0 {
		size = -size
	}
	p.neg = p.neg != (n < 0)
	var high uint64
	high, p.size = bits.Mul64(p.size, size)
	p.over = (p.over || high != 0) && n != 0
}

// Value returns the product.
func (p *Product) Value() Value {
	if p.mode != exactWide || p.over {
		return Double(p.d)
	}
	switch {
	case !p.neg && p.size <= math.MaxInt64:
		return exactOr(int64(p.size), p.d)
	case p.neg && p.size <= 1<<63:
		return exactOr(-int64(p.size), p.d)
	}
	return Double(p.d)
}
