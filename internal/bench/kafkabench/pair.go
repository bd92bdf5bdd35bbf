package kafkabench

import (
	"context"
	"time"
)

// A pair is one piece of work, done by the client library alone and by a script.
type pair struct {
	name   string
	target float64 // the least ratio of a script's throughput to the client's
	reads  bool    // needs a topic that holds the records
	plain  work
	script work
}

// A work is done once with so many records, and tells its time.
type work func(ctx context.Context, b *broker, topic string, values [][]byte, count int) (time.Duration, error)

func scripted(open, code string) work {
	return func(ctx context.Context, b *broker, topic string, values [][]byte, count int) (time.Duration, error) {
		return runScript(ctx, b, topic, values, count, open, code)
	}
}

func consumed(ctx context.Context, b *broker, topic string, _ [][]byte, count int) (time.Duration, error) {
	return plainConsume(ctx, b, topic, count)
}

// pairs are what is measured, with the targets.
func pairs() []pair {
	return []pair{
		{name: "send, one message per call", target: 0.6, plain: plainProduce, script: scripted(openProducer, sendOne)},
		{name: "send, lists of 1,000", target: 0.85, plain: plainProduce, script: scripted(openProducer, sendLists)},
		{name: `poll, shape "values"`, target: 0.7, reads: true, plain: consumed, script: scripted(openConsumer, pollValues)},
		{name: `poll, shape "records"`, target: 0.4, reads: true, plain: consumed, script: scripted(openConsumer, pollRecords)},
		{name: "with a spool against without, one message per call", target: 0.7, plain: scripted(openProducer, sendOne), script: scripted(openSpooled, sendOne)},
		{name: "with a spool when needed against without, one message per call", target: 0.7, plain: scripted(openProducer, sendOne), script: scripted(openUnneeded, sendOne)},
		{name: "with a spool against without, lists of 1,000", target: 0.7, plain: scripted(openProducer, sendLists), script: scripted(openSpooled, sendLists)},
	}
}
