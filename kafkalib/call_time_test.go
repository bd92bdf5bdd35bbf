package kafkalib

import (
	"strings"
	"testing"
	"time"
)

// TestWaitingOptions asserts that every call that waits takes its time under
// the names that say it: "timeout-ms", the name under which the handle has it,
// and request-timeout-ms, each checked as the option of a handle is.
func TestWaitingOptions(t *testing.T) {
	sideBySide(t)
	s := newScript(t)
	s.eval(`(do
		(kafka-create-topics "embedded" "t")
		(set p (kafka-create "producer" "embedded"))
		(set a (kafka-create "admin" "embedded"))
		(set c (kafka-create "consumer" "embedded" "group" => "g"))
		(set d (kafka-create "consumer" "embedded"))
		(kafka-poll c "t" 0))`)
	for _, tc := range []struct{ call, standard string }{
		{`(kafka-send p "t" "x" OPTION)`, "delivery-timeout-ms"},
		{`(kafka-send-records p (("topic" => "t")) OPTION)`, "delivery-timeout-ms"},
		{`(kafka-flush p OPTION)`, "delivery-timeout-ms"},
		{`(kafka-flush p 1000 OPTION)`, "delivery-timeout-ms"},
		{`(kafka-destroy (kafka-create "producer" "embedded") OPTION)`, "delivery-timeout-ms"},
		{`(kafka-destroy (kafka-create "admin" "embedded") OPTION)`, "default-api-timeout-ms"},
		{`(kafka-poll c 0 OPTION)`, "default-api-timeout-ms"},
		{`(kafka-poll c "t" 0 OPTION)`, "default-api-timeout-ms"},
		{`(kafka-subscribe c "t" OPTION)`, "default-api-timeout-ms"},
		{`(kafka-commit c OPTION)`, "default-api-timeout-ms"},
		{`(kafka-committed c OPTION)`, "default-api-timeout-ms"},
		{`(kafka-lag c OPTION)`, "default-api-timeout-ms"},
		{`(kafka-assign d (("topic" => "t" "partition" => 0)) OPTION)`, "default-api-timeout-ms"},
		{`(kafka-read c "t" OPTION)`, "default-api-timeout-ms"},
		{`(kafka-partitions p "t" OPTION)`, "default-api-timeout-ms"},
		{`(kafka-list-topics a OPTION)`, "default-api-timeout-ms"},
		{`(kafka-list-topics "embedded" OPTION)`, "default-api-timeout-ms"},
	} {
		for _, name := range waitingOptions(tc.standard) {
			for _, spelling := range []string{name, strings.TrimSuffix(strings.ReplaceAll(name, "-", "."), ".ms")} {
				s.eval(strings.Replace(tc.call, "OPTION", `"`+spelling+`" => "20000"`, 1))
			}
			s.fails(strings.Replace(tc.call, "OPTION", `"`+name+`" => -1`, 1), "INVALID_CONFIG")
		}
	}
	s.want(`(kafka-events a "timeout-ms" => 0 "codes" => "TOPIC_RECREATED")`, "()")
	s.want(`(kafka-destroy "p99" "timeout-ms" => 1)`, "false")
}

// TestEarlierTimeOfACall asserts that of two times of a poll the earlier one
// ends it.
func TestEarlierTimeOfACall(t *testing.T) {
	sideBySide(t)
	s := newScript(t)
	s.eval(`(do (kafka-create-topics "embedded" "t") (set c (kafka-create "consumer" "embedded")))`)
	start := time.Now()
	s.want(`(kafka-poll c "t" 3600000 "timeout-ms" => 10)`, "()")
	s.want(`(kafka-events c 3600000 "timeout-ms" => 10 "codes" => "TOPIC_RECREATED")`, "()")
	if took := time.Since(start); took > 50*time.Second {
		t.Errorf("the calls took %v", took)
	}
}
