package interp

import (
	"cmp"
	"encoding"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/interp/value"
)

// datum converts what is neither a pointer nor an interface.
func (e *encoder) datum(p *plan, v reflect.Value, opt *field, at *place) (value.Value, error) {
	switch p.form {
	case formValue:
		return v.Interface().(value.Value), nil
	case formList:
		if v.IsNil() {
			return value.Null(), nil
		}
		return v.Interface().(*value.List).Value(), nil
	case formBool:
		return value.Bool(v.Bool()), nil
	case formInt:
		return value.Whole(v.Int()), nil
	case formUint:
		if v.Uint() > math.MaxInt64 {
			return value.Null(), at.fail("%d is above the largest long, %d", v.Uint(), int64(math.MaxInt64))
		}
		return value.Whole(int64(v.Uint())), nil
	case formFloat:
		return value.Double(v.Float()), nil
	case formString:
		return e.text(v.String()), nil
	case formBytes:
		if v.IsNil() {
			return value.Null(), nil
		}
		return e.text(string(v.Bytes())), nil
	case formByteArray:
		b := make([]byte, v.Len())
		reflect.Copy(reflect.ValueOf(b), v)
		return e.text(string(b)), nil
	case formTime:
		t := v.Interface().(time.Time)
		if opt != nil && opt.rfc3339 {
			return value.String(t.Format(time.RFC3339Nano)), nil
		}
		return value.Long(t.UnixMilli()), nil
	case formDuration:
		return value.Double(float64(v.Int()) / float64(time.Millisecond)), nil
	case formSlice, formArray:
		return e.sequence(p, v, at), nil
	case formMap:
		return e.mapping(p, v, at)
	case formStruct:
		return e.structure(p, v, at), nil
	case formError:
		if v.Kind() == reflect.Pointer && v.IsNil() {
			return value.Null(), nil
		}
		return errorList(v.Interface().(error)), nil
	case formFunc:
		if v.IsNil() {
			return value.Null(), nil
		}
		fn, err := goFunction(at.name, v)
		if err != nil {
			return value.Null(), at.fail("%w", err)
		}
		return fn, nil
	}
	return value.Null(), at.fail("%s", p.why)
}

func (e *encoder) text(s string) value.Value {
	if e.frame != nil {
		e.frame.CheckText(len(s))
	}
	return value.String(s)
}

// wait makes the element of a list a task.
func (e *encoder) wait(l *value.List, i int, p *plan, v reflect.Value, opt *field, at *place) {
	e.tasks = append(e.tasks, encodeTask{list: l, index: i, plan: p, v: v, opt: opt, at: at})
}

// sequence converts a slice or an array.
func (e *encoder) sequence(p *plan, v reflect.Value, at *place) value.Value {
	if p.form == formSlice && v.IsNil() {
		return value.Null()
	}
	n := v.Len()
	e.charge(n)
	l := value.NewList(n)
	for i := n - 1; i >= 0; i-- { // the last task is worked off first
		if x := v.Index(i); !e.simple(l, i, p.elem, x) {
			e.wait(l, i, p.elem, x, nil, at.index(i))
		}
	}
	return l.Value()
}

// simple converts an element at once if that takes no more than a look.
func (e *encoder) simple(l *value.List, i int, p *plan, v reflect.Value) bool {
	p.built()
	if p.ownTo || p.ownToP {
		return false
	}
	switch p.form {
	case formBool:
		l.SetAt(i, value.Bool(v.Bool()))
	case formInt:
		l.SetAt(i, value.Whole(v.Int()))
	case formFloat:
		l.SetAt(i, value.Double(v.Float()))
	case formString:
		l.SetAt(i, e.text(v.String()))
	default:
		return false
	}
	return true
}

// mapping converts a map; its keys are sorted.
func (e *encoder) mapping(p *plan, v reflect.Value, at *place) (value.Value, error) {
	if v.IsNil() {
		return value.Null(), nil
	}
	e.charge(v.Len())
	entries, err := sortedEntries(p, v)
	if err != nil {
		return value.Null(), at.fail("%w", err)
	}
	l := value.NewListCap(len(entries))
	for _, x := range entries {
		if l.Find(x.name) >= 0 {
			return value.Null(), at.fail("two keys have the same text %q", x.name)
		}
		l.Put(x.name, value.Null())
	}
	for i := len(entries) - 1; i >= 0; i-- {
		if x := entries[i]; !e.simple(l, i, p.elem, x.v) {
			e.wait(l, i, p.elem, x.v, nil, at.at(x.name))
		}
	}
	return l.Value(), nil
}

// A mapEntry is an element of a map with its key as a name and, where that is a number, the
// number.
type mapEntry struct {
	name     string
	signed   int64
	unsigned uint64
	v        reflect.Value
}

// sortedEntries returns the elements of a map: by their numbers, or else by their names.
func sortedEntries(p *plan, v reflect.Value) ([]mapEntry, error) {
	entries := make([]mapEntry, 0, v.Len())
	for it := v.MapRange(); it.Next(); {
		k := it.Key()
		x := mapEntry{v: it.Value()}
		switch p.key {
		case keyString:
			x.name = k.String()
		case keyInt:
			x.signed, x.name = k.Int(), strconv.FormatInt(k.Int(), 10)
		case keyUint:
			x.unsigned, x.name = k.Uint(), strconv.FormatUint(k.Uint(), 10)
		case keyText:
			text, err := textOfKey(k)
			if err != nil {
				return nil, fmt.Errorf("key %v: %w", k, err)
			}
			x.name = text
		}
		entries = append(entries, x)
	}
	slices.SortFunc(entries, func(a, b mapEntry) int {
		switch p.key {
		case keyInt:
			return cmp.Compare(a.signed, b.signed)
		case keyUint:
			return cmp.Compare(a.unsigned, b.unsigned)
		}
		return strings.Compare(a.name, b.name)
	})
	return entries, nil
}

func textOfKey(k reflect.Value) (string, error) {
	if k.Kind() == reflect.Pointer && k.IsNil() {
		return "", nil
	}
	b, err := k.Interface().(encoding.TextMarshaler).MarshalText()
	return string(b), err
}

// structure converts a struct.
func (e *encoder) structure(p *plan, v reflect.Value, at *place) value.Value {
	e.charge(len(p.fields))
	if p.shape != nil {
		l := value.ListOfShape(p.shape, value.MakeSlice(len(p.fields)))
		for i := len(p.fields) - 1; i >= 0; i-- {
			f := &p.fields[i]
			if x := v.FieldByIndex(f.index); !e.simple(l, i, f.plan, x) {
				e.wait(l, i, f.plan, x, f, at.at(f.name))
			}
		}
		return l.Value()
	}
	l := value.NewListCap(len(p.fields))
	present := make([]reflect.Value, 0, len(p.fields))
	fields := make([]*field, 0, len(p.fields))
	for i := range p.fields {
		f := &p.fields[i]
		x, err := v.FieldByIndexErr(f.index)
		if err != nil || f.omitEmpty && isEmpty(x) {
			continue // an embedded pointer is nil, or there is nothing to say
		}
		l.PutText(f.text, value.Null())
		present, fields = append(present, x), append(fields, f)
	}
	for i := len(present) - 1; i >= 0; i-- {
		if f := fields[i]; !e.simple(l, i, f.plan, present[i]) {
			e.wait(l, i, f.plan, present[i], f, at.at(f.name))
		}
	}
	return l.Value()
}

// isEmpty reports what omitempty leaves out.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		if null, ok := v.Interface().(value.Value); ok {
			return null.IsNull()
		}
		return false
	}
	return v.IsZero()
}
