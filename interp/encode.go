package interp

import (
	"reflect"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// An encoder turns Go data into values. It works off a stack of tasks instead of calling
// itself, since data may be nested as deeply as it likes.
type encoder struct {
	tasks []encodeTask
	met   map[identity]encoded // pointers, maps and slices
	frame *eval.Frame          // whose evaluation pays; nil outside one
}

// An encodeTask is an element of a list that waits for its value, or the end of what has
// an identity: its elements are done when the task is reached.
type encodeTask struct {
	list  *value.List
	index int
	plan  *plan // nil for an end
	v     reflect.Value
	opt   *field // by which v is converted, nil if it is no field
	at    *place
	ends  []identity
}

// An identity is what makes two pointers, maps or slices the same.
type identity struct {
	pointer uintptr
	length  int
	typ     reflect.Type
}

// encoded is the list that was made of an identity; open while its elements wait.
type encoded struct {
	list *value.List
	open bool
}

// toValue converts v. name is what a func is called, for lack of a better name.
func toValue(v any, name string, frame *eval.Frame) (value.Value, error) {
	switch v := v.(type) {
	case nil:
		return value.Null(), nil
	case value.Value:
		return v, nil
	case string:
		return value.String(v), nil
	case bool:
		return value.Bool(v), nil
	case int:
		return value.Whole(int64(v)), nil
	case float64:
		return value.Double(v), nil
	}
	return encode(reflect.ValueOf(v), name, frame)
}

func encode(v reflect.Value, name string, frame *eval.Frame) (value.Value, error) {
	e := encoder{frame: frame}
	result, err := e.convert(planFor(v.Type()), v, nil, &place{name: name, idx: -1})
	if err != nil {
		return value.Null(), err
	}
	for len(e.tasks) > 0 {
		last := len(e.tasks) - 1
		t := e.tasks[last]
		e.tasks[last] = encodeTask{}
		e.tasks = e.tasks[:last]
		if t.plan == nil {
			e.close(t.ends)
			continue
		}
		element, err := e.convert(t.plan, t.v, t.opt, t.at)
		if err != nil {
			return value.Null(), err
		}
		t.list.SetAt(t.index, element)
	}
	return result, nil
}

// mostPointers bounds chains of pointers that lead to nothing but pointers.
const mostPointers = 1000

// convert returns the value of v; the elements of a list wait as tasks.
func (e *encoder) convert(p *plan, v reflect.Value, opt *field, at *place) (value.Value, error) {
	var ids []identity
	for {
		p.built()
		if p.ownTo || p.ownToP {
			return e.own(p, v, at)
		}
		if (p.form == formPointer || v.Kind() == reflect.Interface) && v.IsNil() {
			return value.Null(), nil
		}
		if id, ok := identityOf(p, v); ok {
			if known, ok := e.met[id]; ok {
				if known.open {
					return value.Null(), at.fail("the data contains itself")
				}
				return known.list.Value(), nil
			}
			if len(ids) == mostPointers {
				return value.Null(), at.fail("more than %d pointers lead to one another", mostPointers)
			}
			ids = append(ids, id)
		}
		if p.form == formPointer {
			p, v = p.elem, v.Elem()
		} else if v.Kind() == reflect.Interface {
			v = v.Elem()
			p = planFor(v.Type())
		} else {
			break
		}
	}
	if len(ids) == 0 {
		return e.datum(p, v, opt, at)
	}
	end := len(e.tasks)
	e.tasks = append(e.tasks, encodeTask{ends: ids}) // reached when the elements are done
	made, err := e.datum(p, v, opt, at)
	open := len(e.tasks) > end+1
	if !open {
		e.tasks = e.tasks[:end]
	}
	if l := made.List(); l != nil && err == nil {
		if e.met == nil {
			e.met = map[identity]encoded{}
		}
		for _, id := range ids {
			e.met[id] = encoded{l, open}
		}
	}
	return made, err
}

func (e *encoder) close(ids []identity) {
	for _, id := range ids {
		e.met[id] = encoded{list: e.met[id].list}
	}
}

// identityOf returns the identity of a pointer, map or slice that is not nil.
func identityOf(p *plan, v reflect.Value) (identity, bool) {
	switch p.form {
	case formPointer:
		return identity{v.Pointer(), -1, p.typ}, true
	case formMap:
		return identity{v.Pointer(), -1, p.typ}, !v.IsNil()
	case formSlice:
		return identity{v.Pointer(), v.Len(), p.typ}, v.Len() > 0
	}
	return identity{}, false
}

// own calls the type's own method.
func (e *encoder) own(p *plan, v reflect.Value, at *place) (value.Value, error) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Func, reflect.Chan:
		if v.IsNil() {
			return value.Null(), nil
		}
	}
	if p.ownToP {
		pointer := reflect.New(p.typ)
		pointer.Elem().Set(v)
		v = pointer
	}
	own, err := v.Interface().(toBPL).ToBPL()
	if err != nil {
		return value.Null(), at.fail("%w", err)
	}
	return own, nil
}

// charge bounds and counts a list of n elements.
func (e *encoder) charge(n int) {
	if e.frame != nil {
		e.frame.ChargeList(n)
	}
}
