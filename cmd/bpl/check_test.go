package main

import (
	"encoding/json"
	"testing"
)

func TestCheckCommand(t *testing.T) {
	dir := t.TempDir()
	good := write(t, dir, "good.bpl", "#!/usr/bin/env bpl\n(load \"lib/lib.bpl\")\n(print (double 4))")
	write(t, dir, "lib/lib.bpl", "(set double (function (x) (* x 2)))")
	bad := write(t, dir, "bad.bpl", "(print 1)\n(prnt 2)\n")
	unsure := write(t, dir, "unsure.bpl", "(print nobody)\n")
	broken := write(t, dir, "broken.bpl", "(print 1)\n(prnt")
	tests := []struct {
		name, stdin string
		args        []string
		want        want
	}{
		{"right", "", []string{good}, want{}},
		{"a mistake", "", []string{good, bad}, want{code: 1, out: bad + ":2:2: error: there is no function prnt, did you mean print?; if the list is data, quote it\n"}},
		{"a warning", "", []string{unsure}, want{out: unsure + ":1:8: warning: nothing sets the variable nobody\n"}},
		{"--strict", "", []string{"--strict", unsure}, want{code: 1, outHas: []string{"warning"}}},
		{"text that cannot be read", "", []string{broken, bad}, want{code: 3, outHas: []string{broken + ":2:1: error: Unmatched parenthesis", bad + ":2:2"}}},
		{"standard input", "(prnt 1)", nil, want{code: 1, outHas: []string{"standard input:1:2"}}},
		{"a folder", "", []string{dir}, want{code: 3, outHas: []string{"bad.bpl:2:2", "broken.bpl", "unsure.bpl"}}},
		{"a missing file", "", []string{"missing.bpl"}, want{code: 2, err: []string{"missing.bpl"}}},
		{"nothing as JSON", "", []string{"--json", good}, want{out: "[]\n"}},
		{"Kafka's options", `(kafka-create "producer" "h:1" "akcs" => 1)`, nil, want{code: 1, outHas: []string{`kafka-create has no option "akcs"`, `did you mean "acks"`}}},
		{"other spellings of options", `(kafka-create "producer" "h:1" "linger.ms" => 1 "linger" => 1 "sasl-password-env" => "X")`, nil, want{}},
		{"options of another kind", `(kafka-create "producer" "h:1" "group-id" => "g")`, nil, want{code: 1, outHas: []string{"only for"}}},
		{"a kind that is computed", `(do (set k "producer") (kafka-create k "h:1" "akcs" => 1))`, nil, want{}},
		{"options in a configuration", `(kafka-create "consumer" ("servers" => "h:1" "goup.id" => "g"))`, nil, want{code: 1, outHas: []string{`1:46: error: kafka-create has no option "goup.id"`, `did you mean "group-id"`}}},
		{"options in a configuration that is built", `(kafka-producer (list "servers" => "h:1" "akcs" => (print 1)))`, nil, want{code: 1, outHas: []string{`1:42: error: kafka-producer has no option "akcs"`}}},
		{"a configuration that is right", `(kafka-create "consumer" (list "bootstrap.servers" => "h:1" "group_id" => "g" "profile" => "dev") "client-id" => "x")`, nil, want{}},
		{"a configuration that is computed", `(kafka-create "consumer" (merge (quote ("akcs" => x)) ("x" => 1)))`, nil, want{}},
		{"options of a call", `(do (set p "p1") (kafka-send p "t" "x" "kee" => 1))`, nil, want{code: 1, outHas: []string{`kafka-send has no option "kee", did you mean "key"?`}}},
		{"options about time", `(do (kafka-send "p1" "t" "x" "delivery.timeout" => 1 "request-timeout-ms" => 100) (kafka-flush "p1" "timeout-ms" => 1)
			(kafka-poll "c2" 1 "timeout-ms" => 1) (kafka-events "c2" "timeout-ms" => 1) (kafka-commit "c2" "default-api-timeout-ms" => 1))`, nil, want{}},
		{"fields of an event", `(kafka-record "r1" "x" "type" => "a" "headers" => ("h" => "1") "partition" => 0)`, nil, want{}},
		{"a time that a call does not take", `(kafka-flush "p1" "linger-ms" => 1)`, nil, want{code: 1, outHas: []string{`kafka-flush has no option "linger-ms"`}}},
		{"a time without its unit", `(kafka-list-topics "h:1" "timeout" => 1)`, nil, want{}},
		{"options of the connection", `(kafka-list-topics "h:1" "client-id" => "x" "cleint-id" => "x")`, nil, want{code: 1, outHas: []string{`"cleint-id"`}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			bpl(t, test.stdin, append([]string{"check"}, test.args...)...).check(t, test.want)
		})
	}
}

func TestCheckJSON(t *testing.T) {
	file := write(t, t.TempDir(), "a.bpl", "(print 1)\n  (prnt\n 2)")
	got := bpl(t, "", "check", "--json", file)
	var findings []finding
	if err := json.Unmarshal([]byte(got.out), &findings); err != nil || got.code != 1 || len(findings) != 1 {
		t.Fatalf("got  %d, %v, %s\nwant one finding", got.code, err, got.out)
	}
	f := findings[0]
	want := finding{File: file, Line: 2, Col: 4, EndLine: 2, EndCol: 8, Severity: "error", Message: f.Message}
	if f != want || f.Message == "" {
		t.Errorf("got  %+v\nwant %+v", f, want)
	}
}

// TestScriptsAreRight checks the scripts of the repository.
func TestScriptsAreRight(t *testing.T) {
	bpl(t, "", "check", "--strict", "../../scripts").check(t, want{})
}
