package kafkalib

import (
	"fmt"
	"slices"

	"github.com/bpl-lang/bpl/interp"
)

// groups reads the names of groups, each once.
func (a *arguments) groups(v interp.Value) (nameList, error) {
	if l, ok := v.AsList(); ok && !isFunction(l) {
		var out nameList
		for i := range l.Len() {
			name, err := a.groupName(fmt.Sprintf("groups: element %d", i), l.At(i))
			if err != nil {
				return out, err
			}
			if !slices.Contains(out.names, name) {
				out.names = append(out.names, name)
			}
		}
		return out, nil
	}
	name, err := a.groupName("groups", v)
	return nameList{names: []string{name}, alone: true}, err
}

// groupName reads the name of a group, which brokers do not take where it is
// empty.
func (a *arguments) groupName(what string, v interp.Value) (string, error) {
	name, ok := v.AsString()
	if !ok || name == "" {
		return "", a.wrong(what, v, "the name of a group as a string that is not empty")
	}
	if len(name) > maxGroupName {
		return "", invalidArgument(fmt.Sprintf("%s: %s: the name of a group has %d bytes, at most %d are allowed", a.call.Name(), what, len(name), maxGroupName))
	}
	return name, nil
}

// maxGroupName is the longest text that the protocol can carry.
const maxGroupName = 1<<15 - 1
