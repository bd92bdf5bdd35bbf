package kafkalib

import "strings"

// maxBatch is the largest batch that the client library builds.
const maxBatch = 1 << 30

// producerOptions belong to whatever sends records.
var producerOptions = []*option{
	{name: "acks", kinds: producingKinds, form: specialOption, typeName: "integer or text", standard: "all", rangeText: `0 | 1 | "all" | -1`, parse: parseAcks,
		meaning: "who has to have a record before it counts as sent: nobody, the leader, or all replicas in sync"},
	{name: "enable-idempotence", kinds: producingKinds, form: booleanOption, defaultText: "true, unless acks is not all",
		meaning: "the broker recognises repeats of the client's own retries"},
	{name: "delivery-timeout-ms", kinds: producingKinds, form: millisOption, standard: int64(120_000), min: 1_000, max: noLimit,
		meaning: "a record that was never written by then fails; one that was written and has no answer is reported as possibly stored"},
	{name: "retries", kinds: setOf(Producer, Recorder, Stream, Admin), form: integerOption, standard: int64(noLimit), min: 0, max: noLimit,
		meaning: "how often sending is repeated; a record that may be in flight is not failed by it"},
	{name: "linger-ms", kinds: producingKinds, form: millisOption, standard: int64(5), min: 0, max: 60_000,
		meaning: "how long a batch waits for more records; a sync send flushes its own records"},
	{name: "compression-type", kinds: producingKinds, form: choiceOption, standard: "none", choices: []string{"none", "gzip", "snappy", "lz4", "zstd"},
		meaning: "compression of batches"},
	{name: "compression-level", kinds: producingKinds, form: integerOption, min: -131_072, max: 22, defaultText: "the codec's own",
		meaning: "level of the compression: gzip 1 to 9, lz4 1 to 17, zstd 1 to 22; -1 is the codec's own"},
	{name: "compression-gzip-level", kinds: producingKinds, form: integerOption, min: -1, max: 9,
		meaning: "Java's compression-level where compression-type is gzip"},
	{name: "compression-lz4-level", kinds: producingKinds, form: integerOption, min: 1, max: 17,
		meaning: "Java's compression-level where compression-type is lz4"},
	{name: "compression-zstd-level", kinds: producingKinds, form: integerOption, min: -131_072, max: 22,
		meaning: "Java's compression-level where compression-type is zstd"},
	{name: "max-request-size", kinds: producingKinds, form: bytesOption, standard: int64(1_000_012), min: 512, max: maxBatch,
		meaning: "largest batch and record; beyond it MESSAGE_TOO_LARGE"},
	{name: "batch-size", kinds: producingKinds, form: bytesOption, standard: int64(16_384), min: 0, max: maxBatch, rangeText: "0 to max-request-size",
		meaning: "records without key go to one partition until so many bytes are together; no batch is limited by it"},
	{name: "max-buffered-records", kinds: producingKinds, form: integerOption, standard: int64(50_000), min: 1, max: noLimit,
		meaning: "records that may wait or be in flight, queue and client together"},
	{name: "buffer-memory", kinds: producingKinds, form: bytesOption, standard: int64(33_554_432), min: 1, max: 1 << 50,
		meaning: "bytes that may wait or be in flight, queue and client together"},
	{name: "max-in-flight-records", kinds: producingKinds, form: integerOption, standard: int64(10_000), min: 1, max: noLimit,
		meaning: "records that the client may hold; the others wait in the queue, where kafka-purge and when-full reach them"},
	{name: "max-block-ms", kinds: producingKinds, form: millisOption, standard: int64(60_000), min: 0, max: noLimit,
		meaning: "how long kafka-send waits for room in the queue before it throws QUEUE_FULL"},
	{name: "max-in-flight-requests-per-connection", kinds: producingKinds, form: integerOption, standard: int64(5), min: 1, max: 5,
		meaning: "requests without answer per broker; without effect while idempotent, because order is kept anyway"},
	{name: "partitioner", aliases: []string{"partitioner-class"}, kinds: producingKinds, form: specialOption, typeName: "text or function", standard: "murmur2",
		rangeText: "murmur2 | sticky | round-robin | crc32 | a function of (key value partition-count)", parse: parsePartitioner,
		meaning: "chooses the partition of a record that names none: murmur2 is Java's choice for the same key, sticky without key"},
	{name: "partitioner-ignore-keys", kinds: producingKinds, form: booleanOption, standard: false,
		meaning: "murmur2 treats all records as if they had no key"},
	{name: "when-full", kinds: setOf(Producer), form: choiceOption, standard: "block", choices: []string{"block", "throw", "drop-newest", "drop-oldest"},
		meaning: `what happens when the queue is full; other than "block" needs async delivery`},
	{name: "delivery", kinds: setOf(Producer), form: choiceOption, standard: "sync", choices: []string{"sync", "async"},
		meaning: "whether kafka-send returns when its records are acknowledged or when they are queued"},
	{name: "on-delivery", kinds: setOf(Producer), form: functionOption,
		meaning: "called for each record with its report or its error, in order per partition"},
	{name: "key-serializer", aliases: []string{"key-codec"}, kinds: setOf(Producer, Recorder), form: specialOption, standard: "String", rangeText: codecRange, parse: parseCodecName,
		meaning: "codec of keys"},
	{name: "value-serializer", aliases: []string{"value-codec"}, kinds: setOf(Producer, Recorder), form: specialOption, standard: "String", rangeText: codecRange, parse: parseCodecName,
		meaning: "codec of values"},
	{name: "transactional-id", kinds: producingKinds, form: textOption,
		meaning: "name under which the producer sends in transactions; not supported yet"},
	{name: "transaction-timeout-ms", kinds: producingKinds, form: millisOption, standard: int64(60_000), min: 1, max: noLimit,
		meaning: "the broker aborts a transaction after so long"},
	{name: "allow-auto-create-topics", kinds: setOf(Producer, Consumer, Recorder, Stream, ShareConsumer), form: booleanOption, standard: false,
		meaning: "asks the broker to create unknown topics, if its own configuration allows that"},
}

func parseAcks(v any) (any, error) {
	if s, ok := v.(string); ok && strings.EqualFold(strings.TrimSpace(s), "all") {
		return "all", nil
	}
	switch n, _ := wholeNumber(v); {
	case n == 1:
		return int64(1), nil
	case n == -1:
		return "all", nil
	case n == 0:
		if _, isNumber := wholeNumber(v); isNumber {
			return int64(0), nil
		}
	}
	return nil, expected(`0, 1, "all" or -1`)
}

// javaPartitioners are the classes of Java's client.
var javaPartitioners = map[string]string{
	"DefaultPartitioner":       "murmur2",
	"UniformStickyPartitioner": "sticky",
	"RoundRobinPartitioner":    "round-robin",
}

func parsePartitioner(v any) (any, error) {
	switch v := v.(type) {
	case callable:
		return v, nil
	case string:
		name := className(v)
		if java, ok := javaPartitioners[name]; ok {
			return java, nil
		}
		switch name {
		case "murmur2", "sticky", "round-robin", "crc32":
			return name, nil
		}
	}
	return nil, expected("murmur2, sticky, round-robin, crc32, or a function of (key value partition-count)")
}

// className is the last part of a Java class name, without the word "class"
// that Java's own printing of a configuration has.
func className(s string) string {
	s = strings.TrimPrefix(strings.TrimSpace(s), "class ")
	return s[strings.LastIndexAny(s, ".$")+1:]
}
