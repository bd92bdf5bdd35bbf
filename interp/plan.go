package interp

import (
	"encoding"
	"fmt"
	"reflect"
	"sync"
	"time"

	"github.com/bpl-lang/bpl/interp/value"
)

// A plan says how values of one Go type are converted. Plans are immutable once built and
// kept for the life of the process, one for each type.
type plan struct {
	typ     reflect.Type
	once    sync.Once
	form    form
	why     string // of an unsuitable type
	elem    *plan  // of pointers, slices, arrays, maps
	key     keyForm
	fields  []field
	shape   *value.Shape // of a struct none of whose fields is ever left out
	blanks  []field      // of a struct: fields that hold Values in place, which must not be zero
	ownTo   bool         // has the method ToBPL
	ownToP  bool         // only its pointer has
	ownFrom bool         // its pointer has the method FromBPL
}

// A form is what counts of a type for conversion.
type form uint8

const (
	unsuitable form = iota
	formValue
	formList
	formBool
	formInt
	formUint
	formFloat
	formString
	formBytes
	formByteArray
	formTime
	formDuration
	formSlice
	formArray
	formMap
	formStruct
	formPointer
	formAny
	formInterface
	formError
	formFunc
)

var plans sync.Map // reflect.Type → *plan

// planOf returns the plan of a type, built.
func planOf(t reflect.Type) *plan {
	return planFor(t).built()
}

// planFor returns the plan of a type, which may not be built yet: types may contain
// themselves.
func planFor(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	p, _ := plans.LoadOrStore(t, &plan{typ: t})
	return p.(*plan)
}

// built returns p when it is built.
func (p *plan) built() *plan {
	p.once.Do(p.build)
	return p
}

func (p *plan) build() {
	t := p.typ
	if t.Kind() != reflect.Interface {
		p.ownTo = t.Implements(typeToBPL)
		p.ownToP = !p.ownTo && reflect.PointerTo(t).Implements(typeToBPL)
		p.ownFrom = reflect.PointerTo(t).Implements(typeFromBPL)
	}
	switch t {
	case typeValue:
		p.form = formValue
		return
	case typeList:
		p.form = formList
		return
	case reflect.TypeFor[time.Time]():
		p.form = formTime
		return
	case reflect.TypeFor[time.Duration]():
		p.form = formDuration
		return
	}
	if t.Implements(typeError) && t.Kind() != reflect.Interface {
		p.form = formError
		return
	}
	switch t.Kind() {
	case reflect.Bool:
		p.form = formBool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		p.form = formInt
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		p.form = formUint
	case reflect.Float32, reflect.Float64:
		p.form = formFloat
	case reflect.String:
		p.form = formString
	case reflect.Slice:
		p.form, p.elem = formSlice, planFor(t.Elem())
		if t.Elem().Kind() == reflect.Uint8 {
			p.form = formBytes
		}
	case reflect.Array:
		p.form, p.elem = formArray, planFor(t.Elem())
		if t.Elem().Kind() == reflect.Uint8 {
			p.form = formByteArray
		}
	case reflect.Map:
		p.form, p.elem, p.key = formMap, planFor(t.Elem()), keyFormOf(t.Key())
		if p.key == keyUnsuitable {
			p.unsuitable("a map key must be a string, an integer or a TextMarshaler, not %s", t.Key())
		}
	case reflect.Struct:
		p.form = formStruct
		if why := p.buildFields(); why != "" {
			p.unsuitable("%s", why)
		}
	case reflect.Pointer:
		p.form, p.elem = formPointer, planFor(t.Elem())
	case reflect.Interface:
		p.buildInterface()
	case reflect.Func:
		p.form = formFunc
	default:
		p.unsuitable("%s has no counterpart in the language", t)
	}
}

func (p *plan) unsuitable(format string, args ...any) {
	p.form, p.why = unsuitable, fmt.Sprintf(format, args...)
}

func (p *plan) buildInterface() {
	switch {
	case p.typ.NumMethod() == 0:
		p.form = formAny
	case p.typ == typeError:
		p.form = formError
	default:
		p.form = formInterface
	}
}

// A keyForm is how the keys of a map become names.
type keyForm uint8

const (
	keyUnsuitable keyForm = iota
	keyString
	keyInt
	keyUint
	keyText
)

func keyFormOf(t reflect.Type) keyForm {
	if t.Implements(reflect.TypeFor[encoding.TextMarshaler]()) {
		return keyText
	}
	switch t.Kind() {
	case reflect.String:
		return keyString
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return keyInt
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return keyUint
	}
	return keyUnsuitable
}

// hasBlanks reports whether Values stand in a zero value of the type itself.
func (p *plan) hasBlanks() bool {
	p.built()
	switch p.form {
	case formValue:
		return true
	case formStruct:
		return len(p.blanks) > 0
	case formArray:
		return p.elem.hasBlanks()
	}
	return false
}

// blank sets the Values that stand in dst itself, whose Go zero value is a number, to
// null. dst is otherwise zero.
func (p *plan) blank(dst reflect.Value) {
	if !p.hasBlanks() {
		return
	}
	switch p.form {
	case formValue:
		dst.Set(reflect.ValueOf(value.Null()))
	case formStruct:
		for _, f := range p.blanks {
			f.plan.blank(dst.FieldByIndex(f.index))
		}
	case formArray:
		for i := range dst.Len() {
			p.elem.blank(dst.Index(i))
		}
	}
}
