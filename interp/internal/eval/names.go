package eval

import (
	"fmt"
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

// IndexMessage is the message for an index outside of a list of that size. where names the
// function or path that met it.
func IndexMessage(where string, index int64, size int) string {
	if size == 0 {
		return fmt.Sprintf("%s: got index %d, but the list is empty", where, index)
	}
	return fmt.Sprintf("%s: got index %d, want 0 to %d (the size is %d)", where, index, size-1, size)
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
