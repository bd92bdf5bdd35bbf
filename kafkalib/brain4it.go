package kafkalib

import (
	"crypto/rand"

	"github.com/bpl-lang/bpl/interp"
)

// The names of brain4it's library, with its defaults and shapes.

var helpProducer = interp.Help{
	Signature: `(kafka-producer config "option" => value)`,
	Summary:   "creates a producer, as brain4it's function of this name",
	Result:    "the handle, such as \"p1\"",
	Args:      []interp.HelpArg{{Name: "config", Type: "string or list", Meaning: "servers, or a list with \"servers\" and options"}},
	Errors:    []string{"INVALID_CONFIG: an option is unknown or wrong"},
	Related:   []string{"kafka-create", "kafka-delete-app"},
	Examples:  []interp.HelpExample{{Expression: `(kafka-delete-app (kafka-producer "embedded"))`, Result: `true`}},
}

// kafkaProducer is (kafka-producer config option…).
func kafkaProducer(c *interp.Call) (interp.Value, error) {
	a, err := readArguments(c, 1)
	if err != nil {
		return interp.Null(), err
	}
	return createWith(c, a, 0, Producer)
}

var helpConsumer = interp.Help{
	Signature: `(kafka-consumer config "option" => value)`,
	Summary:   "creates a consumer with brain4it's defaults: a fresh group, no automatic commits, ten records per poll, shape \"by-topic\"",
	Result:    "the handle, such as \"c1\"",
	Args:      []interp.HelpArg{{Name: "config", Type: "string or list", Meaning: "servers, or a list with \"servers\" and options"}},
	Errors:    []string{"INVALID_CONFIG: an option is unknown or wrong"},
	Related:   []string{"kafka-create", "kafka-subscribe", "kafka-poll", "kafka-commit", "kafka-delete-app"},
	Examples: []interp.HelpExample{{
		Expression: `(get (kafka-config (kafka-consumer "embedded")) "max-poll-records")`, Result: `10`}},
}

// kafkaConsumer is (kafka-consumer config option…).
func kafkaConsumer(c *interp.Call) (interp.Value, error) {
	a, err := readArguments(c, 1)
	if err != nil {
		return interp.Null(), err
	}
	return createWith(c, a, 0, Consumer,
		setting{"group-id", "bpl-" + freshID()},
		setting{"enable-auto-commit", false},
		setting{"auto-offset-reset", "latest"},
		setting{"max-poll-records", int64(10)},
		setting{"session-timeout-ms", int64(10_000)},
		setting{"shape", "by-topic"})
}

// freshID is text that no other client has.
func freshID() string { return rand.Text() }
