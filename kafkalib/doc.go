// Package kafkalib is the Kafka library of BPL: producers, consumers and
// administration, built on franz-go, for scripts (the kafka-… functions) and
// for Go programs that embed the interpreter.
//
// Two tables carry everything else. The option table (option_*.go) knows each
// client property: how it is spelt, what it accepts, what it defaults to and
// what it means. The code table (code_*.go) knows each error and event: where
// it comes from, whether a retry helps, and what it says about a record that
// failed. Validation, help, completion, masking and exceptions are read from
// these tables, so that none of them can disagree.
package kafkalib
