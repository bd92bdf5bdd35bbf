package kafkalib

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// The values of options before they are parsed are nil, bool, int64, float64,
// string, listValue and callable.

// A listValue is a list of a script; a name is "" where there is none.
type listValue []listItem

type listItem struct {
	name  string
	value any
}

// get returns the element with a name.
func (l listValue) get(name string) (any, bool) {
	for _, item := range l {
		if item.name == name {
			return item.value, true
		}
	}
	return nil, false
}

// texts returns the elements when all are strings.
func (l listValue) texts() ([]string, bool) {
	out := make([]string, len(l))
	for i, item := range l {
		s, ok := item.value.(string)
		if !ok {
			return nil, false
		}
		out[i] = s
	}
	return out, true
}

// A callable is a function of the script, opaque to the option table.
type callable struct{ function any }

// expectation is the error of a parse: what would have been accepted.
type expectation string

func (e expectation) Error() string { return "expected " + string(e) }

func expected(what string) error { return expectation(what) }

// convert turns a script's value into the option's own form.
func (o *option) convert(v any) (any, error) {
	if o.ignored != "" {
		return nil, nil
	}
	switch o.form {
	case textOption:
		if s, ok := scalarText(v); ok {
			return s, nil
		}
		return nil, expected("a text")
	case listOption:
		return convertList(v)
	case integerOption, millisOption, bytesOption:
		n, ok := wholeNumber(v)
		if ok && n > o.max { // a limit that goes without saying elsewhere
			return nil, expected(fmt.Sprintf("a whole number, %d to %d", o.min, o.max))
		}
		if !ok || n < o.min {
			return nil, expected("a whole number, " + intervalText(o.min, o.max))
		}
		return n, nil
	case booleanOption:
		if b, ok := truth(v); ok {
			return b, nil
		}
		return nil, expected("true or false")
	case choiceOption:
		return o.convertChoice(v)
	case serversOption:
		return convertServers(v)
	case functionOption:
		if c, ok := v.(callable); ok {
			return c, nil
		}
		return nil, expected("a function")
	}
	return o.parse(v)
}

func (o *option) convertChoice(v any) (any, error) {
	if s, ok := scalarText(v); ok {
		s = strings.TrimSpace(s)
		for _, c := range o.choices { // as Java's clients take most of them
			if strings.EqualFold(c, s) {
				return c, nil
			}
		}
	}
	return nil, expected("one of " + strings.Join(o.choices, ", "))
}

func convertList(v any) (any, error) {
	switch v := v.(type) {
	case string:
		var out []string
		for part := range strings.SplitSeq(v, ",") {
			if part = strings.TrimSpace(part); part != "" {
				out = append(out, part)
			}
		}
		return out, nil
	case listValue:
		if texts, ok := v.texts(); ok {
			return texts, nil
		}
	}
	return nil, expected("a text or a list of texts")
}

func convertServers(v any) (any, error) {
	switch v := v.(type) {
	case string:
		return parseServers(v)
	case listValue:
		if texts, ok := v.texts(); ok {
			return parseServers(texts...)
		}
	}
	return nil, expected(`"host:port", a list of such texts, or "embedded"`)
}

// scalarText is a text, or a number or boolean as text.
func scalarText(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case int64:
		return strconv.FormatInt(v, 10), true
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64), true
	case bool:
		return strconv.FormatBool(v), true
	}
	return "", false
}

// wholeNumber is a number without fraction, also as text.
func wholeNumber(v any) (int64, bool) {
	switch v := v.(type) {
	case int64:
		return v, true
	case float64:
		if v == math.Trunc(v) && v >= -(1<<63) && v < 1<<63 {
			return int64(v), true
		}
	case string:
		text := strings.TrimSpace(v)
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n, true
		}
		if f, err := strconv.ParseFloat(text, 64); err == nil && !math.IsNaN(f) && !math.IsInf(f, 0) {
			return wholeNumber(f)
		}
	}
	return 0, false
}

// truth is a boolean, also as text.
func truth(v any) (bool, bool) {
	switch v := v.(type) {
	case bool:
		return v, true
	case string:
		switch strings.ToLower(strings.TrimSpace(v)) {
		case "true":
			return true, true
		case "false":
			return false, true
		}
	}
	return false, false
}

// shownValue shows a script's value in a message.
func shownValue(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return quote(v)
	case listValue:
		return shownList(v)
	case callable:
		return "a function"
	}
	if s, ok := scalarText(v); ok {
		return s
	}
	return fmt.Sprintf("%T", v)
}

// shownElements bounds the elements of a list that a message shows.
const shownElements = 3

// shownList shows the beginning of a list, lists in it by their size only, and
// nothing behind a name that is like that of a secret.
func shownList(l listValue) string {
	var b strings.Builder
	b.WriteByte('(')
	for i, item := range l {
		if i > 0 {
			b.WriteByte(' ')
		}
		if i == shownElements {
			b.WriteString("…")
			break
		}
		if item.name != "" {
			b.WriteString(quote(item.name) + " => ")
		}
		inner, isList := item.value.(listValue)
		switch {
		case item.name != "" && looksSecret(item.name):
			b.WriteString(mask)
		case isList:
			fmt.Fprintf(&b, "a list of %d", len(inner))
		default:
			b.WriteString(shownValue(item.value))
		}
	}
	b.WriteByte(')')
	return b.String()
}

// shown is the value of the option as kafka-config and kafka-options print
// it: nil, bool, int64, string or a list of texts. Secrets are masked.
func (o *option) shown(v any) any {
	if v == nil {
		return nil
	}
	if o.secret {
		return mask
	}
	if o.show != nil {
		return o.show(v)
	}
	switch v := v.(type) {
	case Servers:
		return v.String()
	case []string:
		return strings.Join(v, ",")
	case callable:
		return "a function"
	}
	return v
}

// mask stands for every secret that is shown.
const mask = "***"
