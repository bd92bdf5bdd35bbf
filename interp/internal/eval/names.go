package eval

import (
	"strconv"

	"github.com/bpl-lang/bpl/interp/value"
)

// TypeName gives the type of a value as error messages name it.
func TypeName(v value.Value) string {
	switch v.Kind() {
	case value.KindInt, value.KindLong, value.KindDouble:
		return "number"
	case value.KindForeign:
		return "foreign"
	}
	return v.Kind().String()
}

func stepText(s value.Step) string {
	if s.Name != nil {
		return s.Name.String()
	}
	return strconv.Itoa(int(s.Index))
}

// FunctionName gives the name of the function that the call l calls, for messages.
func FunctionName(l *value.List) string {
	if l.Len() > 0 {
		if r := l.At(0).Ref(); r != nil {
			return r.Text()
		}
	}
	return "function"
}
