package kafkalib

import (
	"errors"
	"slices"
	"strings"
	"time"
)

// A setting is one option as it was written.
type setting struct {
	name  string
	value any
}

// A layer is a place where options are written. Layers are given in the order
// in which they win: named arguments, the config list, the profile, the
// defaults of a call.
type layer struct {
	// place is named in messages about a profile.
	place    string
	settings []setting
	// shared layers serve all kinds: options of other kinds are skipped.
	shared bool
}

// A Config is the checked configuration of one handle. It is not changed
// after resolve and so is safe for concurrent use.
type Config struct {
	kind   Kind
	values map[string]any // by dashed name; absent options are not in it
}

// resolve checks the layers and merges them. Nothing is opened; files and
// environment variables that secrets refer to are read through refs.
func resolve(kind Kind, refs references, layers ...layer) (*Config, error) {
	c := &Config{kind: kind, values: make(map[string]any)}
	for _, l := range layers {
		written, err := l.read(kind, refs)
		if err != nil {
			return nil, err
		}
		for name, w := range written {
			if _, ok := c.values[name]; !ok {
				c.values[name] = w.value
			}
		}
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	return c, nil
}

// A written value is the parsed value of an option and the spelling of its
// name in the layer.
type written struct {
	spelling string
	value    any
}

// read parses the settings of a layer.
func (l layer) read(kind Kind, refs references) (map[string]written, error) {
	out := make(map[string]written)
	for _, s := range l.settings {
		o, value, err := lookup(kind, s, refs)
		switch {
		case err != nil:
			return nil, l.located(err)
		case o == nil && l.shared && len(kindsOfOption(s.name)) > 0:
			continue
		case o == nil:
			return nil, l.located(unknownOption(kind, s.name, shownSetting(s)))
		case value == nil:
			continue
		}
		parsed, fault := o.convert(value)
		if fault != nil {
			return nil, l.located(badValue(o, s.name, value, fault))
		}
		if parsed == nil {
			continue // ignored, but known
		}
		if before, ok := out[o.name]; ok && !sameValue(before.value, parsed) {
			return nil, l.located(givenTwice(o, before.spelling, before.value, s.name, parsed))
		}
		out[o.name] = written{s.name, parsed}
	}
	return out, nil
}

// located names the profile in which the fault is.
func (l layer) located(err *Error) error {
	if l.place != "" {
		err.Message = l.place + ": " + err.Message
	}
	return err
}

// lookup finds the option of a setting and its value, with references to
// secrets resolved. The value is nil where the option counts as absent.
func lookup(kind Kind, s setting, refs references) (*option, any, *Error) {
	o := findOption(kind, s.name)
	value := s.value
	if o == nil {
		base, source, ok := referenceName(kind, s.name)
		if !ok {
			return nil, nil, nil
		}
		o = base
		if value != nil && value != "" {
			value = listValue{{value: source}, {value: value}}
		}
	}
	if o.secret {
		resolved, err := refs.resolve(o, value)
		if err != nil {
			return nil, nil, err
		}
		value = resolved
	}
	if isEmpty(value) && !o.emptyText {
		value = nil
	}
	return o, value, nil
}

// isEmpty reports whether a value is the empty text or list, by which Java's
// configurations say that there is none.
func isEmpty(v any) bool {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v) == ""
	case listValue:
		return len(v) == 0
	}
	return false
}

// unknownOption says for which other kinds the option is, or which known one
// is near. shown is the value in brackets, or "" where there is none to show.
func unknownOption(kind Kind, name, shown string) *Error {
	if ks := kindsOfOption(name); len(ks) > 0 {
		return invalidConfig("option " + quote(name) + shown + " is not known for a " + kind.String() + ", only for: " + strings.Join(namesOfKinds(ks), ", "))
	}
	return invalidConfig("unknown option " + quote(name) + shown + " for a " + kind.String() + optionHint(kind, name) +
		"; (kafka-options " + quote(kind.String()) + ") lists those that are known")
}

// shownSetting is the value of a setting in brackets, masked where the name is
// like that of a secret.
func shownSetting(s setting) string {
	if looksSecret(s.name) {
		return " (" + mask + ")"
	}
	return " (" + shownValue(s.value) + ")"
}

func badValue(o *option, spelling string, value any, err error) *Error {
	shown := shownValue(value)
	if o.secret {
		shown = mask
	}
	if e, ok := errors.AsType[*Error](err); ok { // servers say themselves what is wrong
		return invalidConfig("option " + quote(spelling) + ": " + e.Message)
	}
	return invalidConfig("option " + quote(spelling) + ": got " + shown + ", " + err.Error())
}

func givenTwice(o *option, first string, a any, second string, b any) *Error {
	names := quote(first)
	if first != second {
		names += " and " + quote(second)
	}
	return invalidConfig("option " + names + " given twice with different values: " + shownValue(o.shown(a)) + " and " + shownValue(o.shown(b)))
}

// sameValue compares parsed values. Functions are never the same.
func sameValue(a, b any) bool {
	switch a := a.(type) {
	case []string:
		b, ok := b.([]string)
		return ok && slices.Equal(a, b)
	case Servers:
		b, ok := b.(Servers)
		return ok && a.Embedded == b.Embedded && slices.Equal(a.Addresses, b.Addresses)
	case callable:
		return false
	}
	if _, ok := b.(callable); ok {
		return false
	}
	return a == b
}

// value returns the value of an option, or its default; nil where there is
// neither.
func (c *Config) value(name string) any {
	if v, ok := c.values[name]; ok {
		return v
	}
	o := findOption(c.kind, name)
	if o == nil {
		panic("kafkalib: no option " + name + " for a " + c.kind.String())
	}
	return o.standard
}

// given reports whether an option was set.
func (c *Config) given(name string) bool {
	_, ok := c.values[name]
	return ok
}

func (c *Config) text(name string) string {
	s, _ := c.value(name).(string)
	return s
}

func (c *Config) number(name string) int64 {
	n, _ := c.value(name).(int64)
	return n
}

func (c *Config) truth(name string) bool {
	b, _ := c.value(name).(bool)
	return b
}

func (c *Config) millis(name string) time.Duration {
	return time.Duration(c.number(name)) * time.Millisecond
}

// servers returns the addresses of the cluster.
func (c *Config) servers() Servers {
	s, _ := c.value("servers").(Servers)
	return s
}
