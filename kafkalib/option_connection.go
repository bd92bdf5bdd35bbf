package kafkalib

// connectionOptions say how a client reaches the cluster. All kinds have them.
var connectionOptions = []*option{
	{name: "servers", aliases: []string{"bootstrap-servers"}, kinds: allKinds, form: serversOption,
		rangeText: `"host:port", a list, or "embedded"`,
		meaning:   "addresses from which the client finds the cluster; a port left out is 9092"},
	{name: "profile", kinds: allKinds, form: textOption,
		meaning: "name of a profile of the configuration file, whose options stand behind those given here"},
	{name: "client-id", kinds: allKinds, form: textOption, standard: "bpl", rangeText: "at most 256 bytes",
		meaning: "name of the client in the brokers' logs and quotas"},
	{name: "client-rack", kinds: allKinds, form: textOption, rangeText: "at most 512 bytes",
		meaning: "rack of the client: it fetches from a replica there, and the sticky and range assignors prefer it"},
	{name: "request-timeout-ms", kinds: allKinds, form: millisOption, standard: int64(30_000), min: 100, max: 900_000,
		meaning: "time for one request; added to the time that the broker itself may take"},
	{name: "default-api-timeout-ms", kinds: allKinds, form: millisOption, standard: int64(60_000), min: 1, max: noLimit,
		meaning: "time for a call that has no time of its own, but for sending and polling"},
	{name: "socket-connection-setup-timeout-ms", kinds: allKinds, form: millisOption, standard: int64(10_000), min: 1, max: noLimit,
		meaning: "time for one attempt to connect"},
	{name: "connections-max-idle-ms", kinds: allKinds, form: millisOption, standard: int64(30_000), min: 100, max: 900_000,
		meaning: "a connection unused for so long is closed"},
	{name: "metadata-max-age-ms", kinds: allKinds, form: millisOption, standard: int64(300_000), min: 10, max: 3_600_000,
		meaning: "topics, partitions and leaders are asked for again after so long"},
	{name: "reconnect-backoff-ms", kinds: allKinds, form: millisOption, standard: int64(50), min: 0, max: noLimit,
		meaning: "pause before connecting again; doubles up to reconnect-backoff-max-ms"},
	{name: "reconnect-backoff-max-ms", kinds: allKinds, form: millisOption, standard: int64(1_000), min: 0, max: noLimit,
		meaning: "longest pause before connecting again"},
	{name: "retry-backoff-ms", kinds: allKinds, form: millisOption, standard: int64(100), min: 0, max: noLimit,
		meaning: "pause before repeating a request; doubles up to retry-backoff-max-ms"},
	{name: "retry-backoff-max-ms", kinds: allKinds, form: millisOption, standard: int64(1_000), min: 0, max: noLimit,
		meaning: "longest pause before repeating a request"},
}

// observationOptions belong to events, statistics and callbacks.
var observationOptions = []*option{
	{name: "callback-queue", kinds: allKinds, form: integerOption, standard: int64(10_000), min: 1, max: noLimit,
		meaning: "calls of the handle's functions that may wait; while they are as many, kafka-send waits"},
	{name: "event-buffer", kinds: allKinds, form: integerOption, standard: int64(10_000), min: 1, max: 10_000_000,
		meaning: "events that are kept for kafka-events; the oldest are discarded and counted"},
	{name: "broker-down-ms", kinds: allKinds, form: millisOption, standard: int64(1_000), min: 10, max: 900_000,
		meaning: "a broker is down when a connect or request to it failed and none has succeeded for so long"},
	{name: "event-probe-ms", kinds: allKinds, form: millisOption, standard: int64(5_000), min: 0, max: 900_000,
		meaning: "a broker without traffic for so long is probed on a connection of its own, so that its outage is an event; 0 = never"},
	{name: "event-probe-timeout-ms", kinds: allKinds, form: millisOption, standard: int64(2_000), min: 100, max: 900_000,
		meaning: "longest time for one probe"},
}
