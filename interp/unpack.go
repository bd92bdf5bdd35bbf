package interp

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/internal/nearest"
	"github.com/bpl-lang/bpl/interp/value"
)

// Unpack evaluates the arguments from left to right, converts them as FromValue does, and
// stores them. pairs are names, each followed by a pointer:
//
//	err := c.Unpack("topic", &topic, "limit?", &limit, "rest...", &rest, "acks=", &acks)
//
// A plain name is an argument by position that must be there, with "?" one that may be
// missing; "..." takes all further ones, into a slice, or with their names into a *List;
// "=" is an option, given by name at any place. What is missing, or null where it may be
// missing, leaves its target as it is. Where options are declared, an argument with another
// name is an error; else named arguments count by position. Further arguments are neither
// evaluated nor an error.
//
// Errors are exceptions that name function and argument. A wrong use of Unpack itself
// panics.
func (c *Call) Unpack(pairs ...any) error {
	u := newUnpacking(c, pairs)
	if err := u.evaluate(); err != nil {
		return err
	}
	_, err := c.entry.Inside(func(f *eval.Frame) value.Value {
		u.convert(f)
		return value.Null()
	})
	return err
}

// A slot is one target of Unpack.
type slot struct {
	name     string
	target   reflect.Value // what the pointer points to
	optional bool
	given    bool
	v        value.Value
}

type unpacking struct {
	call    *Call
	byPlace []slot
	options []slot
	rest    *slot
	names   bool // rest keeps the names of arguments
	further *value.List
}

func newUnpacking(c *Call, pairs []any) *unpacking {
	if len(pairs)%2 != 0 {
		panic("Unpack: want pairs of a name and a pointer")
	}
	u := &unpacking{call: c, further: value.NewList(0)}
	for i := 0; i < len(pairs); i += 2 {
		name, ok := pairs[i].(string)
		target := reflect.ValueOf(pairs[i+1])
		if !ok || target.Kind() != reflect.Pointer || target.IsNil() {
			panic(fmt.Sprintf("Unpack: pair %d: got %T and %T, want a name and a pointer", i/2, pairs[i], pairs[i+1]))
		}
		u.declare(name, target.Elem())
	}
	return u
}

func (u *unpacking) declare(name string, target reflect.Value) {
	s := slot{name: name, target: target}
	switch {
	case strings.HasSuffix(name, "="):
		s.name, s.optional = name[:len(name)-1], true
		u.options = append(u.options, s)
		return
	case u.rest != nil:
		panic("Unpack: only options may follow " + u.rest.name + "...")
	case strings.HasSuffix(name, "..."):
		s.name = strings.TrimSuffix(name, "...")
		if u.names = target.Type() == typeList; !u.names && target.Kind() != reflect.Slice {
			panic("Unpack: the target of " + name + " must be a slice or a *List")
		}
		u.rest = &s
		return
	case strings.HasSuffix(name, "?"):
		s.name, s.optional = name[:len(name)-1], true
	case len(u.byPlace) > 0 && u.byPlace[len(u.byPlace)-1].optional:
		panic("Unpack: " + name + " must be there, but stands after an argument that may be missing")
	}
	u.byPlace = append(u.byPlace, s)
}

// evaluate evaluates the arguments that have a target, reading each when it gets there.
func (u *unpacking) evaluate() error {
	next := 0
	for i := 0; i < u.call.Len(); i++ {
		name := u.call.ArgName(i)
		option, err := u.option(name)
		if err != nil {
			return err
		}
		if option == nil && next >= len(u.byPlace) && u.rest == nil {
			continue
		}
		v, err := u.call.Eval(i)
		if err != nil {
			return err
		}
		switch {
		case option != nil:
			option.v, option.given = v, !v.IsNull()
		case next < len(u.byPlace):
			s := &u.byPlace[next]
			s.v, s.given = v, !s.optional || !v.IsNull()
			next++
		case u.names && name != "":
			u.further.Put(name, v)
		default:
			u.further.Push(v)
		}
	}
	if next < len(u.byPlace) && !u.byPlace[next].optional {
		return Throw(eval.RuntimeError, "Insufficient number of arguments")
	}
	return nil
}

// option returns the option of that name, nil for an argument by position.
func (u *unpacking) option(name string) (*slot, error) {
	if name == "" || len(u.options) == 0 {
		return nil, nil
	}
	names := make([]string, len(u.options))
	for i := range u.options {
		if u.options[i].name == name {
			return &u.options[i], nil
		}
		names[i] = u.options[i].name
	}
	if u.names {
		return nil, nil
	}
	return nil, Throw(eval.IllegalArgument, "%s: unknown option %q%s", u.call.name, name, orKnown(name, names))
}

// orKnown suggests the nearest name, or lists them all.
func orKnown(name string, names []string) string {
	if hint := nearest.Hint(name, names); hint != "" {
		return hint
	}
	return ", want one of " + strings.Join(names, ", ")
}

// convert stores what was given.
func (u *unpacking) convert(f *eval.Frame) {
	for _, s := range append(u.byPlace, u.options...) {
		if s.given {
			u.store(f, s)
		}
	}
	if u.rest == nil {
		return
	}
	if u.names {
		u.rest.target.Set(reflect.ValueOf(u.further))
		return
	}
	u.rest.v = u.further.Value()
	u.store(f, *u.rest)
}

func (u *unpacking) store(f *eval.Frame, s slot) {
	h := &home{session: u.call.outer()}
	if err := fromValueFor(f, s.v, s.target, h, s.name); err != nil {
		panic(eval.WithCause(eval.NewException(eval.IllegalArgument, "%s: %v", u.call.name, err), err))
	}
}
