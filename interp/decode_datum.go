package interp

import (
	"encoding"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"time"
)

// scalar sets a target that is no container.
func (t *decodeTask) scalar() error {
	switch t.plan.form {
	case formBool:
		b, ok := t.v.AsBool()
		if !ok {
			return t.mismatch("boolean")
		}
		t.dst.SetBool(b)
	case formInt:
		n, err := t.whole()
		if err != nil {
			return err
		}
		if t.dst.OverflowInt(n) {
			return t.at.fail("got %d, which does not fit %s", n, t.dst.Type())
		}
		t.dst.SetInt(n)
	case formUint:
		n, err := t.whole()
		if err != nil {
			return err
		}
		if n < 0 || t.dst.OverflowUint(uint64(n)) {
			return t.at.fail("got %d, which does not fit %s", n, t.dst.Type())
		}
		t.dst.SetUint(uint64(n))
	case formFloat:
		f, ok := t.v.AsDouble()
		if !ok {
			return t.mismatch("number")
		}
		if t.dst.OverflowFloat(f) && !math.IsInf(f, 0) {
			return t.at.fail("got %s, which does not fit %s", t.v, t.dst.Type())
		}
		t.dst.SetFloat(f)
	case formString:
		s, ok := t.v.AsString()
		if !ok {
			return t.mismatch("string")
		}
		t.dst.SetString(s)
	case formBytes:
		s, ok := t.v.AsString()
		if !ok {
			return t.mismatch("string")
		}
		t.dst.SetBytes([]byte(s))
	case formByteArray:
		s, ok := t.v.AsString()
		if !ok {
			return t.mismatch("string")
		}
		if len(s) != t.dst.Len() {
			return t.at.fail("got a string of %d bytes, want %d", len(s), t.dst.Len())
		}
		reflect.Copy(t.dst, reflect.ValueOf([]byte(s)))
	case formTime:
		return t.time()
	case formDuration:
		return t.duration()
	}
	return nil
}

// whole returns the integer that the value is.
func (t *decodeTask) whole() (int64, error) {
	n, ok := t.v.AsInt()
	if !ok {
		return 0, t.mismatch("integer")
	}
	return n, nil
}

func (t *decodeTask) time() error {
	if t.opt != nil && t.opt.rfc3339 {
		s, ok := t.v.AsString()
		if !ok {
			return t.mismatch("string with a time by RFC 3339")
		}
		at, err := time.Parse(time.RFC3339Nano, s)
		if err != nil {
			return t.at.fail("got %q, want a time by RFC 3339 such as 2006-01-02T15:04:05Z", s)
		}
		t.dst.Set(reflect.ValueOf(at))
		return nil
	}
	ms, ok := t.v.AsInt()
	if !ok {
		return t.mismatch("integer of milliseconds since 1970")
	}
	t.dst.Set(reflect.ValueOf(time.UnixMilli(ms).UTC()))
	return nil
}

func (t *decodeTask) duration() error {
	ms, ok := t.v.AsDouble()
	if !ok {
		return t.mismatch("number of milliseconds")
	}
	ns := math.Round(ms * float64(time.Millisecond))
	if !(ns >= math.MinInt64 && ns < math.MaxInt64) { // NaN, too
		return t.at.fail("got %s milliseconds, which do not fit time.Duration", t.v)
	}
	t.dst.SetInt(int64(ns))
	return nil
}

// exception makes an error of an exception list.
func (t *decodeTask) exception() error {
	l := t.v.List()
	if l == nil || t.plan.typ != typeError && t.plan.typ != typeException {
		return t.mismatch("an exception list")
	}
	t.dst.Set(reflect.ValueOf(exceptionFrom(l)))
	return nil
}

// mapping fills a map.
func (d *decoder) mapping(t decodeTask) error {
	l := t.v.List()
	if l == nil {
		return t.mismatch("list with names")
	}
	if done, err := d.reuse(t, l); done || err != nil {
		return err
	}
	n := l.Len()
	d.charge(n)
	typ := t.dst.Type()
	made := reflect.MakeMapWithSize(typ, n)
	d.remember(l, made)
	t.dst.Set(made)
	for i := n - 1; i >= 0; i-- {
		if l.NameText(i) == nil {
			return t.at.index(i).fail("the element has no name, which a %s needs", typ)
		}
		name := l.Name(i)
		key := reflect.New(typ.Key()).Elem()
		if err := setKey(key, t.plan.key, name); err != nil {
			return t.at.at(name).fail("%w", err)
		}
		element := reflect.New(typ.Elem()).Elem()
		if simpleFrom(l.At(i), t.plan.elem, element) {
			made.SetMapIndex(key, element)
			continue
		}
		t.plan.elem.blank(element)
		d.tasks = append(d.tasks,
			decodeTask{then: func() error {
				made.SetMapIndex(key, element)
				return nil
			}},
			decodeTask{v: l.At(i), plan: t.plan.elem, dst: element, at: t.at.at(name)})
	}
	return nil
}

// setKey turns a name into the key of a map.
func setKey(key reflect.Value, form keyForm, name string) error {
	switch form {
	case keyString:
		key.SetString(name)
	case keyInt:
		n, err := strconv.ParseInt(name, 10, 64)
		if err != nil || key.OverflowInt(n) {
			return fmt.Errorf("got the name %q, want a number that fits %s", name, key.Type())
		}
		key.SetInt(n)
	case keyUint:
		n, err := strconv.ParseUint(name, 10, 64)
		if err != nil || key.OverflowUint(n) {
			return fmt.Errorf("got the name %q, want a number that fits %s", name, key.Type())
		}
		key.SetUint(n)
	case keyText:
		if key.Kind() == reflect.Pointer {
			key.Set(reflect.New(key.Type().Elem()))
			return unmarshalText(key, name)
		}
		return unmarshalText(key.Addr(), name)
	}
	return nil
}

func unmarshalText(pointer reflect.Value, text string) error {
	u, ok := pointer.Interface().(encoding.TextUnmarshaler)
	if !ok {
		return fmt.Errorf("a key of type %s cannot be made of a text", pointer.Type().Elem())
	}
	return u.UnmarshalText([]byte(text))
}

// structure fills the fields of a struct.
func (d *decoder) structure(t decodeTask) error {
	l := t.v.List()
	if l == nil {
		return t.mismatch("list with names")
	}
	if l.Len() > 0 && !l.Named() {
		return t.at.fail("got a list without names, want one with names for %s", t.dst.Type())
	}
	for i := len(t.plan.fields) - 1; i >= 0; i-- {
		f := &t.plan.fields[i]
		v, ok := l.Get(f.name)
		if !ok {
			continue
		}
		dst, err := reachField(t.dst, f)
		if err != nil {
			return t.at.at(f.name).fail("%w", err)
		}
		if !simpleFrom(v, f.plan, dst) {
			d.tasks = append(d.tasks, decodeTask{v: v, plan: f.plan, dst: dst, opt: f, at: t.at.at(f.name)})
		}
	}
	return nil
}

// reachField returns the field of a struct; embedded pointers on the way are made.
func reachField(v reflect.Value, f *field) (reflect.Value, error) {
	if !f.throughP {
		return v.FieldByIndex(f.index), nil
	}
	for i, at := range f.index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				if !v.CanSet() {
					return v, fmt.Errorf("the embedded %s is unexported and nil", v.Type())
				}
				v.Set(reflect.New(v.Type().Elem()))
				planOf(v.Type().Elem()).blank(v.Elem())
			}
			v = v.Elem()
		}
		v = v.Field(at)
	}
	return v, nil
}
