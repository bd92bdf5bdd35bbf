package kafkalib

import (
	"github.com/bpl-lang/bpl/interp"
)

var helpSpool = interp.Help{
	Signature: `(kafka-spool kid)`,
	Summary:   "tells what waits in the spool of a producer or recorder",
	Result:    `("id" "records" "bytes" "oldest" "segments" "rejected"): the uuid of the spool; how many records wait for delivery and their bytes; when the oldest of them was accepted, ms since 1970, null where there is none; the number of files; how many records were rejected and wait for a replay by hand (bpl spool)`,
	Args:      []interp.HelpArg{{Name: "kid", Type: "string", Meaning: "a producer or recorder that was created with \"spool\""}},
	Errors: []string{
		"INVALID_HANDLE: the handle is not an open producer or recorder",
		"INVALID_ARGUMENT: it has no spool",
	},
	Examples: []interp.HelpExample{{
		Expression: `(try (kafka-spool (kafka-create "producer" "embedded")) (e "KafkaException" => e/code))`, Result: `"INVALID_ARGUMENT"`}},
	Related: []string{"kafka-create", "kafka-send", "kafka-flush", "kafka-events"},
}

var spoolShape = interp.NewShape("id", "records", "bytes", "oldest", "segments", "rejected")

// kafkaSpool is (kafka-spool kid).
func kafkaSpool(c *interp.Call) (interp.Value, error) {
	_, h, err := handleArguments(c, 1, Producer, Recorder)
	if err != nil {
		return interp.Null(), err
	}
	if h.spool == nil {
		return interp.Null(), invalidArgument(c.Name() + ": handle " + quote(h.id) + ` has no spool: create it with "spool" => folder`)
	}
	stats := h.spool.Stats()
	b := interp.NewListBuilder(spoolShape, 1, 0)
	b.Value(interp.String(stats.ID))
	b.Value(number(stats.Records))
	b.Value(number(stats.Bytes))
	if stats.Oldest.IsZero() {
		b.Null()
	} else {
		b.Long(stats.Oldest.UnixMilli())
	}
	b.Value(number(int64(stats.Segments)))
	b.Value(number(stats.Rejected))
	return interp.FromList(b.List()), nil
}
