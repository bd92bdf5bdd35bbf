package interp

import (
	"reflect"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// A decoder turns values into Go data. Like the encoder it works off a stack of tasks.
type decoder struct {
	tasks []decodeTask
	met   map[listTarget]decoded
	home  *home
	frame *eval.Frame // whose evaluation pays; nil outside one
}

// A decodeTask is a target that waits for its value; or, where then is set, what is to be
// done when the tasks above it are.
type decodeTask struct {
	v    value.Value
	plan *plan
	dst  reflect.Value
	opt  *field
	at   *place
	then func() error
}

// A listTarget is a list with the type that is made of it: where a list is met twice, both
// places share the pointer, map or slice.
type listTarget struct {
	list *value.List
	typ  reflect.Type
}

type decoded struct {
	v    reflect.Value
	open bool // its elements wait
}

// fromValue fills dst, which must be settable.
func fromValue(v value.Value, dst reflect.Value, h *home) error {
	return fromValueFor(nil, v, dst, h, "")
}

// fromValueFor is fromValue as part of an evaluation that pays for it. name is that of
// the argument, for messages.
func fromValueFor(frame *eval.Frame, v value.Value, dst reflect.Value, h *home, name string) error {
	d := decoder{frame: frame, home: h.of(v)}
	at := &place{idx: -1}
	if name != "" {
		at = at.at(name)
	}
	if err := d.convert(decodeTask{v: v, plan: planFor(dst.Type()), dst: dst, at: at}); err != nil {
		return err
	}
	for len(d.tasks) > 0 {
		last := len(d.tasks) - 1
		t := d.tasks[last]
		d.tasks[last] = decodeTask{}
		d.tasks = d.tasks[:last]
		var err error
		if t.then != nil {
			err = t.then()
		} else {
			err = d.convert(t)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// convert sets the target of a task; what is inside lists waits as tasks.
func (d *decoder) convert(t decodeTask) error {
	p := t.plan.built()
	if p.ownFrom {
		if err := t.dst.Addr().Interface().(fromBPL).FromBPL(t.v); err != nil {
			return t.at.fail("%w", err)
		}
		return nil
	}
	if t.v.IsNull() {
		t.dst.SetZero()
		p.blank(t.dst)
		return nil
	}
	if p.form != formValue && p.form != formAny && t.foreign() {
		return nil
	}
	switch p.form {
	case formValue:
		t.dst.Set(reflect.ValueOf(t.v))
		return nil
	case formList:
		l := t.v.List()
		if l == nil {
			return t.mismatch("list")
		}
		t.dst.Set(reflect.ValueOf(l))
		return nil
	case formAny:
		x, err := d.natural(t.v, t.at)
		if err == nil {
			t.dst.Set(reflect.ValueOf(x))
		}
		return err
	case formPointer:
		return d.pointer(t)
	case formSlice, formArray:
		return d.sequence(t)
	case formMap:
		return d.mapping(t)
	case formStruct:
		return d.structure(t)
	case formFunc:
		return d.function(t)
	case formError:
		return t.exception()
	case formInterface:
		return t.mismatch("a foreign value that is a " + p.typ.String())
	case unsuitable:
		return t.at.fail("%s", p.why)
	}
	return t.scalar()
}

// foreign takes over what the host put into a foreign value, if it fits.
func (t *decodeTask) foreign() bool {
	x, ok := t.v.AsForeign()
	if !ok || x == nil {
		return false
	}
	v := reflect.ValueOf(x)
	if !v.Type().AssignableTo(t.dst.Type()) {
		return false
	}
	t.dst.Set(v)
	return true
}

// mismatch is the error for a value of the wrong type.
func (t *decodeTask) mismatch(want string) error {
	return t.at.fail("got %s, want %s", describe(t.v), want)
}

// describe names the type of a value for messages, with the number if it is one.
func describe(v value.Value) string {
	switch v.Kind() {
	case value.KindForeign:
		return "foreign " + v.ForeignKind()
	case value.KindInt, value.KindLong, value.KindDouble:
		return "number " + v.String()
	}
	return v.Kind().String()
}

// reuse sets dst to what was made of the list before, if anything was; an error if that is
// around the place itself.
func (d *decoder) reuse(t decodeTask, l *value.List) (bool, error) {
	known, ok := d.met[listTarget{l, t.dst.Type()}]
	if !ok {
		return false, nil
	}
	if known.open {
		return false, t.at.fail("the list contains itself")
	}
	t.dst.Set(known.v)
	return true, nil
}

// remember notes what is made of a list, and that its elements wait until the task that it
// pushes is reached.
func (d *decoder) remember(l *value.List, v reflect.Value) {
	if d.met == nil {
		d.met = map[listTarget]decoded{}
	}
	key := listTarget{l, v.Type()}
	d.met[key] = decoded{v, true}
	d.tasks = append(d.tasks, decodeTask{then: func() error {
		d.met[key] = decoded{v, false}
		return nil
	}})
}

// pointer makes a new datum. Lists met twice give one pointer.
func (d *decoder) pointer(t decodeTask) error {
	l := t.v.List()
	if l != nil {
		if done, err := d.reuse(t, l); done || err != nil {
			return err
		}
	}
	made := reflect.New(t.plan.elem.typ)
	t.plan.elem.blank(made.Elem())
	if l != nil {
		d.remember(l, made)
	}
	t.dst.Set(made)
	d.tasks = append(d.tasks, decodeTask{v: t.v, plan: t.plan.elem, dst: made.Elem(), opt: t.opt, at: t.at})
	return nil
}

// sequence fills a slice or an array.
func (d *decoder) sequence(t decodeTask) error {
	l := t.v.List()
	if l == nil {
		return t.mismatch("list")
	}
	n := l.Len()
	if t.plan.form == formArray {
		if n != t.dst.Len() {
			return t.at.fail("got a list of %d elements, want %d", n, t.dst.Len())
		}
	} else {
		if done, err := d.reuse(t, l); done || err != nil {
			return err
		}
		d.charge(n)
		made := reflect.MakeSlice(t.dst.Type(), n, n)
		d.remember(l, made)
		t.dst.Set(made)
	}
	if t.plan.elem.hasBlanks() {
		for i := range n {
			t.plan.elem.blank(t.dst.Index(i))
		}
	}
	for i := n - 1; i >= 0; i-- {
		if x := t.dst.Index(i); !simpleFrom(l.At(i), t.plan.elem, x) {
			d.tasks = append(d.tasks, decodeTask{v: l.At(i), plan: t.plan.elem, dst: x, at: t.at.index(i)})
		}
	}
	return nil
}

// simpleFrom converts an element at once if that takes no more than a look.
func simpleFrom(v value.Value, p *plan, dst reflect.Value) bool {
	if p.built(); p.ownFrom {
		return false
	}
	switch p.form {
	case formBool:
		if b, ok := v.AsBool(); ok {
			dst.SetBool(b)
			return true
		}
	case formInt:
		if n, ok := v.AsInt(); ok && !dst.OverflowInt(n) {
			dst.SetInt(n)
			return true
		}
	case formString:
		if s, ok := v.AsString(); ok {
			dst.SetString(s)
			return true
		}
	}
	return false
}

// charge bounds and counts data of n elements.
func (d *decoder) charge(n int) {
	if d.frame != nil {
		d.frame.ChargeList(n)
	}
}
