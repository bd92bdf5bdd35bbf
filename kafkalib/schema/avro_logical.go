package schema

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// logical converts a value of a logical type. Dates and times are their
// numbers, in the unit of the type; their ISO 8601 text is taken too.
func (w *avroWalk) logical(n *avroNode, v interp.Value) {
	switch n.logical {
	case "decimal":
		w.decimal(n, v)
		return
	case "uuid":
		w.uuid(n, v)
		return
	case "duration":
		w.duration(v)
		return
	}
	s, isText := v.AsString()
	i, ok := v.AsInt()
	if isText {
		var err error
		if i, err = logicalNumber(n.logical, s); err != nil {
			w.add("got %s, %s", quoted(s), err)
			return
		}
	} else if !ok || n.kind == avroInt && int64(int32(i)) != i {
		w.mismatch(v, logicalExpected(n.logical))
		return
	}
	w.number(i)
}

// A timeForm is how the text of a date or time is written, and its unit.
type timeForm struct {
	layout string
	unit   time.Duration
	name   string
}

// timeForms are those of the logical types. Layouts take fractions of seconds.
var timeForms = map[string]timeForm{
	"date":                   {"2006-01-02", 24 * time.Hour, "days"},
	"time-millis":            {"15:04:05", time.Millisecond, "ms"},
	"time-micros":            {"15:04:05", time.Microsecond, "µs"},
	"timestamp-millis":       {time.RFC3339, time.Millisecond, "ms"},
	"timestamp-micros":       {time.RFC3339, time.Microsecond, "µs"},
	"timestamp-nanos":        {time.RFC3339, time.Nanosecond, "ns"},
	"local-timestamp-millis": {"2006-01-02T15:04:05", time.Millisecond, "ms"},
	"local-timestamp-micros": {"2006-01-02T15:04:05", time.Microsecond, "µs"},
	"local-timestamp-nanos":  {"2006-01-02T15:04:05", time.Nanosecond, "ns"},
}

func logicalExpected(logical string) string {
	f := timeForms[logical]
	return fmt.Sprintf("a whole number of %s (%s), or text such as %q", f.name, logical, strings.ReplaceAll(f.layout, "Z07:00", "Z"))
}

// logicalNumber is the number of a date or time that is written as text.
func logicalNumber(logical, text string) (int64, error) {
	f := timeForms[logical]
	t, err := time.Parse(f.layout, text)
	if err != nil {
		return 0, fmt.Errorf("expected %s", logicalExpected(logical))
	}
	if strings.HasPrefix(logical, "time-") {
		t = t.AddDate(1970, 0, 0) // the layout without a date means the year 0
	}
	seconds, nanos := t.Unix(), int64(t.Nanosecond())
	if nanos%int64(f.unit) != 0 && f.unit < time.Second {
		return 0, fmt.Errorf("which is finer than the %s of %s", f.name, logical)
	}
	if f.unit > time.Second {
		return seconds / int64(f.unit/time.Second), nil
	}
	perSecond := int64(time.Second / f.unit)
	if seconds > math.MaxInt64/perSecond-1 || seconds < math.MinInt64/perSecond+1 {
		return 0, fmt.Errorf("which is beyond the range of %s", logical)
	}
	return seconds*perSecond + nanos/int64(f.unit), nil
}

func (w *avroWalk) uuid(n *avroNode, v interp.Value) {
	s, ok := v.AsString()
	raw, valid := parseUUID(s)
	if !ok || !valid {
		w.mismatch(v, "the text of a UUID")
		return
	}
	if n.kind == avroFixed {
		w.out = append(w.out, raw[:]...)
		return
	}
	w.text(strings.ToLower(s))
}

// parseUUID reads 8-4-4-4-12 hexadecimal digits.
func parseUUID(s string) (id [16]byte, ok bool) {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return id, false
	}
	n, err := hex.Decode(id[:], []byte(strings.ReplaceAll(s, "-", "")))
	return id, err == nil && n == len(id)
}

func formatUUID(id []byte) string {
	h := hex.EncodeToString(id)
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

var durationNames = []string{"months", "days", "millis"}

func (w *avroWalk) duration(v interp.Value) {
	l, ok := v.AsList()
	if !ok || l.Len() > 0 && !l.AllNamed() {
		w.mismatch(v, `a list ("months" => m "days" => d "millis" => ms)`)
		return
	}
	data := make([]byte, 12)
	for i := range l.Len() {
		name := l.Name(i)
		w.in(name, func() {
			for at, known := range durationNames {
				if name == known {
					binary.LittleEndian.PutUint32(data[4*at:], uint32(w.whole(l.At(i), 0, math.MaxUint32, "a whole number of 32 bits, not negative")))
					return
				}
			}
			w.add("a duration has only months, days and millis%s", nameHint(name, durationNames))
		})
	}
	w.out = append(w.out, data...)
}

// durationValue is the list of a duration.
func durationValue(data []byte) interp.Value {
	l := interp.NewList(0)
	for i, name := range durationNames {
		l.Put(name, wholeValue(int64(binary.LittleEndian.Uint32(data[4*i:]))))
	}
	return interp.FromList(l)
}

// wholeValue is an integer where n fits one, else a long.
func wholeValue(n int64) interp.Value {
	if int64(int32(n)) == n {
		return interp.Int(int32(n))
	}
	return interp.Long(n)
}
