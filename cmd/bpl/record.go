package main

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bpl-lang/bpl/kafkalib"
)

// recordFlags are the flags of bpl record.
type recordFlags struct {
	servers, topic, typ string
	json                bool
	encoding, whenFull  string
	spool, spoolMode    string
	fallbacks, options  []string
	key                 string
	flush               time.Duration
	stats               bool
}

func (c *command) newRecord() *cobra.Command {
	var f recordFlags
	cmd := &cobra.Command{
		Use:   "record [flags] --topic TOPIC",
		Short: "record the lines of standard input as events in Kafka",
		Long: `Reads lines, or with --json lines of JSON, and records each as an event: an id, a type,
host and pid, start and end, and a body, which is the line or the JSON value. A JSON object
is the event itself where all its names are among "id" "type" "host" "pid" "start" "end"
"body" "topic" "key" "key-base64", and "type" or "body" is one of them; its times are
seconds since 1970. So the files that --fallback file: writes can be recorded later.

Kafka need not be there: events are kept in memory, with --spool on disk, or go to a
fallback while it is away. By default reading waits while the memory is full;
--when-full says otherwise.

At the end of the input, and after SIGINT or SIGTERM, what is left has the time of --flush.
What is in the spool then stays for the next call. The exit code is 0 if every event was
delivered, spooled or taken by a fallback; 1 if some were rejected or lost, or a line was
no JSON; 5 if events were lost because no broker can be reached.`,
		Args: argCount(0, 0, ""),
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.servers, "servers", "s", "", "`HOST:PORT` of brokers, separated by commas (default localhost:9092)")
	flags.StringVarP(&f.topic, "topic", "t", "", "record to `TOPIC`")
	flags.BoolVar(&f.json, "json", false, "the lines are JSON")
	flags.StringVar(&f.typ, "type", "line", "`TYPE` of events that have none")
	flags.StringVar(&f.key, "key", "", "`NAME` of the body's field whose value is the key of the record")
	flags.StringVar(&f.encoding, "encoding", "json", "`FORM` of the records: json, msgpack or avro")
	flags.StringVar(&f.whenFull, "when-full", "block", "what a full memory does: block, drop-newest, drop-oldest or spool (`POLICY`)")
	flags.StringVar(&f.spool, "spool", "", "keep events in the folder `DIR` while Kafka is away")
	flags.StringVar(&f.spoolMode, "spool-mode", "", "`MODE`: when-needed, or always: every event goes through the spool")
	flags.StringArrayVar(&f.fallbacks, "fallback", nil, "while Kafka is away: spool, stderr, file:PATH or zeromq:tcp://HOST:PORT (repeatable, tried in order; `WHERE`)")
	flags.StringArrayVarP(&f.options, "option", "o", nil, "an option of recorders, `NAME=VALUE`, as (kafka-options \"recorder\") lists them (repeatable)")
	flags.StringVarP(&c.flags.kafkaProfile, "kafka-profile", "P", "", "take options from the profile `NAME` of the configuration")
	flags.StringVar(&c.flags.config, "config", "", "read the configuration from `FILE`")
	f.flush = 30 * time.Second
	flags.Var((*durationFlag)(&f.flush), "flush", "`TIME` to deliver what is left at the end")
	flags.BoolVar(&f.stats, "stats", false, "write what became of the events to standard error at the end")
	return c.subcommand(cmd, func(ctx context.Context, _ []string) int {
		settings, err := f.settings(c.flags.kafkaProfile != "")
		if err != nil {
			return c.fail(cmd, err)
		}
		return c.record(ctx, cmd, &f, settings)
	})
}

// settings are the options that the flags stand for.
func (f *recordFlags) settings(profile bool) ([]kafkalib.Setting, error) {
	if f.topic == "" && !slices.ContainsFunc(f.options, func(o string) bool { return strings.HasPrefix(o, "topic=") }) && !profile {
		return nil, misuse("--topic is missing: name the topic of the events")
	}
	if f.flush < 0 {
		return nil, misuse("--flush: got %v, want a time such as 30s", f.flush)
	}
	var all []kafkalib.Setting
	add := func(name, value string) {
		if value != "" {
			all = append(all, kafkalib.Setting{Name: name, Value: value})
		}
	}
	add("topic", f.topic)
	servers := f.servers
	if servers == "" && !profile {
		servers = "localhost:9092"
	}
	add("servers", servers)
	add("event-type", f.typ)
	add("encoding", f.encoding)
	add("when-full", f.whenFull)
	add("spool", f.spool)
	add("spool-mode", f.spoolMode)
	if len(f.fallbacks) > 0 {
		all = append(all, kafkalib.Setting{Name: "fallback", Value: f.fallbacks})
	}
	for _, o := range f.options {
		name, value, ok := strings.Cut(o, "=")
		if !ok || name == "" {
			return nil, misuse("--option %s: want NAME=VALUE, as in linger-ms=20", o)
		}
		add(name, value)
	}
	return all, nil
}

// record records standard input until it ends or ctx does.
func (c *command) record(ctx context.Context, cmd *cobra.Command, f *recordFlags, settings []kafkalib.Setting) int {
	options := []kafkalib.Option{
		kafkalib.WithEnv(os.LookupEnv), kafkalib.WithFiles(os.ReadFile), kafkalib.WithSpools(nil),
		kafkalib.WithStderr(c.err), kafkalib.WithObserver(c.showRecorderEvent), kafkalib.WithCloseTime(f.flush),
	}
	if path := c.flags.configFile(); path != "" {
		options = append(options, kafkalib.WithProfiles(path))
	}
	if c.flags.kafkaProfile != "" {
		options = append(options, kafkalib.WithProfile(c.flags.kafkaProfile))
	}
	rec, err := kafkalib.NewRecorder(settings, options...)
	if err != nil {
		var fault *kafkalib.Error
		if errors.As(err, &fault) && fault.Code == "INVALID_CONFIG" {
			return c.fail(cmd, misuse("%s", fault.Message))
		}
		c.say("%v", err)
		return exitFailure
	}
	shipper := &shipper{c: c, rec: rec, flags: f}
	readErr := shipper.ship(ctx)
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), f.flush)
	defer cancel()
	closeErr := rec.Close(closing)
	return shipper.outcome(ctx, readErr, closeErr)
}

// showRecorderEvent tells the user what happens to the way of his events.
func (c *command) showRecorderEvent(e kafkalib.Event) {
	cause := ""
	if e.Error != nil {
		cause = ": " + e.Error.Message
	}
	switch e.Code {
	case "FALLBACK_ENTERED":
		c.say("events go to the fallback %s%s", e.Fallback, cause)
	case "FALLBACK_LEFT":
		c.say("events go to Kafka again; %d took the fallback %s", *e.Count, e.Fallback)
	case "SPOOL_FULL", "SPOOL_DAMAGED", "SPOOL_TORN", "SPOOL_REJECTED", "DELIVERY_FAILED":
		c.say("%s%s", e.Code, cause)
	}
}
