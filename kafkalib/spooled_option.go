package kafkalib

import "strings"

// spoolKinds may keep their records on disk.
var spoolKinds = setOf(Producer, Recorder)

// The modes of a spool.
const (
	spoolAlways     = "always"
	spoolWhenNeeded = "when-needed"
)

// spoolOptions belong to the spool of a producer or recorder.
var spoolOptions = []*option{
	{name: "spool", kinds: spoolKinds, form: specialOption, rangeText: "name of a folder", emptyText: true, parse: parseSpoolFolder,
		meaning: "folder that keeps records on disk until they are delivered; made where there is none; one handle at a time"},
	{name: "spool-mode", kinds: spoolKinds, form: choiceOption, standard: spoolAlways, defaultText: `"always", of a recorder "when-needed"`, choices: []string{spoolAlways, spoolWhenNeeded},
		meaning: "whether every record is written before it is handed to the client, or all new ones while memory is full or Kafka is down"},
	{name: "spool-fsync", kinds: spoolKinds, form: specialOption, typeName: "text or milliseconds", standard: int64(1_000),
		rangeText: `"always" | "never" | milliseconds, at least 1`, parse: parseSpoolFsync,
		meaning: "when records are synced: before kafka-send returns (they survive a loss of power), by the operating system's choice, or so often; they survive the end of the process in any case"},
	{name: "spool-ack-interval-ms", kinds: spoolKinds, form: millisOption, standard: int64(100), min: 1, max: noLimit,
		meaning: "how often acknowledgements are synced; after a loss of power those since then come again"},
	{name: "spool-max-bytes", kinds: spoolKinds, form: bytesOption, standard: int64(1 << 30), min: 4_096, max: 1 << 50,
		meaning: "largest size of the spool's files; beyond it SPOOL_FULL"},
	{name: "spool-max-age-ms", kinds: spoolKinds, form: millisOption, min: 1, max: 1 << 45, defaultText: "no limit",
		meaning: "records that were accepted longer ago are dropped undelivered, each with event RECORD_DROPPED"},
	{name: "spool-id", kinds: spoolKinds, form: booleanOption, standard: false,
		meaning: "each record of the spool carries the headers spool-id and spool-seq, by which a reader can drop repeats"},
}

// parseSpoolFolder refuses what cannot be meant as a folder: taken as none, it
// would leave records without the spool that the script relies on.
func parseSpoolFolder(v any) (any, error) {
	s, ok := scalarText(v)
	if _, isTruth := v.(bool); !ok || isTruth || strings.TrimSpace(s) == "" {
		return nil, expected("the name of a folder (null: no spool)")
	}
	return s, nil
}

// parseSpoolFsync reads "always", "never" or a number of milliseconds, of
// which 0 means always.
func parseSpoolFsync(v any) (any, error) {
	what := expected(`"always", "never", or a whole number of milliseconds, at least 1`)
	if s, ok := v.(string); ok {
		switch s := strings.ToLower(strings.TrimSpace(s)); s {
		case "always", "never":
			return s, nil
		}
	}
	n, ok := wholeNumber(v)
	if !ok || n < 0 || n > noLimit {
		return nil, what
	}
	if n == 0 {
		return "always", nil
	}
	return n, nil
}

// spoolMode is the mode, whose default depends on the kind.
func (c *Config) spoolMode() string {
	if c.kind == Recorder && !c.given("spool-mode") {
		return spoolWhenNeeded
	}
	return c.text("spool-mode")
}

// checkSpool finds options that a spool excludes.
func (c *Config) checkSpool() *Error {
	if !spoolKinds.has(c.kind) {
		return nil
	}
	if !c.given("spool") {
		return nil
	}
	if c.given("transactional-id") {
		return c.contradiction("spool", "transactional-id", "a transaction cannot wait on disk")
	}
	if _, ok := c.value("partitioner").(callable); ok {
		return c.contradiction("spool", "partitioner", "with a spool the partition is chosen when the record is produced, perhaps by another process; name a partitioner")
	}
	if c.kind == Producer && c.text("when-full") != "block" {
		return c.contradiction("spool", "when-full", "what does not fit into memory is kept on disk; a full spool throws SPOOL_FULL")
	}
	return nil
}

// spools reports whether the handle has a spool.
func (c *Config) spools() bool { return spoolKinds.has(c.kind) && c.given("spool") }
