package kafkalib

import "github.com/bpl-lang/bpl/interp"

// A builtin is a function of the library with its help. Errors of the library
// that it returns become exceptions.
type builtin struct {
	name string
	run  func(*interp.Call) (interp.Value, error)
	help interp.Help
}

// Builtins are the functions of the library; the help of each stands beside
// its code.
func (l *Library) Builtins() []interp.Builtin {
	var out []interp.Builtin
	for _, table := range [][]builtin{clientBuiltins, administrationBuiltins, schemaBuiltins} {
		for _, b := range table {
			out = append(out, interp.Special(b.name, thrown(b.run), b.help))
		}
	}
	return out
}

// thrown makes a built-in of a function whose errors are those of the
// library: they become the exception KafkaException.
func thrown(f func(call *interp.Call) (interp.Value, error)) func(call *interp.Call) (interp.Value, error) {
	return func(call *interp.Call) (interp.Value, error) {
		v, err := f(call)
		if err != nil {
			return interp.Null(), throw(call, err)
		}
		return v, nil
	}
}

// clientBuiltins are the functions about handles: producers, consumers,
// recorders, and what they tell of themselves.
var clientBuiltins = []builtin{
	{"kafka-create", kafkaCreate, helpCreate},
	{"kafka-destroy", destroy, helpDestroy},
	{"kafka-clients", kafkaClients, helpClients},
	{"kafka-config", kafkaConfig, helpConfig},
	{"kafka-options", kafkaOptions, helpOptions},
	{"kafka-codes", kafkaCodes, helpCodes},

	{"kafka-stats", kafkaStats, helpStats},
	{"kafka-on-stats", onStats, helpOnStats},
	{"kafka-alarm", newAlarm, helpAlarm},

	{"kafka-producer", kafkaProducer, helpProducer},
	{"kafka-consumer", kafkaConsumer, helpConsumer},
	{"kafka-delete-app", destroy, helpDeleteApp},

	{"kafka-send", kafkaSend, helpSend},
	{"kafka-send-records", sendRecords, helpSendRecords},
	{"kafka-record", record, helpRecord},
	{"kafka-with-context", withContext, helpWithContext},
	{"kafka-flush", flush, helpFlush},
	{"kafka-purge", kafkaPurge, helpPurge},
	{"kafka-spool", kafkaSpool, helpSpool},
	{"kafka-fault", kafkaFault, helpFault},
	{"kafka-partitions", partitions, helpPartitions},

	{"kafka-poll", poll, helpPoll},
	{"kafka-subscribe", subscribe, helpSubscribe},
	{"kafka-commit", commit, helpCommit},
	{"kafka-assign", assign, helpAssign},
	{"kafka-seek", kafkaSeek, helpSeek},
	{"kafka-assignment", kafkaAssignment, helpAssignment},
	{"kafka-position", kafkaPosition, helpPosition},
	{"kafka-committed", committed, helpCommitted},
	{"kafka-lag", lag, helpLag},
	{"kafka-for-each", kafkaForEach, helpForEach},
	{"kafka-read", read, helpRead},
	{"kafka-pause", kafkaPause, helpPause},
	{"kafka-resume", kafkaResume, helpResume},

	{"kafka-events", takeEvents, helpEvents},
	{"kafka-on-event", onEvent, helpOnEvent},
	{"kafka-off", kafkaOff, helpOff},
}
