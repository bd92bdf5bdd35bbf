package kafkalib

import (
	"fmt"
	"strconv"
	"strings"
)

// recorderRecords is the most that a recorder's memory queue can hold.
const recorderRecords = 10_000_000

// recorderOptions belong to recorders alone.
var recorderOptions = []*option{
	{name: "topic", kinds: setOf(Recorder), form: textOption,
		meaning: "topic of events that name none themselves; required"},
	{name: "event-type", kinds: setOf(Recorder), form: textOption, standard: "event",
		meaning: "type of events that have none"},
	{name: "encoding", kinds: setOf(Recorder), form: choiceOption, standard: "json", choices: []string{"json", "msgpack", "avro"},
		meaning: "how events become the values of records"},
	{name: "when-full", kinds: setOf(Recorder), form: choiceOption, standard: "drop-newest", choices: []string{"drop-newest", "drop-oldest", "block", "spool"},
		meaning: `what kafka-record does when there is no room in memory: reject the event, drop the oldest that waits, wait at most max-block-ms, or write to the spool`},
	{name: "fallback", kinds: setOf(Recorder), form: specialOption, typeName: "text or list", standard: fallbackChain(""), parse: parseFallbacks, show: showFallbacks,
		rangeText: `a list of "spool", "stderr", ("file" => path), ("zeromq" => "tcp://host:port")`,
		meaning:   `where events go while Kafka is down, tried in order; a file also takes "max-bytes" (67108864) and "keep" (5), by which it is rotated`},
}

// A fallbackChain is the parsed option "fallback": one fallback per line, its
// kind, its place, and for files the greatest size and the number of full ones,
// separated by tabs. As text it can be compared.
type fallbackChain string

// A fallbackChoice is one fallback of the option.
type fallbackChoice struct {
	kind, place    string
	maxBytes, keep int64 // 0: the default
}

const fallbackForms = `"spool", "stderr", ("file" => path), ("zeromq" => "tcp://host:port"), or a list of these; with a place also as text, "file:path"`

// choices are the fallbacks in order.
func (c fallbackChain) choices() []fallbackChoice {
	var out []fallbackChoice
	for line := range strings.Lines(string(c)) {
		parts := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		f := fallbackChoice{kind: parts[0], place: parts[1]}
		f.maxBytes, _ = strconv.ParseInt(parts[2], 10, 64)
		f.keep, _ = strconv.ParseInt(parts[3], 10, 64)
		out = append(out, f)
	}
	return out
}

func (f fallbackChoice) line() string {
	return fmt.Sprintf("%s\t%s\t%d\t%d\n", f.kind, f.place, f.maxBytes, f.keep)
}

// parseFallbacks reads the option: one fallback, or a list.
func parseFallbacks(v any) (any, error) {
	var all []fallbackChoice
	switch v := v.(type) {
	case fallbackChain:
		return v, nil
	case string:
		for name := range strings.SplitSeq(v, ",") {
			f, err := namedFallback(strings.TrimSpace(name))
			if err != nil {
				return nil, err
			}
			all = append(all, f)
		}
	case listValue:
		var err error
		if all, err = fallbackList(v); err != nil {
			return nil, err
		}
	default:
		return nil, expected(fallbackForms)
	}
	var text strings.Builder
	spools := 0
	for _, f := range all {
		if f.kind == "spool" {
			spools++
		}
		text.WriteString(f.line())
	}
	if spools > 1 {
		return nil, expected(`"spool" once`)
	}
	return fallbackChain(text.String()), nil
}

// namedFallback is a fallback that has no place.
func namedFallback(name string) (fallbackChoice, error) {
	switch name {
	case "spool", "stderr":
		return fallbackChoice{kind: name}, nil
	}
	for _, kind := range []string{"file", "zeromq"} {
		if place, ok := strings.CutPrefix(name, kind+":"); ok && place != "" && !strings.ContainsAny(place, "\t\n\r") {
			return fallbackChoice{kind: kind, place: place}, nil
		}
	}
	return fallbackChoice{}, expected(fallbackForms)
}

// fallbackList reads the elements of a list. Those with a name are fallbacks with
// a place; "max-bytes" and "keep" belong to the file before them.
func fallbackList(l listValue) (all []fallbackChoice, err error) {
	for _, item := range l {
		switch value := item.value.(type) {
		case listValue:
			if item.name != "" {
				return nil, expected(fallbackForms)
			}
			inner, err := fallbackList(value)
			if err != nil {
				return nil, err
			}
			all = append(all, inner...)
			continue
		case string:
			if item.name == "" {
				f, err := namedFallback(value)
				if err != nil {
					return nil, err
				}
				all = append(all, f)
				continue
			}
		}
		if all, err = placedFallback(all, item); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// placedFallback adds a fallback with a place, or a property of the last one.
func placedFallback(all []fallbackChoice, item listItem) ([]fallbackChoice, error) {
	switch name := normalName(item.name); name {
	case "file", "zeromq":
		place, ok := item.value.(string)
		if !ok || place == "" || strings.ContainsAny(place, "\t\n\r") {
			return nil, expected(`the place of "` + name + `" as text`)
		}
		return append(all, fallbackChoice{kind: name, place: place}), nil
	case "max-bytes", "keep":
		n, ok := wholeNumber(item.value)
		if len(all) == 0 || all[len(all)-1].kind != "file" {
			return nil, expected(`"` + name + `" behind the "file" to which it belongs`)
		}
		last := &all[len(all)-1]
		switch {
		case name == "max-bytes" && ok && n >= 1:
			last.maxBytes = n
		case name == "keep" && ok && n >= 1 && n <= 10_000:
			last.keep = n
		case name == "keep":
			return nil, expected(`"keep" from 1 to 10000`)
		default:
			return nil, expected(`"max-bytes" of at least 1`)
		}
		return all, nil
	}
	return nil, expected(fallbackForms)
}

// showFallbacks is the option as a script writes it.
func showFallbacks(v any) any {
	out := listValue{}
	for _, f := range v.(fallbackChain).choices() {
		if f.place == "" {
			out = append(out, listItem{value: f.kind})
			continue
		}
		one := listValue{{f.kind, f.place}}
		if f.maxBytes > 0 {
			one = append(one, listItem{"max-bytes", f.maxBytes})
		}
		if f.keep > 0 {
			one = append(one, listItem{"keep", f.keep})
		}
		out = append(out, listItem{value: one})
	}
	return out
}

// checkRecorder finds what a recorder cannot do, and what is missing.
func (c *Config) checkRecorder() *Error {
	if c.kind != Recorder {
		return nil
	}
	if !c.given("topic") {
		return invalidConfig(`option "topic" is missing: a recorder needs the topic of its events`)
	}
	if err := checkTopic(c.text("topic")); err != nil {
		return invalidConfig(`option "topic": ` + errorFrom(err).Message)
	}
	if n := c.number("max-buffered-records"); n > recorderRecords {
		return invalidConfig(fmt.Sprintf(`option "max-buffered-records": got %d, a recorder holds at most %d`, n, recorderRecords))
	}
	if _, ok := c.value("partitioner").(callable); ok {
		return invalidConfig(`option "partitioner": got a function, but a recorder chooses partitions in the background, without the script: name a partitioner`)
	}
	chain := c.fallbacks()
	for _, f := range chain {
		if f.kind == "spool" && !c.given("spool") {
			return invalidConfig(`option "fallback" names "spool": give its folder with option "spool"`)
		}
	}
	if c.text("when-full") == "spool" && !c.given("spool") {
		return invalidConfig(`option "when-full" is "spool": give its folder with option "spool"`)
	}
	if c.spoolMode() == spoolAlways && c.given("spool") && len(chain) > 0 && chain[0].kind != "spool" {
		return c.contradiction("spool-mode", "fallback", "every event goes to the spool first")
	}
	return nil
}

// fallbacks are the fallbacks in order.
func (c *Config) fallbacks() []fallbackChoice {
	chain, _ := c.value("fallback").(fallbackChain)
	return chain.choices()
}
