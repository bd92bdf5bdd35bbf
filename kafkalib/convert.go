package kafkalib

import (
	"fmt"

	"github.com/bpl-lang/bpl/interp"
)

// maxOptionDepth bounds the nesting of lists in options.
const maxOptionDepth = 16

// scalarValue is a null, boolean or number of the script in Go; false for others.
func scalarValue(v interp.Value) (any, bool) {
	switch v.Kind() {
	case interp.KindNull:
		return nil, true
	case interp.KindBool:
		b, _ := v.AsBool()
		return b, true
	case interp.KindInt, interp.KindLong:
		n, _ := v.AsInt()
		return n, true
	case interp.KindDouble:
		f, _ := v.AsDouble()
		return f, true
	}
	return nil, false
}

// optionValue turns a value of the script into what the option table takes.
func optionValue(v interp.Value, depth int) (any, error) {
	if scalar, ok := scalarValue(v); ok {
		return scalar, nil
	}
	switch v.Kind() {
	case interp.KindString:
		s, _ := v.AsString()
		return s, nil
	case interp.KindReference:
		if v.Ref().Hard() {
			return callable{v}, nil
		}
		return nil, fmt.Errorf("got the reference %s; inside a list that begins with a value nothing is evaluated: build it with (list …)", quote(v.Ref().Text()))
	case interp.KindList:
		l, _ := v.AsList()
		if isFunction(l) {
			return callable{v}, nil
		}
		if depth >= maxOptionDepth {
			return nil, fmt.Errorf("lists are nested too deeply")
		}
		out := make(listValue, l.Len())
		for i := range out {
			item, err := optionValue(l.At(i), depth+1)
			if err != nil {
				return nil, err
			}
			out[i] = listItem{l.Name(i), item}
		}
		return out, nil
	}
	return nil, fmt.Errorf("got a foreign value")
}

// isFunction reports whether a list is a user function of the language.
func isFunction(l *interp.List) bool {
	if l.Len() < 3 {
		return false
	}
	ref := l.At(0).Ref()
	return ref != nil && !ref.Walks() && ref.Name() == "function"
}

// isCallable reports whether v can be called with values.
func isCallable(v interp.Value) bool {
	if l, ok := v.AsList(); ok {
		return isFunction(l)
	}
	return v.Ref() != nil && v.Ref().Hard()
}

// scriptValue turns what the tables show into a value of the script.
func scriptValue(v any) interp.Value {
	switch v := v.(type) {
	case bool:
		return interp.Bool(v)
	case int:
		return number(int64(v))
	case int32:
		return interp.Int(v)
	case int64:
		return number(v)
	case string:
		return interp.String(v)
	case []string:
		return textList(v)
	case listValue:
		l := interp.NewList(0)
		for _, item := range v {
			addElement(l, item.name, scriptValue(item.value))
		}
		return interp.FromList(l)
	}
	return interp.Null()
}

// addElement appends an element, with a name where there is one.
func addElement(l *interp.List, name string, v interp.Value) {
	if name == "" {
		l.Append(v)
		return
	}
	l.Put(name, v)
}

// number is an integer where n fits one, else a long.
func number(n int64) interp.Value {
	if int64(int32(n)) == n {
		return interp.Int(int32(n))
	}
	return interp.Long(n)
}

func textList(texts []string) interp.Value {
	l := interp.NewList(len(texts))
	for i, s := range texts {
		l.SetAt(i, interp.String(s))
	}
	return interp.FromList(l)
}

// bytesValue is a string of these bytes, or null.
func bytesValue(b []byte) interp.Value {
	if b == nil {
		return interp.Null()
	}
	return interp.Bytes(b)
}

// typeName names the kind of a value in messages.
func typeName(v interp.Value) string {
	switch v.Kind() {
	case interp.KindNull:
		return "null"
	case interp.KindBool:
		return "a boolean"
	case interp.KindInt, interp.KindLong, interp.KindDouble:
		return "a number"
	case interp.KindString:
		return "a string"
	case interp.KindReference:
		return "a reference"
	case interp.KindList:
		if isCallable(v) {
			return "a function"
		}
		return "a list"
	}
	return "a foreign value"
}
