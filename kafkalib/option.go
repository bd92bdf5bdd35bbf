package kafkalib

import "strings"

// An optionType is the form of an option's value.
type optionType uint8

const (
	textOption     optionType = iota // string
	listOption                       // []string: a list of texts, or one text with commas
	integerOption                    // int64
	millisOption                     // int64
	bytesOption                      // int64
	booleanOption                    // bool
	choiceOption                     // string, one of the choices
	serversOption                    // Servers
	functionOption                   // callable
	specialOption                    // as the option's own parse says
)

var optionTypeNames = map[optionType]string{
	textOption:     "text",
	listOption:     "list of texts",
	integerOption:  "integer",
	millisOption:   "milliseconds",
	bytesOption:    "bytes",
	booleanOption:  "boolean",
	choiceOption:   "text",
	serversOption:  "servers",
	functionOption: "function",
	specialOption:  "text",
}

// An option is one client property: the single place that knows its
// spelling, form, default, range and meaning.
type option struct {
	name    string // dashed, with "-ms"
	aliases []string
	kinds   kinds
	form    optionType
	// typeName replaces the name of the form where the option's own parse
	// takes more than one.
	typeName string
	// standard is the default value, nil where there is none. defaultText
	// shows a default that is no constant.
	standard    any
	defaultText string
	min, max    int64    // of integers, milliseconds and bytes
	choices     []string // of choiceOption; matched without letter case
	rangeText   string   // shows a range that is no interval
	meaning     string
	// secret values are never shown, and may be given by reference.
	secret bool
	// emptyText says that "" is a value; elsewhere it counts as absent.
	emptyText bool
	// file options name a file that is read through the host's grants.
	file bool
	// ignored is the reason why the option is accepted without effect.
	ignored string
	// parse turns the value of a specialOption into what the library uses.
	parse func(v any) (any, error)
	// show turns such a value into what kafka-config prints.
	show func(v any) any
}

// normalName is the form under which spellings of a name are equal: dots,
// dashes and underscores are the same, a final "-ms" may be left out.
func normalName(name string) string {
	n := strings.Map(func(r rune) rune {
		if r == '.' || r == '_' {
			return '-'
		}
		return r
	}, strings.TrimSpace(name))
	return strings.TrimSuffix(n, "-ms")
}

// rangeOf describes the values that the option accepts.
func (o *option) rangeOf() string {
	switch {
	case o.rangeText != "":
		return o.rangeText
	case o.form == choiceOption:
		return strings.Join(o.choices, " | ")
	case o.form == booleanOption:
		return "true | false"
	case o.form == integerOption || o.form == millisOption || o.form == bytesOption:
		return intervalText(o.min, o.max)
	}
	return ""
}

// typeOf names the form of the option's values.
func (o *option) typeOf() string {
	if o.typeName != "" {
		return o.typeName
	}
	return optionTypeNames[o.form]
}
