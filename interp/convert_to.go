package interp

import (
	"fmt"

	"github.com/bpl-lang/bpl/interp/value"
)

// ToValue converts a Go value.
func ToValue(v any) (Value, error) {
	switch v := v.(type) {
	case nil:
		return Null(), nil
	case Value:
		return v, nil
	case *List:
		if v == nil {
			return Null(), nil
		}
		return v.Value(), nil
	case bool:
		return value.Bool(v), nil
	case string:
		return value.String(v), nil
	case int:
		return value.Whole(int64(v)), nil
	case int64:
		return value.Whole(v), nil
	case float64:
		return value.Double(v), nil
	}
	return Null(), fmt.Errorf("got %T, which has no counterpart in the language", v)
}
