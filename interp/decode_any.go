package interp

import (
	"reflect"

	"github.com/bpl-lang/bpl/interp/value"
)

var (
	typeAnySlice = reflect.TypeFor[[]any]()
	typeAnyMap   = reflect.TypeFor[map[string]any]()
)

// natural returns the Go datum that goes into an any: nil, bool, int64, float64, string,
// []any, map[string]any, or the Value itself. The elements of a list wait as tasks.
func (d *decoder) natural(v value.Value, at *place) (any, error) {
	switch v.Kind() {
	case value.KindNull:
		return nil, nil
	case value.KindBool:
		return v.IsTrue(), nil
	case value.KindInt, value.KindLong:
		n, _ := v.AsInt()
		return n, nil
	case value.KindDouble:
		f, _ := v.AsDouble()
		return f, nil
	case value.KindString:
		return v.Text().String(), nil
	case value.KindList:
		return d.naturalList(v.List(), at)
	}
	return v, nil
}

func (d *decoder) naturalList(l *value.List, at *place) (any, error) {
	typ := typeAnySlice
	if l.AllNamed() {
		typ = typeAnyMap
	}
	if known, ok := d.met[listTarget{l, typ}]; ok {
		if known.open {
			return nil, at.fail("the list contains itself")
		}
		return known.v.Interface(), nil
	}
	n := l.Len()
	d.charge(n)
	var made any
	var set func(i int, x any)
	if typ == typeAnyMap {
		m := make(map[string]any, n)
		made, set = m, func(i int, x any) { m[l.Name(i)] = x }
	} else {
		s := make([]any, n)
		made, set = s, func(i int, x any) { s[i] = x }
	}
	nested := false
	for i := n - 1; i >= 0; i-- {
		v := l.At(i)
		if v.IsList() {
			if !nested {
				nested = true
				d.remember(l, reflect.ValueOf(made))
			}
			d.tasks = append(d.tasks, decodeTask{then: func() error {
				inner := at.index(i)
				if typ == typeAnyMap {
					inner = at.at(l.Name(i))
				}
				x, err := d.natural(v, inner)
				if err == nil {
					set(i, x)
				}
				return err
			}})
			continue
		}
		x, _ := d.natural(v, at) // no list: it cannot fail
		set(i, x)
	}
	if !nested && n > 0 {
		if d.met == nil {
			d.met = map[listTarget]decoded{}
		}
		d.met[listTarget{l, typ}] = decoded{v: reflect.ValueOf(made)}
	}
	return made, nil
}
