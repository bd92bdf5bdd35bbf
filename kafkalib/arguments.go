package kafkalib

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// arguments are the evaluated arguments of a call: unnamed ones by position,
// named ones as options.
type arguments struct {
	call   *interp.Call
	values []interp.Value
	named  []namedArgument
	few    [3]interp.Value // room for values
	topic  [1]string       // room for the name of one topic
	one    [1]message      // room for one message
}

type namedArgument struct {
	name  string
	value interp.Value
	taken bool
}

// readArguments evaluates all arguments in order. More unnamed ones than most
// are refused.
func readArguments(c *interp.Call, most int) (*arguments, error) {
	a := new(arguments)
	return a, a.read(c, most)
}

// read is readArguments into arguments that are empty.
func (a *arguments) read(c *interp.Call, most int) error {
	a.call = c
	all, err := c.EvalAll(a.few[:0])
	if err != nil {
		return err
	}
	a.values = all[:0] // those without name move to the front
	for i, v := range all {
		if name := c.ArgName(i); name != "" {
			a.named = append(a.named, namedArgument{name: name, value: v})
			continue
		}
		a.values = append(a.values, v)
	}
	if len(a.values) > most {
		return invalidArgument(fmt.Sprintf("%s: got %d arguments without name, expected at most %d", c.Name(), len(a.values), most))
	}
	return nil
}

// at returns unnamed argument i, null where it is missing.
func (a *arguments) at(i int) interp.Value {
	if i < len(a.values) {
		return a.values[i]
	}
	return interp.Null()
}

// wrong is INVALID_ARGUMENT about an argument.
func (a *arguments) wrong(what string, got interp.Value, expected string) error {
	return invalidArgument(fmt.Sprintf("%s: %s: got %s, expected %s", a.call.Name(), what, shownScript(got), expected))
}

// shownScript shows a value of the script in a message: scalars themselves,
// of others the kind.
func shownScript(v interp.Value) string {
	if s, ok := v.AsString(); ok {
		return quote(s)
	}
	switch v.Kind() {
	case interp.KindBool, interp.KindInt, interp.KindLong, interp.KindDouble, interp.KindNull:
		return v.String()
	}
	return typeName(v)
}

// wrongOption is INVALID_CONFIG about a named argument: options of a call are
// options.
func (a *arguments) wrongOption(name string, got interp.Value, expected string) error {
	return invalidConfig(fmt.Sprintf("%s: option %s: got %s, expected %s", a.call.Name(), quote(name), shownScript(got), expected))
}

// ofOption is an error about a value that was given as an option: what is
// INVALID_ARGUMENT in a record is INVALID_CONFIG there.
func ofOption(err error) error {
	if e, ok := errors.AsType[*Error](err); ok && e.Code == "INVALID_ARGUMENT" {
		return invalidConfig(e.Message)
	}
	return err
}

// text returns unnamed argument i as a string.
func (a *arguments) text(i int, what string) (string, error) {
	s, ok := a.at(i).AsString()
	if !ok {
		return "", a.wrong(what, a.at(i), "a string")
	}
	return s, nil
}

// handleArguments reads the arguments of a call that has no options, of which
// the first is an open handle of one of the kinds.
func handleArguments(c *interp.Call, most int, kinds ...Kind) (*arguments, *handle, error) {
	a, err := readArguments(c, most)
	if err == nil {
		err = a.done()
	}
	if err != nil {
		return nil, nil, err
	}
	h, err := a.handle(0, kinds...)
	return a, h, err
}

// handle returns the open handle of unnamed argument i, of one of the kinds;
// without kinds any will do.
func (a *arguments) handle(i int, kinds ...Kind) (*handle, error) {
	id, ok := a.at(i).AsString()
	if !ok {
		example := Producer
		if len(kinds) > 0 {
			example = kinds[0]
		}
		return nil, clientError("INVALID_HANDLE", fmt.Sprintf("%s: got %s, expected a handle such as %q", a.call.Name(), shownScript(a.at(i)), string(example.Letter())+"1"), nil)
	}
	return stateOf(a.call).find(id, kinds...)
}

// option takes the named argument of a name; ok is false where there is none,
// or where it is null.
func (a *arguments) option(name string) (v interp.Value, ok bool) {
	v = interp.Null()
	for i := range a.named {
		if n := &a.named[i]; normalName(n.name) == normalName(name) {
			n.taken = true
			if !n.value.IsNull() {
				v, ok = n.value, true
			}
		}
	}
	return v, ok
}

// given reports whether there is a named argument of a name, null included.
func (a *arguments) given(name string) bool {
	for i := range a.named {
		if normalName(a.named[i].name) == normalName(name) {
			a.named[i].taken = true
			return true
		}
	}
	return false
}

// truthOption takes a boolean option, false where it is absent.
func (a *arguments) truthOption(name string) (bool, error) { return a.truthOr(name, false) }

// truthOr takes a boolean option, or the standard value.
func (a *arguments) truthOr(name string, standard bool) (bool, error) {
	v, ok := a.option(name)
	if !ok {
		return standard, nil
	}
	if b, ok := v.AsBool(); ok {
		return b, nil
	}
	if s, ok := v.AsString(); ok {
		if b, ok := truth(s); ok {
			return b, nil
		}
	}
	return false, a.wrongOption(name, v, "true or false")
}

// numberOption takes a whole number of at least low.
func (a *arguments) numberOption(name string, low int64) (n int64, ok bool, err error) {
	v, ok := a.option(name)
	if !ok {
		return 0, false, nil
	}
	if n, ok = wholeValue(v); !ok || n < low {
		return 0, true, a.wrongOption(name, v, wholeText(low))
	}
	return n, true, nil
}

// whole turns a value into a whole number of at least low.
func (a *arguments) whole(what string, v interp.Value, low int64) (int64, error) {
	n, ok := wholeValue(v)
	if !ok || n < low {
		return 0, a.wrong(what, v, wholeText(low))
	}
	return n, nil
}

// wholeValue is a whole number, also as text.
func wholeValue(v interp.Value) (int64, bool) {
	if s, ok := v.AsString(); ok {
		return wholeNumber(s)
	}
	return v.AsInt()
}

func wholeText(low int64) string { return "a whole number, " + intervalText(low, math.MaxInt64) }

// choiceOption takes one of several texts, or the standard one.
func (a *arguments) choiceOption(name, standard string, choices ...string) (string, error) {
	v, ok := a.option(name)
	if !ok {
		return standard, nil
	}
	s, _ := v.AsString()
	for _, c := range choices {
		if s == c {
			return c, nil
		}
	}
	return "", a.wrongOption(name, v, `one of "`+strings.Join(choices, `", "`)+`"`)
}

// maxWait bounds the times that calls may give: about 292 years would do, but
// sums with other times must not overflow.
const maxWait = 100 * 365 * 24 * time.Hour

func boundedMillis(ms int64) time.Duration {
	return time.Duration(min(ms, maxWait.Milliseconds())) * time.Millisecond
}

// done refuses named arguments that nobody took, and those that were given
// twice with different values.
func (a *arguments) done(known ...string) error {
	if err := a.repeated(); err != nil {
		return err
	}
	for _, n := range a.named {
		if !n.taken {
			message := fmt.Sprintf("%s: unknown option %s", a.call.Name(), quote(n.name))
			if len(known) > 0 {
				message += hint(n.name, known) + `; expected "` + strings.Join(known, `", "`) + `"`
			}
			return invalidConfig(message)
		}
	}
	return nil
}

// repeated refuses an option that was given twice with different values. null
// counts as absent.
func (a *arguments) repeated() error {
	for i, n := range a.named {
		for _, m := range a.named[:i] {
			if n.value.IsNull() || m.value.IsNull() || normalName(n.name) != normalName(m.name) || sameOption(n.value, m.value) {
				continue
			}
			if secretOption(n.name) {
				return invalidConfig(fmt.Sprintf("%s: option %s is given twice with different values", a.call.Name(), quote(n.name)))
			}
			return invalidConfig(fmt.Sprintf("%s: option %s is given twice with different values: %s and %s",
				a.call.Name(), quote(n.name), shownScript(m.value), shownScript(n.value)))
		}
	}
	return nil
}

// sameOption compares values of an option, where numbers and booleans may be
// texts.
func sameOption(v, w interp.Value) bool {
	a, errA := optionValue(v, 0)
	b, errB := optionValue(w, 0)
	textA, okA := scalarText(a)
	textB, okB := scalarText(b)
	if errA == nil && errB == nil && okA && okB {
		return textA == textB
	}
	return v.Equal(w)
}

// topicNames reads a name or a list of names, checked. A list may be empty.
func (a *arguments) topicNames(what string, v interp.Value) ([]string, error) {
	names := a.topic[:0]
	if s, ok := v.AsString(); ok {
		names = append(names, s)
	} else if l, ok := v.AsList(); ok && !isFunction(l) {
		for i := range l.Len() {
			s, ok := l.At(i).AsString()
			if !ok {
				return nil, a.wrong(fmt.Sprintf("%s: element %d", what, i), l.At(i), "the name of a topic as a string")
			}
			names = append(names, s)
		}
	} else {
		return nil, a.wrong(what, v, "the name of a topic, or a list of names")
	}
	for _, n := range names {
		if err := checkTopic(n); err != nil {
			return nil, err
		}
	}
	return names, nil
}
