package schema

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/bpl-lang/bpl/interp"
)

// decimal writes a text or number as the unscaled bytes of a decimal. It never
// rounds.
func (w *avroWalk) decimal(n *avroNode, v interp.Value) {
	text, ok := v.AsString()
	if v.IsNumber() {
		text, ok = numberText(v), true
	}
	unscaled, err := unscaledDecimal(text, n.scale)
	switch {
	case !ok || err != nil && unscaled == nil:
		w.mismatch(v, "a decimal number as text")
		return
	case err != nil:
		w.add("got %s, %s", shown(v), err)
		return
	case len(new(big.Int).Abs(unscaled).String()) > n.precision:
		w.add("got %s, expected at most %d digits, %d of them behind the point", shown(v), n.precision, n.scale)
		return
	}
	data := twosComplement(unscaled)
	if n.kind != avroFixed {
		w.text(string(data))
		return
	}
	if len(data) > n.size {
		w.add("got %s, which does not fit the %d bytes of %s", shown(v), n.size, n.title())
		return
	}
	fill := byte(0)
	if unscaled.Sign() < 0 {
		fill = 0xff
	}
	for range n.size - len(data) {
		w.out = append(w.out, fill)
	}
	w.out = append(w.out, data...)
}

// numberText is a number in digits, without exponent where it has few.
func numberText(v interp.Value) string {
	if i, ok := v.AsInt(); ok && !v.IsDouble() {
		return strconv.FormatInt(i, 10)
	}
	f, _ := v.AsDouble()
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// maxDecimalText bounds the text of a decimal, and so the work on it.
const maxDecimalText = 4096

// unscaledDecimal is the number times 10^scale. With an error the number is
// nil where text is no number at all.
func unscaledDecimal(text string, scale int) (*big.Int, error) {
	digits, exponent := text, 0
	if at := strings.IndexAny(text, "eE"); at >= 0 {
		e, err := strconv.Atoi(text[at+1:])
		if err != nil || e > maxDecimalText || e < -maxDecimalText {
			return nil, fmt.Errorf("no number")
		}
		digits, exponent = text[:at], e
	}
	whole, fraction, _ := strings.Cut(digits, ".")
	unsigned := strings.TrimLeft(whole, "+-")
	if len(text) > maxDecimalText || len(whole)-len(unsigned) > 1 || unsigned+fraction == "" || strings.Trim(unsigned+fraction, "0123456789") != "" {
		return nil, fmt.Errorf("no number")
	}
	n, ok := new(big.Int).SetString(whole[:len(whole)-len(unsigned)]+unsigned+fraction, 10)
	if !ok {
		return nil, fmt.Errorf("no number")
	}
	shift := scale + exponent - len(fraction)
	if shift >= 0 {
		return n.Mul(n, power10(shift)), nil
	}
	quotient, rest := new(big.Int).QuoRem(n, power10(-shift), new(big.Int))
	if rest.Sign() != 0 {
		return n, fmt.Errorf("expected at most %d digits behind the point", scale)
	}
	return quotient, nil
}

func power10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// twosComplement is a number in as few bytes as hold it, big endian.
func twosComplement(n *big.Int) []byte {
	if n.Sign() >= 0 {
		data := n.Bytes()
		if len(data) == 0 || data[0]&0x80 != 0 {
			data = append([]byte{0}, data...)
		}
		return data
	}
	size := new(big.Int).Not(n).BitLen()/8 + 1
	modulus := new(big.Int).Lsh(big.NewInt(1), uint(8*size))
	data := modulus.Add(modulus, n).Bytes()
	for len(data) < size {
		data = append([]byte{0}, data...)
	}
	return data
}

// maxDecimalBytes bounds the unscaled number that is shown: its text costs
// more than linear time.
const maxDecimalBytes = 8192

// decimalText is the text of unscaled bytes.
func decimalText(data []byte, scale int) (string, error) {
	if len(data) > maxDecimalBytes {
		return "", fmt.Errorf("a decimal of %d bytes, more than %d", len(data), maxDecimalBytes)
	}
	n := new(big.Int).SetBytes(data)
	if len(data) > 0 && data[0]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(data))))
	}
	sign, digits := "", n.String()
	if digits[0] == '-' {
		sign, digits = "-", digits[1:]
	}
	if scale <= 0 {
		return sign + digits, nil
	}
	if len(digits) <= scale {
		digits = strings.Repeat("0", scale-len(digits)+1) + digits
	}
	return sign + digits[:len(digits)-scale] + "." + digits[len(digits)-scale:], nil
}
