package interp

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/bpl-lang/bpl/interp/value"
)

// A field is a field of a struct that takes part in conversion.
type field struct {
	name      string
	text      *value.Text
	index     []int // as reflect.Value.FieldByIndex takes it
	plan      *plan
	omitEmpty bool
	rfc3339   bool
	throughP  bool // promoted from an embedded pointer, which may be nil
}

// buildFields collects the fields of a struct; why tells what is wrong with them.
func (p *plan) buildFields() (why string) {
	byName := map[string]string{}
	always := true
	var hidden [][]int // embedded structs that a tag made fields of their own, or left out
	for _, sf := range reflect.VisibleFields(p.typ) {
		if slices.ContainsFunc(hidden, func(outer []int) bool { return within(sf.Index, outer) }) {
			continue
		}
		tag, tagged := sf.Tag.Lookup("bpl")
		name, options, _ := strings.Cut(tag, ",")
		if tag == "-" {
			hidden = append(hidden, sf.Index)
			continue
		}
		if sf.Anonymous && name == "" && flattened(sf.Type) {
			continue // its fields follow
		}
		if !sf.IsExported() {
			if sf.Anonymous {
				hidden = append(hidden, sf.Index)
			}
			continue
		}
		if sf.Anonymous {
			hidden = append(hidden, sf.Index)
		}
		f := field{name: name, index: sf.Index, plan: planFor(sf.Type), throughP: p.throughPointer(sf.Index)}
		if f.name == "" {
			f.name = fieldName(sf.Name)
		}
		if why := f.setOptions(sf, options, tagged); why != "" {
			return why
		}
		if other, twice := byName[f.name]; twice {
			return fmt.Sprintf("the fields %s and %s of %s have the same name %q", other, sf.Name, p.typ, f.name)
		}
		byName[f.name] = sf.Name
		f.text = value.NewText(f.name)
		always = always && !f.omitEmpty && !f.throughP
		p.fields = append(p.fields, f)
	}
	p.collectBlanks()
	if always {
		names := make([]string, len(p.fields))
		for i, f := range p.fields {
			names[i] = f.name
		}
		p.shape = value.NewShape(names...)
	}
	return ""
}

// flattened reports whether the fields of an embedded type count as those of the struct
// around it.
func flattened(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct && !convertsItself(t)
}

// convertsItself reports whether a struct type is one datum, not a set of fields.
func convertsItself(t reflect.Type) bool {
	if reflect.PointerTo(t).Implements(typeToBPL) || reflect.PointerTo(t).Implements(typeFromBPL) {
		return true
	}
	return t == typeValue || t.PkgPath() == "time" && t.Name() == "Time"
}

func within(index, outer []int) bool {
	return len(index) > len(outer) && slices.Equal(index[:len(outer)], outer)
}

// throughPointer reports whether the way to a promoted field leads through a pointer.
func (p *plan) throughPointer(index []int) bool {
	t := p.typ
	for _, i := range index[:len(index)-1] {
		if t = t.Field(i).Type; t.Kind() == reflect.Pointer {
			return true
		}
	}
	return false
}

func (f *field) setOptions(sf reflect.StructField, options string, tagged bool) (why string) {
	if !tagged || options == "" {
		return ""
	}
	for o := range strings.SplitSeq(options, ",") {
		switch o {
		case "omitempty":
			f.omitEmpty = true
		case "rfc3339":
			t := sf.Type
			if t.Kind() == reflect.Pointer {
				t = t.Elem()
			}
			if planFor(t).built().form != formTime {
				return fmt.Sprintf("field %s: the option rfc3339 is for time.Time, not %s", sf.Name, sf.Type)
			}
			f.rfc3339 = true
		default:
			return fmt.Sprintf("field %s: unknown option %q, want omitempty or rfc3339", sf.Name, o)
		}
	}
	return ""
}

// collectBlanks finds the fields in which a Value stands in place. Types that contain
// themselves do so through pointers, slices or maps, so this ends.
func (p *plan) collectBlanks() {
	for _, f := range p.fields {
		if f.throughP {
			continue
		}
		if k := f.plan.typ.Kind(); (k == reflect.Struct || k == reflect.Array) && f.plan.hasBlanks() {
			p.blanks = append(p.blanks, f)
		}
	}
}

// fieldName turns OrderID into order-id, HTTPServer into http-server.
func fieldName(name string) string {
	var b strings.Builder
	letters := []rune(name)
	for i, r := range letters {
		if r == '_' {
			b.WriteByte('-')
			continue
		}
		if i > 0 && unicode.IsUpper(r) && letters[i-1] != '_' {
			afterSmall := !unicode.IsUpper(letters[i-1])
			beforeSmall := i+1 < len(letters) && unicode.IsLower(letters[i+1])
			if afterSmall || beforeSmall {
				b.WriteByte('-')
			}
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
