// Package commandtest holds tests of whole processes on a real Kafka: scripts
// that bpl runs and that come to all kinds of ends.
package commandtest
