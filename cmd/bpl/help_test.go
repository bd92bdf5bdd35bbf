package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestHelp(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want want
	}{
		{"-h", []string{"-h"}, want{outHas: []string{"usage: bpl", "eval", "--timeout"}}},
		{"--help", []string{"--help"}, want{outHas: []string{"usage: bpl"}}},
		{"help", []string{"help"}, want{outHas: []string{"usage: bpl", "exit-codes"}}},
		{"of a subcommand", []string{"eval", "--help"}, want{outHas: []string{"usage: bpl eval", "--json"}}},
		{"of a subcommand, short", []string{"run", "-h"}, want{outHas: []string{"usage: bpl run"}}},
		{"of a subcommand by help", []string{"help", "eval"}, want{outHas: []string{"usage: bpl eval"}}},
		{"a topic", []string{"help", "exit-codes"}, want{outHas: []string{"124"}}},
		{"another topic", []string{"help", "configuration"}, want{outHas: []string{"BPL_TIMEOUT"}}},
		{"a function", []string{"help", "for-each"}, want{outHas: []string{"(for-each l var"}}},
		{"nothing known", []string{"help", "exit-code"}, want{code: 2, err: []string{"did you mean exit-codes?"}}},
		{"two topics", []string{"help", "a", "b"}, want{code: 2, err: []string{"at most 1"}}},
		{"a function by doc", []string{"doc", "kafka-send"}, want{outHas: []string{"(kafka-send"}}},
		{"a function with an odd name", []string{"doc", "/"}, want{outHas: []string{"(/ a"}}},
		{"an overridable function", []string{"doc", "join"}, want{outHas: []string{"(join l"}}},
		{"the list", []string{"doc"}, want{outHas: []string{"core\n", "kafka\n", "for-each "}}},
		{"an unknown function", []string{"doc", "for-eech"}, want{code: 2, err: []string{"did you mean for-each?"}}},
		{"Markdown", []string{"doc", "--md", "size"}, want{outHas: []string{"### `size`", "(size l)"}}},
		{"two forms", []string{"doc", "--md", "--json"}, want{code: 2, err: []string{"exclude"}}},
		{"an unknown function as JSON", []string{"doc", "--json", "for-eech"}, want{code: 2, err: []string{"for-each"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { bpl(t, "", test.args...).check(t, test.want) })
	}
}

func TestDocJSON(t *testing.T) {
	var one jsonFunction
	got := bpl(t, "", "doc", "--json", "size")
	if err := json.Unmarshal([]byte(got.out), &one); err != nil || one.Name != "size" || one.Library != "core" || !one.Hard || len(one.Examples) == 0 {
		t.Errorf("got  %v, %v\nwant what help knows of size", one, err)
	}
	var all []jsonFunction
	got = bpl(t, "", "doc", "--json")
	if err := json.Unmarshal([]byte(got.out), &all); err != nil || len(all) < 150 {
		t.Errorf("got  %d functions, %v\nwant all", len(all), err)
	}
	for _, fn := range all {
		if fn.Signature == "" || fn.Summary == "" {
			t.Errorf("%s has no signature or no summary", fn.Name)
		}
	}
}

func TestVersion(t *testing.T) {
	got := bpl(t, "", "version")
	for _, l := range limits() {
		if !strings.Contains(got.out, "\n  "+l.name+" ") {
			t.Errorf("got  %s\nwant the limit %s", got.out, l.name)
		}
	}
	var v versions
	if err := json.Unmarshal([]byte(bpl(t, "", "version", "--json").out), &v); err != nil {
		t.Fatal(err)
	}
	defaults := map[string]string{}
	for _, l := range v.Limits {
		defaults[l.Name] = l.Default
	}
	for name, want := range map[string]string{"steps": "unlimited", "bytes": "unlimited", "string-len": "1073741824", "spawned": "1000", "regex-steps": "10000000"} {
		if defaults[name] != want {
			t.Errorf("%s\ngot  %q\nwant %q", name, defaults[name], want)
		}
	}
	if v.Go == "" {
		t.Error("got  no version of Go")
	}
}

func TestLimitFlag(t *testing.T) {
	tests := []struct {
		name, value string
		want        want
	}{
		{"none", "", want{code: 2, err: []string{"NAME=N"}}},
		{"no number", "steps=many", want{code: 2, err: []string{`"many"`, "unlimited"}}},
		{"zero", "steps=0", want{code: 2, err: []string{"from 1 on"}}},
		{"negative", "steps=-1", want{code: 2, err: []string{"from 1 on"}}},
		{"unlimited", "steps=unlimited", want{out: "1\n"}},
		{"unlimited depth", "depth=unlimited", want{code: 2, err: []string{"from 1 on"}}},
		{"too much depth", "depth=100000000", want{code: 2, err: []string{"at most"}}},
		{"bytes", "bytes=64MiB", want{out: "1\n"}},
		{"a unit where none belongs", "steps=64MiB", want{code: 2, err: []string{"whole number"}}},
		{"too many bytes", "bytes=9000000000GiB", want{code: 2, err: []string{"64MiB"}}},
		{"misspelt", "step=1", want{code: 2, err: []string{"did you mean steps?"}}},
		{"unknown", "colour=1", want{code: 2, err: []string{"there are steps, depth"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { bpl(t, "", "eval", "--limit", test.value, "1").check(t, test.want) })
	}
}
