package value

import (
	"fmt"
	"strings"
)

// builtin is a function for references of tests.
type builtin struct {
	name        string
	overridable bool
}

func (b builtin) FunctionName() string { return b.name }
func (b builtin) Overridable() bool    { return b.overridable }

// show describes a value with its subtype for messages of tests; lists must be trees.
func show(v Value) string {
	switch v.Kind() {
	case KindInt, KindLong:
		n, _ := v.AsInt()
		return fmt.Sprintf("%s %d", v.Kind(), n)
	case KindDouble:
		f, _ := v.AsDouble()
		return fmt.Sprintf("double %v", f)
	case KindString:
		s, _ := v.AsString()
		return fmt.Sprintf("%q", s)
	case KindReference:
		return v.Ref().Text()
	case KindList:
		var parts []string
		for name, e := range v.List().All() {
			if name != "" {
				parts = append(parts, fmt.Sprintf("%q => %s", name, show(e)))
			} else {
				parts = append(parts, show(e))
			}
		}
		return "(" + strings.Join(parts, " ") + ")"
	}
	b, ok := v.AsBool()
	if ok {
		return fmt.Sprint(b)
	}
	return v.Kind().String()
}

// list makes a list of Go values: int, int64, float64, bool, string, nil, Value, *List.
// A string that ends in "=>" names the next element.
func list(items ...any) *List {
	l := NewList(0)
	name := ""
	for _, item := range items {
		var v Value
		switch x := item.(type) {
		case nil:
			v = Null()
		case int:
			v = Int(int32(x))
		case int64:
			v = Long(x)
		case float64:
			v = Double(x)
		case bool:
			v = Bool(x)
		case string:
			if n, ok := strings.CutSuffix(x, "=>"); ok {
				name = n
				continue
			}
			v = String(x)
		case *List:
			v = x.Value()
		case Value:
			v = x
		default:
			panic(fmt.Sprintf("list: %T", item))
		}
		if name != "" {
			l.Put(name, v)
			name = ""
		} else {
			l.Push(v)
		}
	}
	return l
}
