package kafkalib

import (
	"fmt"
	"slices"

	"github.com/bpl-lang/bpl/interp"
)

// create makes a handle from layers of options and enters it into the table.
func (s *state) create(kind Kind, layers ...layer) (*handle, error) {
	layers, err := s.withProfile(layers)
	if err != nil {
		return nil, err
	}
	config, err := resolve(kind, s.lib.refs, layers...)
	if err != nil {
		return nil, err
	}
	if !config.given("servers") {
		return nil, invalidConfig(`servers are missing: give "host:port", a list of such texts, or "embedded"`)
	}
	h, err := s.newHandle(kind, config)
	if err != nil {
		return nil, err
	}
	if err := s.add(h); err != nil {
		_ = h.close(h.ended, closeOptions{})
		return nil, err
	}
	h.emit(Event{Code: "CLIENT_CREATED"})
	if h.producer != nil && h.producer.spooled != nil {
		h.producer.spooled.start()
	}
	if h.recorder != nil {
		h.recorder.start()
	}
	return h, nil
}

// buildable are the kinds that can be created.
var buildable = []Kind{Producer, Consumer, Admin, Recorder}

// CreatableKinds are the kinds that kafka-create takes.
func CreatableKinds() []Kind { return slices.Clone(buildable) }

// kafkaCreate is (kafka-create kind [config] option…).
func kafkaCreate(c *interp.Call) (interp.Value, error) {
	a, err := readArguments(c, 2)
	if err != nil {
		return interp.Null(), err
	}
	name, err := a.text(0, "kind")
	if err != nil {
		return interp.Null(), err
	}
	kind, ok := ParseKind(name)
	if !ok || kind == Stream {
		names := namesOfKinds(buildable)
		return interp.Null(), invalidArgument(fmt.Sprintf("%s: kind: got %s, expected %s%s", c.Name(), quote(name), orList(names), hint(name, names)))
	}
	if !slices.Contains(buildable, kind) {
		return interp.Null(), invalidConfig(fmt.Sprintf("%s: a %s is not supported yet", c.Name(), kind))
	}
	return createWith(c, a, 1, kind)
}

// createWith creates a handle from the config at an unnamed argument, the
// named arguments, and the defaults of a call.
func createWith(c *interp.Call, a *arguments, at int, kind Kind, defaults ...setting) (interp.Value, error) {
	named, err := a.settings()
	if err != nil {
		return interp.Null(), err
	}
	config, err := configSettings(a.at(at))
	if err != nil {
		return interp.Null(), err
	}
	h, err := stateOf(c).create(kind, layer{settings: named}, layer{settings: config}, layer{settings: defaults})
	if err != nil {
		return interp.Null(), err
	}
	return interp.String(h.id), nil
}

// settings are all named arguments as options.
func (a *arguments) settings() ([]setting, error) {
	var out []setting
	for i := range a.named {
		n := &a.named[i]
		n.taken = true
		v, err := namedOption(n.name, n.value)
		if err != nil {
			return nil, invalidConfig("option " + quote(n.name) + ": " + err.Error())
		}
		out = append(out, setting{n.name, v})
	}
	return out, nil
}

// configSettings reads the config of a call: servers, or a list with
// "servers" and options.
func configSettings(v interp.Value) ([]setting, error) {
	if v.IsNull() {
		return nil, nil
	}
	l, ok := v.AsList()
	if !ok || isFunction(l) {
		servers, err := optionValue(v, 0)
		if err != nil {
			return nil, invalidConfig("servers: " + err.Error())
		}
		return []setting{{"servers", servers}}, nil
	}
	named := 0
	for i := range l.Len() {
		if l.Name(i) != "" {
			named++
		}
	}
	if named == 0 {
		servers, err := optionValue(v, 0)
		if err != nil {
			return nil, invalidConfig("servers: " + err.Error())
		}
		return []setting{{"servers", servers}}, nil
	}
	var out []setting
	for i := range l.Len() {
		name := l.Name(i)
		if name == "" {
			return nil, invalidConfig(fmt.Sprintf("the config list has an element without name at %d: %s; each option is written \"name\" => value", i, shownScript(l.At(i))))
		}
		value, err := namedOption(name, l.At(i))
		if err != nil {
			return nil, invalidConfig("option " + quote(name) + ": " + err.Error())
		}
		out = append(out, setting{name, value})
	}
	return out, nil
}

// orList joins names for a message: "a", "b" or "c".
func orList(names []string) string {
	text := ""
	for i, n := range names {
		switch {
		case i == 0:
		case i == len(names)-1:
			text += " or "
		default:
			text += ", "
		}
		text += quote(n)
	}
	return text
}
