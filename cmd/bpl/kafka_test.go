package main

import (
	"testing"

	"github.com/bpl-lang/bpl/interp"
)

// TestKafka asserts that the command has the Kafka library, as its flags grant it.
func TestKafka(t *testing.T) {
	dir := t.TempDir()
	config := write(t, dir, "config.bpl", `("profiles" => ("dev" => ("client-id" => "from-profile")))`)
	refused := `(kafka-list-topics "127.0.0.1:1")`
	tests := []struct {
		name string
		args []string
		want want
	}{
		{"an embedded broker", []string{"-e", `(do (kafka-create-topics "embedded" (list "t")) (kafka-list-topics "embedded"))`}, want{out: "(\"t\")\n"}},
		{"none at the address", []string{"-e", refused}, want{code: 5, err: []string{"CONNECTION_REFUSED"}}},
		{"no such host", []string{"-e", `(kafka-list-topics "no-such-host.invalid")`}, want{code: 5, err: []string{"HOST_UNRESOLVED"}}},
		{"caught", []string{"-e", `(try ` + refused + ` (e "KafkaException" => e/code))`}, want{out: "\"CONNECTION_REFUSED\"\n"}},
		{"another mistake", []string{"-e", `(kafka-create "producer" "embedded" "akcs" => 1)`}, want{code: 1, err: []string{"INVALID_CONFIG"}}},
		{"--embedded", []string{"--embedded", "-e", `(do (kafka-create-topics "localhost:9092" (list "t")) (kafka-list-topics "embedded"))`}, want{out: "(\"t\")\n"}},
		{"--sandbox", []string{"--sandbox", "-e", `(kafka-list-topics "127.0.0.1:1")`}, want{code: 1, err: []string{"PermissionDenied"}}},
		{"--sandbox leaves the embedded broker", []string{"--sandbox", "-e", `(kafka-list-topics "embedded")`}, want{out: "()\n"}},
		{"--sandbox --embedded", []string{"--sandbox", "--embedded", "-e", `(kafka-list-topics "localhost:9092")`}, want{out: "()\n"}},
		{"--sandbox --allow-net", []string{"--sandbox", "--allow-net", "-e", refused}, want{code: 5, err: []string{"CONNECTION_REFUSED"}}},
		{"a profile for all clients", []string{"--config", config, "-P", "dev", "-e", `(get (kafka-config (kafka-create "producer" "embedded")) "client-id")`}, want{out: "\"from-profile\"\n"}},
		{"a profile that is not there", []string{"--config", config, "-P", "dve", "-e", `(kafka-create "producer" "embedded")`}, want{code: 1, err: []string{"dve", "dev"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { bpl(t, "", test.args...).check(t, test.want) })
	}
}

// TestExitCodesOfKafka: no broker can be reached, or none lets us in, is 5; every
// other KafkaException, and what only looks like one, is 1.
func TestExitCodesOfKafka(t *testing.T) {
	for code, want := range map[string]int{
		"ALL_BROKERS_DOWN": 5, "CONNECTION_REFUSED": 5, "HOST_UNRESOLVED": 5, "AUTHENTICATION_FAILED": 5, "SASL_AUTHENTICATION_FAILED": 5, "TLS_HANDSHAKE_FAILED": 5,
		"TIMED_OUT": 1, "UNKNOWN_TOPIC_OR_PARTITION": 1, "INVALID_CONFIG": 1, "": 1,
	} {
		if got := codeOf(&interp.Exception{Type: "KafkaException", Code: code}); got != want {
			t.Errorf("%s\ngot  %d\nwant %d", code, got, want)
		}
	}
	if got := codeOf(&interp.Exception{Type: "Mine", Code: "CONNECTION_REFUSED"}); got != 1 {
		t.Errorf("an exception of another type\ngot  %d\nwant 1", got)
	}
}
