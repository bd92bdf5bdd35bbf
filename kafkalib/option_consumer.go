package kafkalib

import "strings"

// consumerOptions belong to whatever reads records.
var consumerOptions = []*option{
	{name: "auto-offset-reset", kinds: consumingKinds, form: specialOption, typeName: "text or list", standard: "latest",
		rangeText: `latest | earliest | none | ("timestamp" => ms)`, parse: parseOffsetReset, show: showOffsetReset,
		meaning: "where to start, and to go on when the position is outside of the partition; on a share consumer the group's share.auto.offset.reset"},
	{name: "isolation-level", kinds: consumingKinds, form: choiceOption, standard: "read_committed", choices: []string{"read_committed", "read_uncommitted"},
		meaning: "whether records of open and aborted transactions are returned"},
	{name: "max-poll-records", kinds: consumingKinds, form: integerOption, standard: int64(500), min: 1, max: noLimit,
		meaning: "most records that one kafka-poll returns"},
	{name: "enable-partition-eof", kinds: setOf(Consumer), form: booleanOption, standard: false,
		meaning: "raise PARTITION_EOF when the last record of a partition was returned, and when there is none"},
	{name: "fetch-min-bytes", kinds: consumingKinds, form: bytesOption, standard: int64(1), min: 0, max: noLimit,
		meaning: "a broker waits until so many bytes are there, at most fetch-max-wait-ms"},
	{name: "fetch-max-wait-ms", kinds: consumingKinds, form: millisOption, standard: int64(500), min: 0, max: noLimit,
		meaning: "how long a broker waits for fetch-min-bytes"},
	{name: "fetch-max-bytes", kinds: consumingKinds, form: bytesOption, standard: int64(52_428_800), min: 0, max: maxBatch,
		meaning: "most bytes of one answer of a broker"},
	{name: "max-partition-fetch-bytes", kinds: consumingKinds, form: bytesOption, standard: int64(1_048_576), min: 0, max: maxBatch,
		meaning: "most bytes of one partition in an answer; a batch that is larger still comes"},
	{name: "key-deserializer", aliases: []string{"key-codec"}, kinds: setOf(Consumer, ShareConsumer), form: specialOption, standard: "String", rangeText: codecRange, parse: parseCodecName,
		meaning: "codec of keys"},
	{name: "value-deserializer", aliases: []string{"value-codec"}, kinds: setOf(Consumer, ShareConsumer), form: specialOption, standard: "String", rangeText: codecRange, parse: parseCodecName,
		meaning: "codec of values"},
	{name: "on-decode-error", kinds: setOf(Consumer, ShareConsumer), form: textOption, standard: "throw", rangeText: "throw | raw | skip | a topic",
		meaning: "what to do with a record that cannot be decoded: throw it, return it raw, count it, or send it raw to a dead-letter topic"},
	{name: "shape", kinds: setOf(Consumer, ShareConsumer), form: choiceOption, standard: "records", choices: []string{"records", "values", "by-topic"},
		meaning: "form of the lists that kafka-poll returns when the call does not say"},
}

// A startOffset is where a partition without position starts.
type startOffset struct {
	at     string // "earliest", "latest", "none", "timestamp"
	millis int64  // of "timestamp"
}

func parseOffsetReset(v any) (any, error) {
	switch v := v.(type) {
	case string:
		switch at := strings.ToLower(strings.TrimSpace(v)); at {
		case "earliest", "latest", "none":
			return startOffset{at: at}, nil
		case "beginning":
			return startOffset{at: "earliest"}, nil
		case "end":
			return startOffset{at: "latest"}, nil
		}
	case listValue:
		if ms, ok := v.get("timestamp"); ok && len(v) == 1 {
			if n, ok := wholeNumber(ms); ok && n >= 0 {
				return startOffset{at: "timestamp", millis: n}, nil
			}
		}
	}
	return nil, expected(`"latest", "earliest", "none" or ("timestamp" => ms)`)
}

// offsetReset is the value of auto-offset-reset, its default included.
func offsetReset(v any) startOffset {
	if s, ok := v.(startOffset); ok {
		return s
	}
	return startOffset{at: "latest"}
}

func showOffsetReset(v any) any {
	s, ok := v.(startOffset)
	switch {
	case !ok:
		return v
	case s.at == "timestamp":
		return listValue{{name: "timestamp", value: s.millis}}
	}
	return s.at
}
