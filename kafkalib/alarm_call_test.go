package kafkalib

import (
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp"
)

func TestAlarmArguments(t *testing.T) {
	s := newEmbeddedScript(t)
	s.eval(`(set p (kafka-create "producer" "embedded"))`)
	tests := []struct {
		name, args string
		code       string
		mentions   []string
	}{
		{"unknown figure", `"queue-agee" ">" 5`, "INVALID_ARGUMENT", []string{`"queue-agee"`, `did you mean "queue-age"?`}},
		{"unknown figure of a broker", `"brokers/1/rtt/p98" ">" 5`, "INVALID_ARGUMENT", []string{`did you mean "brokers/1/rtt/p9`}},
		{"unknown group", `"broker/*/rtt/p99" ">" 5`, "INVALID_ARGUMENT", []string{`did you mean "brokers/*/rtt/p99"?`}},
		{"a group", `"brokers/*/rtt" ">" 5`, "INVALID_ARGUMENT", []string{"is a group", "avg, min, max, p50"}},
		{"all groups", `"*" ">" 5 "interval-ms" => 0`, "INVALID_CONFIG", []string{"interval-ms"}},
		{"empty path", `"" ">" 5`, "INVALID_ARGUMENT", []string{"queue-age"}},
		{"path that is no text", `5 ">" 5`, "INVALID_ARGUMENT", []string{"metric", "a string"}},
		{"operator", `"queue-age" "=>" 5`, "INVALID_ARGUMENT", []string{`"=>"`, `">="`}},
		{"operator that is no text", `"queue-age" 1 5`, "INVALID_ARGUMENT", []string{"op"}},
		{"no value", `"queue-age" ">" null`, "INVALID_ARGUMENT", []string{"value", "null", "a number"}},
		{"value that is a list", `"queue-age" ">" (1 2)`, "INVALID_ARGUMENT", []string{"value", "a number"}},
		{"value that is a word", `"queue-age" ">" "much"`, "INVALID_ARGUMENT", []string{`"much"`, "a number"}},
		{"value that is no number", `"queue-age" ">" NaN`, "INVALID_ARGUMENT", []string{"NaN", "a number"}},
		{"number for a text", `"brokers/*/state" "=" 1`, "INVALID_ARGUMENT", []string{"a text"}},
		{"order of texts", `"brokers/*/state" ">" "down"`, "INVALID_ARGUMENT", []string{`"!="`}},
		{"clear beyond the value", `"queue-age" ">" 5 "clear" => 6`, "INVALID_CONFIG", []string{"at most 5"}},
		{"clear below the value", `"queue-age" "<" 5 "clear" => 4`, "INVALID_CONFIG", []string{"at least 5"}},
		{"clear of an equality", `"queue-age" "=" 5 "clear" => 4`, "INVALID_CONFIG", []string{`"clear"`, `"="`}},
		{"clear that is no number", `"queue-age" ">" 5 "clear" => "x"`, "INVALID_CONFIG", []string{`"x"`, "a number"}},
		{"rate of a text", `"brokers/*/state" "=" "up" "rate" => true`, "INVALID_CONFIG", []string{"no rate"}},
		{"rate that is no boolean", `"queue-age" ">" 5 "rate" => 5`, "INVALID_CONFIG", []string{"true or false"}},
		{"time that is negative", `"queue-age" ">" 5 "for-ms" => -1`, "INVALID_CONFIG", []string{"-1"}},
		{"unknown option", `"queue-age" ">" 5 "intervall-ms" => 5`, "INVALID_CONFIG", []string{`did you mean "interval-ms"?`}},
		{"too many arguments", `"queue-age" ">" 5 6`, "INVALID_ARGUMENT", []string{"5 arguments"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := s.fails(`(kafka-alarm p `+test.args+`)`, test.code)
			for _, m := range test.mentions {
				if !strings.Contains(got.Message, m) {
					t.Errorf("message\ngot  %s\nwant it to mention %s", got.Message, m)
				}
			}
		})
	}
	for _, args := range []string{
		`"queue-age" ">" "5"`, `"brokers/*/*" ">" 1e300`, `"brokers/7/req/Produce" "!=" -1 "rate" => "false"`,
		`"topics/t/partitions/*/consumer-lag" ">=" 10 "rate" => true "for" => 10 "clear" => 10`, `"cgrp/state" "!=" "up"`,
	} {
		if got := s.eval(`(kafka-alarm p ` + args + `)`); got.Kind() != interp.KindInt {
			t.Errorf("kafka-alarm %s\ngot  %s\nwant a number", args, got)
		}
	}
}

// TestAlarmNumbers asserts that events tell which of several alarms they are
// of, as kafka-off knows it.
func TestAlarmNumbers(t *testing.T) {
	sideBySide(t)
	s := newScript(t)
	s.eval(`(do
		(set p (kafka-create "producer" "embedded"))
		(set first-alarm (kafka-alarm p "age" ">=" 0 "interval-ms" => 1))
		(set second-alarm (kafka-alarm p "age" ">=" 0 "interval-ms" => 1))
		(set seen (list))
		(while (< (size seen) 2) (for-each (kafka-events p 60000 "codes" => "ALARM_RAISED") e (push seen e/alarm))))`)
	s.want(`(= (sort seen) (list first-alarm second-alarm))`, `true`)
	s.want(`(list (kafka-off p first-alarm) (kafka-off p first-alarm) (kafka-off p second-alarm))`, `(true false true)`)
}
