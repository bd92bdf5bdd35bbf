package kafkalib

import "github.com/bpl-lang/bpl/interp"

// Builtins are the functions of the library; the help of each stands beside
// its code.
func (l *Library) Builtins() []interp.Builtin {
	return append([]interp.Builtin{
		interp.Special("kafka-create", kafkaCreate, helpCreate),
		interp.Special("kafka-destroy", kafkaDestroy, helpDestroy),
		interp.Special("kafka-clients", kafkaClients, helpClients),
		interp.Special("kafka-config", kafkaConfig, helpConfig),
		interp.Special("kafka-options", kafkaOptions, helpOptions),
		interp.Special("kafka-codes", kafkaCodes, helpCodes),

		interp.Special("kafka-stats", kafkaStats, helpStats),
		interp.Special("kafka-on-stats", kafkaOnStats, helpOnStats),
		interp.Special("kafka-alarm", kafkaAlarm, helpAlarm),

		interp.Special("kafka-producer", kafkaProducer, helpProducer),
		interp.Special("kafka-consumer", kafkaConsumer, helpConsumer),
		interp.Special("kafka-delete-app", kafkaDestroy, helpDeleteApp),

		interp.Special("kafka-send", kafkaSend, helpSend),
		interp.Special("kafka-send-records", kafkaSendRecords, helpSendRecords),
		interp.Special("kafka-record", thrown(record), helpRecord),
		interp.Special("kafka-with-context", thrown(withContext), helpWithContext),
		interp.Special("kafka-flush", kafkaFlush, helpFlush),
		interp.Special("kafka-purge", kafkaPurge, helpPurge),
		interp.Special("kafka-spool", kafkaSpool, helpSpool),
		interp.Special("kafka-fault", kafkaFault, helpFault),
		interp.Special("kafka-partitions", kafkaPartitions, helpPartitions),

		interp.Special("kafka-poll", kafkaPoll, helpPoll),
		interp.Special("kafka-subscribe", kafkaSubscribe, helpSubscribe),
		interp.Special("kafka-commit", kafkaCommit, helpCommit),
		interp.Special("kafka-assign", kafkaAssign, helpAssign),
		interp.Special("kafka-seek", kafkaSeek, helpSeek),
		interp.Special("kafka-assignment", kafkaAssignment, helpAssignment),
		interp.Special("kafka-position", kafkaPosition, helpPosition),
		interp.Special("kafka-committed", kafkaCommitted, helpCommitted),
		interp.Special("kafka-lag", kafkaLag, helpLag),
		interp.Special("kafka-for-each", kafkaForEach, helpForEach),
		interp.Special("kafka-read", thrown(read), helpRead),
		interp.Special("kafka-pause", kafkaPause, helpPause),
		interp.Special("kafka-resume", kafkaResume, helpResume),

		interp.Special("kafka-events", kafkaEvents, helpEvents),
		interp.Special("kafka-on-event", kafkaOnEvent, helpOnEvent),
		interp.Special("kafka-off", kafkaOff, helpOff),
	}, append(administrationBuiltins(), schemaBuiltins()...)...)
}
