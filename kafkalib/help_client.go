package kafkalib

import "github.com/bpl-lang/bpl/interp"

var helpCreate = interp.Help{
	Signature: `(kafka-create kind [config] "option" => value)`,
	Summary:   "creates a producer, consumer, admin or recorder handle; waits for no connection",
	Result:    `the handle: a letter for the kind and a number, such as "p1"`,
	Args: []interp.HelpArg{
		{Name: "kind", Type: "string", Meaning: `"producer", "consumer", "admin" or "recorder"`},
		{Name: "config", Type: "string or list", Meaning: `servers ("host:port", a list of these, or "embedded"), or a list with "servers" and options`},
		{Name: `"option"`, Type: "any", Meaning: "an option of the kind, see kafka-options; wins over config"},
	},
	Errors: []string{
		"INVALID_CONFIG: an option is unknown, has a wrong value, or contradicts another; the message names the nearest known option",
		"INVALID_ARGUMENT: there is no such kind",
	},
	Related: []string{"kafka-destroy", "kafka-options", "kafka-config", "kafka-clients", "kafka-send", "kafka-poll"},
	Examples: []interp.HelpExample{
		{Expression: `(kafka-create "producer" "embedded")`, Result: `"p1"`},
		{Expression: `(kafka-create "consumer" ("servers" => "embedded" "group" => "g" "auto.offset.reset" => "earliest"))`, Result: `"c1"`},
		{Expression: `(kafka-create "admin" ("embedded") "client-id" => "ops")`, Result: `"a1"`},
		{Expression: `(kafka-create "recorder" ("servers" => "embedded" "topic" => "events" "when-full" => "drop-oldest"))`, Result: `"r1"`},
	},
}

var argCloseTime = interp.HelpArg{Name: `"timeout-ms"`, Type: "number",
	Meaning: "longest time to close; what is not delivered then is given up. Default delivery-timeout-ms of producers and recorders, default-api-timeout-ms of others"}

var helpDestroy = interp.Help{
	Signature: `(kafka-destroy kid "timeout-ms" => n)`,
	Summary:   "flushes, commits what the script is done with, leaves the group and closes the handle",
	Result:    "true, or false where no such handle is open",
	Args: []interp.HelpArg{
		{Name: "kid", Type: "string", Meaning: "a handle"},
		argCloseTime,
	},
	Errors: []string{
		"the code of the first record that could not be delivered by then; \"records\" lists all of them",
		"INVALID_ARGUMENT: called in a callback of the same handle",
	},
	Related:  []string{"kafka-create", "kafka-flush", "kafka-delete-app"},
	Examples: []interp.HelpExample{{Expression: `(do (set p (kafka-create "producer" "embedded")) (list (kafka-destroy p) (kafka-destroy p)))`, Result: `(true false)`}},
}

var helpDeleteApp = interp.Help{
	Signature: `(kafka-delete-app kid "timeout-ms" => n)`,
	Summary:   "closes a handle: brain4it's name of kafka-destroy",
	Result:    "true, or false where no such handle is open",
	Args:      []interp.HelpArg{{Name: "kid", Type: "string", Meaning: "a handle"}, argCloseTime},
	Errors:    []string{"as kafka-destroy"},
	Related:   []string{"kafka-destroy"},
	Examples:  []interp.HelpExample{{Expression: `(kafka-delete-app "p99")`, Result: `false`}},
}

var helpClients = interp.Help{
	Signature: `(kafka-clients)`,
	Summary:   "lists the open handles of the session",
	Result:    `a list of ("id" "kind" "servers" "client-id" "created" "topics"); created in ms since 1970`,
	Related:   []string{"kafka-create", "kafka-config"},
	Examples:  []interp.HelpExample{{Expression: `(do (kafka-create "producer" "embedded") (get (get (kafka-clients) 0) "kind"))`, Result: `"producer"`}},
}

var helpConfig = interp.Help{
	Signature: `(kafka-config kid)`,
	Summary:   "gives the effective configuration of a handle",
	Result:    `name => value with dashed names, sorted; secrets read "***"`,
	Args:      []interp.HelpArg{{Name: "kid", Type: "string", Meaning: "a handle"}},
	Errors:    []string{"INVALID_HANDLE: the handle is not open"},
	Related:   []string{"kafka-options", "kafka-create"},
	Examples:  []interp.HelpExample{{Expression: `(get (kafka-config (kafka-create "producer" "embedded" "linger.ms" => 20)) "linger-ms")`, Result: `20`}},
}

var helpOptions = interp.Help{
	Signature: `(kafka-options [kind])`,
	Summary:   "describes the options of a kind, or of all kinds",
	Result:    `name => ("type" "default" "range" "meaning"), with "ignored" => reason where the option has no effect`,
	Args:      []interp.HelpArg{{Name: "kind", Type: "string", Meaning: `"producer", "consumer", "admin", "recorder", "stream" or "share-consumer"`}},
	Errors:    []string{"INVALID_ARGUMENT: there is no such kind"},
	Related:   []string{"kafka-create", "kafka-config", "kafka-codes"},
	Examples:  []interp.HelpExample{{Expression: `(get (get (kafka-options "producer") "linger-ms") "default")`, Result: `5`}},
}

var helpCodes = interp.Help{
	Signature: `(kafka-codes)`,
	Summary:   "describes the codes of exceptions and events",
	Result:    `name => ("kind" "origin" "severity" "fields" "meaning" "advice"); a name with several kinds or origins has them separated by "; "`,
	Related:   []string{"kafka-options"},
	Examples:  []interp.HelpExample{{Expression: `(get (get (kafka-codes) "QUEUE_FULL") "kind")`, Result: `"error; event"`}},
}
