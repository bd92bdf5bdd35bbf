package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bpl-lang/bpl/kafkalib"
	"github.com/bpl-lang/bpl/kafkalib/recorder"
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

// A shipper reads lines and records them.
type shipper struct {
	c     *command
	rec   *kafkalib.OpenRecorder
	flags *recordFlags
	lines int64
	bad   int64 // lines that are no JSON
}

// longestLine bounds what is held of one line; the rest of a longer one is the next
// event.
const longestLine = 16 << 20

// ship records lines until the input ends, or ctx does. Reading has a goroutine of
// its own, because it cannot be interrupted; it ends with the input.
func (s *shipper) ship(ctx context.Context) error {
	in := bufio.NewReaderSize(s.c.in, 64<<10)
	type read struct {
		line []byte
		err  error
	}
	lines := make(chan read)
	go func() {
		defer close(lines)
		for {
			line, err := readLine(in)
			select {
			case lines <- read{line, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case r, ok := <-lines:
			if !ok {
				return nil
			}
			if len(r.line) > 0 {
				s.line(ctx, r.line)
			}
			if r.err != nil {
				return endOfInput(r.err)
			}
		}
	}
}

// line records one line.
func (s *shipper) line(ctx context.Context, line []byte) {
	s.lines++
	var e recorder.Event
	if !s.flags.json {
		e.Body = string(line)
	} else if err := readJSONEvent(line, &e); err != nil {
		s.bad++
		if s.bad <= shownBadLines {
			s.c.say("line %d is no JSON: %v", s.lines, err)
		}
		return
	}
	if name := s.flags.key; name != "" && e.Key == nil {
		e.Key = keyOf(e.Body, name)
	}
	s.rec.RecordContext(ctx, e)
}

// shownBadLines is how many lines that are no JSON are told one by one.
const shownBadLines = 10

// outcome tells what was lost and returns the exit code.
func (s *shipper) outcome(ctx context.Context, readErr, closeErr error) int {
	n := s.rec.Counters()
	if s.flags.stats {
		s.c.say("%d offered, %d rejected, %d delivered, %d failed, %d dropped, %d fallen back, %d spooled",
			n.Offered, n.Rejected, n.Delivered, n.Failed, n.Dropped, n.FallenBack, n.Spooled)
	}
	code := exitOK
	if s.bad > 0 {
		s.c.say("lines that are no JSON: %d", s.bad)
		code = exitFailure
	}
	if lost := n.Rejected + n.Failed + n.Dropped; lost > 0 {
		s.c.say("lost %d of %d events: %d rejected, %d failed, %d dropped", lost, n.Offered, n.Rejected, n.Failed, n.Dropped)
		code = exitFailure
	}
	if readErr != nil {
		s.c.say("standard input: %v", readErr)
		code = exitFailure
	}
	if closeErr != nil {
		code = exitFailure
		s.c.say("%v", closeErr)
		var left *recorder.UndeliveredError
		if errors.As(closeErr, &left) && left.Last != nil && slices.Contains(unreachable, kafkalib.CodeOf(left.Last)) {
			code = exitUnreachable
		}
	}
	if err := ended(ctx); err != nil {
		s.c.say("%v", err)
		return codeOf(err)
	}
	return code
}

// keyOf is the key that a field of the body holds, nil where there is none.
func keyOf(body any, name string) []byte {
	fields, _ := body.(recorder.Fields)
	for _, f := range fields {
		if f.Name != name || f.Value == nil {
			continue
		}
		if text, ok := f.Value.(string); ok {
			return []byte(text)
		}
		return fmt.Append(nil, f.Value)
	}
	return nil
}
