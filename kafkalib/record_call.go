package kafkalib

import (
	"context"
	"slices"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib/recorder"
)

var helpRecord = interp.Help{
	Signature: `(kafka-record kid event "type" => t "key" => k "topic" => t "partition" => n "headers" => h "timestamp" => ms "id" => i "host" => h "pid" => n "start" => ms "end" => ms)`,
	Summary:   "records an event and goes on at once",
	Result:    "true when the event was accepted, false when it was rejected",
	Args: []interp.HelpArg{
		{Name: "kid", Type: "string", Meaning: "a recorder"},
		{Name: "event", Type: "any", Meaning: `a list with names of "id" "type" "host" "pid" "start" "end" "body" (times in ms since 1970), of which what is missing is filled in; anything else is the body of an event`},
		{Name: `"type"`, Type: "string", Meaning: `dotted, such as "web.request"; other names of an event likewise`},
		{Name: `"key"`, Type: "any", Meaning: "key of the record: events of one key keep their order"},
		{Name: `"topic"`, Type: "string", Meaning: "instead of the recorder's"},
		{Name: `"partition"`, Type: "number", Meaning: "instead of the one that the key chooses"},
		{Name: `"headers"`, Type: "list", Meaning: `("name" => value …) or a list of ("name" value)`},
		{Name: `"timestamp"`, Type: "number", Meaning: `of the record, ms since 1970: the same as "end"`},
	},
	Errors: []string{
		"SERIALIZATION: the event holds a function or contains itself",
		"INVALID_ARGUMENT: a field of the event has the wrong type",
		"INVALID_HANDLE: the handle is not an open recorder",
	},
	Related: []string{"kafka-create", "kafka-with-context", "kafka-flush", "kafka-stats"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "happened")
  (set r (kafka-create "recorder" ("servers" => "embedded" "topic" => "happened")))
  (set ok (kafka-record r ("type" => "app.start" "body" => ("version" => 7))))
  (kafka-flush r)
  (set e (parse (get (kafka-read "embedded" "happened" "shape" => "values") 0) "json"))
  (list ok e/type e/body))`, Result: `(true "app.start" ("version" => 7))`}},
}

// The named arguments of kafka-record: those that are fields of the event, and
// all.
var (
	eventOptions  = []string{"id", "type", "host", "pid", "start", "end"}
	recordOptions = slices.Concat(eventOptions, []string{"key", "topic", "partition", "headers", "timestamp"})
)

// record is (kafka-record kid event option…).
func record(c *interp.Call) (interp.Value, error) {
	a, err := readArguments(c, 2)
	if err != nil {
		return interp.Null(), err
	}
	h, err := a.handle(0, Recorder)
	if err != nil {
		return interp.Null(), err
	}
	event, err := a.readEvent(a.at(1))
	if err == nil {
		err = h.recorder.options(a, &event)
	}
	if err != nil {
		return interp.Null(), err
	}
	return interp.Bool(h.recorder.record(c, event)), nil
}

// options reads the named arguments of a call.
func (e *eventRecorder) options(a *arguments, event *recorder.Event) error {
	for _, name := range eventOptions {
		if v, ok := a.option(name); ok {
			if err := a.eventField(event, name, v); err != nil {
				return ofOption(err)
			}
		}
	}
	fields, err := readCommonFields(a)
	if err != nil {
		return err
	}
	if !fields.timestamp.IsZero() {
		event.End = fields.timestamp
	}
	if fields.partition != anyPartition {
		event.Partition = &fields.partition
	}
	for _, header := range fields.headers {
		event.Headers = append(event.Headers, recorder.Header(header))
	}
	if fields.hasKey && !fields.key.IsNull() {
		if event.Key, err = e.key.encode(fields.key); err != nil {
			return clientError("SERIALIZATION", a.call.Name()+": key: "+err.Error(), err)
		}
	}
	if v, ok := a.option("topic"); ok {
		name, isText := v.AsString()
		if !isText {
			return a.wrongOption("topic", v, "the name of a topic as a string")
		}
		if err := checkTopic(name); err != nil {
			return err
		}
		if err := e.h.state.lib.permit.topics(Write, name); err != nil {
			return err
		}
		event.Topic = name
	}
	return a.done(recordOptions...)
}

// record offers an event in the context of the executor, if it has one. Only a
// recorder that may wait gives the session's lock away for it.
func (e *eventRecorder) record(c *interp.Call, event recorder.Event) bool {
	around := e.context(c.Executor())
	if !e.mayWait() {
		return e.rec.RecordContext(around, event)
	}
	accepted := false
	_ = c.Unlocked(func(ctx context.Context) error {
		waiting, cancel := context.WithCancel(around)
		defer cancel()
		defer context.AfterFunc(ctx, cancel)()
		accepted = e.rec.RecordContext(waiting, event)
		return nil
	})
	return accepted
}

// mayWait reports whether recording can wait: for room, or for the disk.
func (e *eventRecorder) mayWait() bool {
	c := e.h.config
	return c.text("when-full") == "block" || c.text("when-full") == "spool" || c.spools() && c.spoolMode() == spoolAlways
}

// context is the innermost context of an executor.
func (e *eventRecorder) context(executor int) context.Context {
	e.mu.Lock()
	defer e.mu.Unlock()
	if all := e.contexts[executor]; len(all) > 0 {
		return all[len(all)-1]
	}
	return context.Background()
}

// enter makes ctx the innermost context of an executor, and leave ends that.
func (e *eventRecorder) enter(executor int, ctx context.Context) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.contexts[executor] = append(e.contexts[executor], ctx)
}

func (e *eventRecorder) leave(executor int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	all := e.contexts[executor]
	if all = all[:len(all)-1]; len(all) == 0 {
		delete(e.contexts, executor)
		return
	}
	e.contexts[executor] = all
}
