package main

import (
	"slices"
	"testing"

	"github.com/bpl-lang/bpl/repl"
)

func TestPipedSession(t *testing.T) {
	dir := t.TempDir()
	file := write(t, dir, "file.bpl", "(set x 42)")
	tests := []struct {
		name, stdin string
		args        []string
		want        want
	}{
		{"values", "(+ 1 2)\nnull\n", nil, want{out: "3\nnull\n"}},
		{"a file first", "x\n", []string{file}, want{out: "42\n"}},
		{"a missing file", "1\n", []string{"missing.bpl"}, want{code: 2, err: []string{"missing.bpl"}}},
		{"globals", "x\n", []string{"--set", "x=(list 1)"}, want{out: "(1)\n"}},
		{"a global of bad text", "x\n", []string{"--set", "x=("}, want{code: 3, err: []string{"--set x:1:1"}}},
		{"a global that is a function", "x\n", []string{"--set", "size=1"}, want{code: 2, err: []string{"size"}}},
		{"an exception", "1\n(throw \"A\")\n2\n", nil, want{code: 1, out: "1\n", err: []string{"standard input:2:1: A"}}},
		{"going on", "(throw \"A\")\n2\n", []string{"--keep-going"}, want{code: 1, out: "2\n", err: []string{"A"}}},
		{"incomplete text", "1\n(+ 1", nil, want{code: 3, out: "1\n", err: []string{"standard input:2:1"}}},
		{"exit", "(exit 9)\n", nil, want{code: 9}},
		{"a limit", "(while true null)\n", []string{"--limit", "steps=100"}, want{code: 4, err: []string{"steps"}}},
		{"a bad limit", "1\n", []string{"--limit", "step=100"}, want{code: 2, err: []string{"did you mean steps?"}}},
		{":limits", "(set x 1)\n:limits steps=50 string-len=7\n(while true null)\n", nil, want{code: 4, outHas: []string{" of 50 ", " of 7 "}, err: []string{"steps"}}},
		{":limits stay when the session is new", ":limits steps=50\n:reset\n(while true null)\n", nil, want{code: 4, outHas: []string{"a new session"}, err: []string{"steps"}}},
		{":limits with a mistake", ":limits step=50\n", nil, want{code: 1, err: []string{`bpl: there is no limit "step", did you mean steps?`, ":limits [NAME=N...]"}}},
		{"the sandbox", "(read-file \"x\")\n", []string{"--sandbox"}, want{code: 1, err: []string{"PermissionDenied"}}},
		{"no arguments", "(args)\n", nil, want{out: "()\n"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			bpl(t, test.stdin, append([]string{"repl"}, test.args...)...).check(t, test.want)
		})
	}
}

func TestKindsAreCompleted(t *testing.T) {
	var got []string
	for _, c := range kafkaOptions(repl.Place{Function: "kafka-create"}) {
		got = append(got, c.Text)
	}
	if want := []string{"producer", "consumer", "admin", "recorder"}; !slices.Equal(got, want) {
		t.Errorf("kinds of kafka-create\ngot  %v\nwant %v", got, want)
	}
}
