package kafkalib

import (
	"github.com/bpl-lang/bpl/interp"
)

// withProfile puts the profile that a layer names behind the layers that
// were written.
func (s *state) withProfile(layers []layer) ([]layer, error) {
	name := ""
	for _, l := range layers {
		for _, set := range l.settings {
			if normalName(set.name) != "profile" || set.value == nil || name != "" {
				continue
			}
			text, ok := set.value.(string)
			if !ok {
				return nil, invalidConfig("option " + quote(set.name) + ": got " + shownValue(set.value) + ", expected the name of a profile")
			}
			name = text
		}
	}
	if name == "" {
		name = s.lib.profile
	}
	if name == "" {
		return layers, nil
	}
	settings, err := s.profile(name)
	if err != nil {
		return nil, err
	}
	// The defaults of a call stand last, behind the profile.
	last := len(layers) - 1
	with := append(append([]layer{}, layers[:last]...), layer{place: "profile " + quote(name), settings: settings, shared: true})
	return append(with, layers[last]), nil
}

// profile reads a profile of the configuration file, which is one list, read
// as data and never evaluated.
func (s *state) profile(name string) ([]setting, error) {
	if s.lib.profiles == "" {
		return nil, invalidConfig(`option "profile": the host has no configuration file`)
	}
	data, fault := s.lib.refs.read("profile", s.lib.profiles)
	if fault != nil {
		return nil, fault
	}
	config, err := s.session.Interp().ParseOne(s.lib.profiles, string(data))
	if err != nil {
		return nil, invalidConfig(`option "profile": ` + err.Error())
	}
	profiles := element(config, "profiles")
	l, ok := profiles.AsList()
	if !ok {
		return nil, invalidConfig("option \"profile\": " + quote(s.lib.profiles) + ` has no list "profiles"`)
	}
	profile, ok := l.Get(name)
	if !ok {
		var names []string
		for n := range l.All() {
			names = append(names, n)
		}
		return nil, invalidConfig("option \"profile\": there is no profile " + quote(name) + " in " + quote(s.lib.profiles) + hint(name, names))
	}
	return configSettings(profile)
}

// element returns the named element of a list, null where there is none.
func element(v interp.Value, name string) interp.Value {
	if l, ok := v.AsList(); ok {
		if e, ok := l.Get(name); ok {
			return e
		}
	}
	return interp.Null()
}
