package recorder

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"
)

// JSON returns the encoding of events as JSON objects: id, type, host, pid,
// start, end and body, the times in seconds since 1970. Numbers that JSON does
// not have (NaN, the infinities) are null.
func JSON() Encoding { return jsonEncoding{} }

type jsonEncoding struct{}

func (jsonEncoding) Name() string { return "json" }

func (jsonEncoding) Append(to []byte, e *Event) ([]byte, error) {
	to, err := appendEventFields(append(to, '{'), e)
	if err != nil {
		return nil, err
	}
	return append(to, '}'), nil
}

// appendEventFields appends what an event has in JSON, without the braces.
func appendEventFields(to []byte, e *Event) ([]byte, error) {
	to = appendText(append(to, `"id":`...), e.ID)
	to = appendText(append(to, `,"type":`...), e.Type)
	to = appendText(append(to, `,"host":`...), e.Host)
	to = strconv.AppendInt(append(to, `,"pid":`...), int64(e.PID), 10)
	to = appendSeconds(append(to, `,"start":`...), e.Start)
	to = appendSeconds(append(to, `,"end":`...), e.End)
	return appendJSON(append(to, `,"body":`...), e.Body, 0)
}

// appendSeconds writes microseconds exactly, which a float would not.
func appendSeconds(to []byte, t time.Time) []byte {
	micros := t.UnixMicro()
	if micros < 0 {
		to, micros = append(to, '-'), -micros
	}
	to = strconv.AppendInt(to, micros/1e6, 10)
	fraction := micros % 1e6
	to = append(to, '.')
	for unit := int64(100_000); unit > 0; unit /= 10 {
		to = append(to, '0'+byte(fraction/unit%10))
	}
	return to
}

func appendJSON(to []byte, v any, depth int) (_ []byte, err error) {
	if depth > maxDepth {
		return nil, tooDeep()
	}
	switch v := v.(type) {
	case nil:
		return append(to, "null"...), nil
	case bool:
		return strconv.AppendBool(to, v), nil
	case int:
		return strconv.AppendInt(to, int64(v), 10), nil
	case int32:
		return strconv.AppendInt(to, int64(v), 10), nil
	case int64:
		return strconv.AppendInt(to, v, 10), nil
	case float64:
		return appendFloat(to, v), nil
	case float32:
		return appendFloat(to, float64(v)), nil
	case string:
		return appendText(to, v), nil
	case []byte:
		to = append(to, '"')
		to = base64.StdEncoding.AppendEncode(to, v)
		return append(to, '"'), nil
	case Fields:
		to = append(to, '{')
		for i := range v {
			if i > 0 {
				to = append(to, ',')
			}
			to = append(appendText(to, v[i].Name), ':')
			if to, err = appendJSON(to, v[i].Value, depth+1); err != nil {
				return nil, err
			}
		}
		return append(to, '}'), nil
	case map[string]any:
		to = append(to, '{')
		for i, name := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				to = append(to, ',')
			}
			to = append(appendText(to, name), ':')
			if to, err = appendJSON(to, v[name], depth+1); err != nil {
				return nil, err
			}
		}
		return append(to, '}'), nil
	case []any:
		to = append(to, '[')
		for i := range v {
			if i > 0 {
				to = append(to, ',')
			}
			if to, err = appendJSON(to, v[i], depth+1); err != nil {
				return nil, err
			}
		}
		return append(to, ']'), nil
	}
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return append(to, data...), nil
}

// appendFloat writes the shortest digits that read back as f.
func appendFloat(to []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(to, "null"...)
	}
	format := byte('f')
	if a := math.Abs(f); a != 0 && (a < 1e-6 || a >= 1e21) {
		format = 'e'
	}
	return strconv.AppendFloat(to, f, format, -1, 64)
}

const hexDigits = "0123456789abcdef"

// appendText writes a text as a JSON string. Bytes that are not UTF-8 become
// U+FFFD.
func appendText(to []byte, s string) []byte {
	to = append(to, '"')
	plain := 0 // start of what can be taken as it is
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= ' ' && c != '"' && c != '\\' {
				i++
				continue
			}
			to = append(to, s[plain:i]...)
			switch c {
			case '"', '\\':
				to = append(to, '\\', c)
			case '\n':
				to = append(to, `\n`...)
			case '\r':
				to = append(to, `\r`...)
			case '\t':
				to = append(to, `\t`...)
			default:
				to = append(to, `\u00`...)
				to = append(to, hexDigits[c>>4], hexDigits[c&15])
			}
			i++
			plain = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			to = append(to, s[plain:i]...)
			to = append(to, "\uFFFD"...)
			i++
			plain = i
			continue
		}
		i += n
	}
	to = append(to, s[plain:]...)
	return append(to, '"')
}
