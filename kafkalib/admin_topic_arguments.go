package kafkalib

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bpl-lang/bpl/interp"
)

// A nameList is what stands for topics or groups in an administrative call:
// names, each once. A name alone asks about one, whose failure is that of the
// call; in a list a failure hides no other.
type nameList struct {
	names []string
	alone bool
}

const topicsText = `the name of a topic, ("name" => n …), or a list of these`

// topics reads names, or topics with their own settings, which count here by
// their names.
func (a *arguments) topics(v interp.Value) (nameList, error) {
	items, alone, err := a.topicItems(v)
	if err != nil {
		return nameList{}, err
	}
	t := nameList{alone: alone}
	for _, item := range items {
		if !slices.Contains(t.names, item.name) {
			t.names = append(t.names, item.name)
		}
	}
	return t, nil
}

// A topicItem is a topic of a call with the settings that it has, nil where
// it is a mere name.
type topicItem struct {
	name     string
	settings *interp.List
}

// topicItems reads topics: a name, a named list with "name", or a list of
// these.
func (a *arguments) topicItems(v interp.Value) (items []topicItem, alone bool, err error) {
	l, isList := v.AsList()
	if !isList || !element(v, "name").IsNull() {
		item, err := a.topicItem("topics", v)
		return []topicItem{item}, true, err
	}
	if isFunction(l) {
		return nil, false, a.wrong("topics", v, topicsText)
	}
	for i := range l.Len() {
		item, err := a.topicItem(fmt.Sprintf("topics: element %d", i), l.At(i))
		if err != nil {
			return nil, false, err
		}
		items = append(items, item)
	}
	return items, false, nil
}

func (a *arguments) topicItem(what string, v interp.Value) (topicItem, error) {
	item := topicItem{}
	named := v
	if l, ok := v.AsList(); ok {
		item.settings = l
		named = element(v, "name")
	}
	name, ok := named.AsString()
	if !ok {
		return item, a.wrong(what, v, topicsText)
	}
	item.name = name
	return item, checkTopic(name)
}

// settingsOf refuses settings of a topic that are not among the known ones.
func (a *arguments) settingsOf(item topicItem, known ...string) error {
	if item.settings == nil {
		return nil
	}
	known = append([]string{"name"}, known...)
	for i := range item.settings.Len() {
		name := item.settings.Name(i)
		if !slices.Contains(known, normalName(name)) {
			return invalidArgument(a.call.Name() + ": topic " + quote(item.name) + " has no setting " + quote(name) + hint(name, known) +
				`; expected "` + strings.Join(known, `", "`) + `"`)
		}
	}
	return nil
}

// setting is a setting of a topic, whatever the spelling of its name.
func (t topicItem) setting(name string) (interp.Value, bool) {
	if t.settings == nil {
		return interp.Null(), false
	}
	for i := range t.settings.Len() {
		if normalName(t.settings.Name(i)) == name && !t.settings.At(i).IsNull() {
			return t.settings.At(i), true
		}
	}
	return interp.Null(), false
}

// permitted asks the host for an operation on topics, before anything is
// opened.
func (a *arguments) permitted(op Operation, topics ...string) error {
	return stateOf(a.call).lib.permit.topics(op, topics...)
}

// truthOptions takes boolean options.
func (a *arguments) truthOptions(names ...string) (map[string]bool, error) {
	out := make(map[string]bool, len(names))
	for _, name := range names {
		b, err := a.truthOption(name)
		if err != nil {
			return nil, err
		}
		out[name] = b
	}
	return out, nil
}
