package kafkalib

import "github.com/bpl-lang/bpl/interp"

var helpSend = interp.Help{
	Signature: `(kafka-send kid topics messages "key" => k "partition" => p "timestamp" => ms "headers" => h "as" => form "report" => b "timeout-ms" => n)`,
	Summary:   "sends messages to one or several topics",
	Result:    `null once all are acknowledged, with "delivery" => "async" once they are queued, with a spool once they are in it; with "report" a list of ("topic" "partition" "offset" "timestamp"), with "outcome" where partition and offset are not known: "queued", "unconfirmed" (acks 0) or "spooled"`,
	Args: []interp.HelpArg{
		{Name: "kid", Type: "string", Meaning: "a producer"},
		{Name: "topics", Type: "string or list", Meaning: "each of these topics gets all messages"},
		{Name: "messages", Type: "any", Meaning: "a value: one message, null: a tombstone; a list: messages in order, named elements have the name as key; () sends nothing"},
		{Name: `"key"`, Type: "any", Meaning: "key of the elements without a name"},
		{Name: `"partition"`, Type: "number", Meaning: "partition in every topic"},
		{Name: `"timestamp"`, Type: "number", Meaning: "ms since 1970; default now"},
		{Name: `"headers"`, Type: "list", Meaning: `("name" => value …) or a list of ("name" value); values are strings or null`},
		{Name: `"as"`, Type: "string", Meaning: `"value": messages is one value, whatever it is; "messages": it is several`},
		{Name: `"report"`, Type: "boolean", Meaning: "gives where each record went"},
		{Name: `"timeout-ms"`, Type: "number", Meaning: "longest time to wait; the records keep their way. Default delivery-timeout-ms"},
	},
	Errors: []string{
		"SERIALIZATION: the codec cannot take a key or value; nothing was sent",
		"UNKNOWN_TOPIC_OR_PARTITION: there is no such topic or partition",
		"MESSAGE_TOO_LARGE: a record is larger than max-request-size",
		"QUEUE_FULL: no room within max-block-ms",
		"TIMED_OUT, DELIVERY_TIMED_OUT: \"records\" lists those not delivered, each with \"persisted\" \"no\" or \"possibly\"",
		"INVALID_ARGUMENT, INVALID_HANDLE, INVALID_TOPIC_EXCEPTION",
	},
	Related: []string{"kafka-create", "kafka-flush", "kafka-send-records", "kafka-poll"},
	Examples: []interp.HelpExample{
		{Expression: `(do (kafka-create-topics "embedded" "sent")
  (set p (kafka-create "producer" "embedded"))
  (kafka-send p "sent" "hello")
  (kafka-send p "sent" ("k1" => "a" "k2" => "b"))
  (get (get (kafka-send p "sent" "c" "report" => true) 0) "offset"))`, Result: `3`},
	},
}

var helpPoll = interp.Help{
	Signature: `(kafka-poll kid [topics] millis "max-records" => n "shape" => s "detail" => b "timeout-ms" => n)`,
	Summary:   "returns the records that have arrived, waiting for the first one",
	Result:    `by shape: "records" a list of ("topic" "partition" "offset" "timestamp" "key" "value" "headers"), "values" a flat list, "by-topic" topic => (key => value …)`,
	Args: []interp.HelpArg{
		{Name: "kid", Type: "string", Meaning: "a consumer"},
		{Name: "topics", Type: "string or list", Meaning: "subscribes where these are not the topics of the subscription"},
		{Name: "millis", Type: "number", Meaning: "longest time to wait for the first record"},
		{Name: `"max-records"`, Type: "number", Meaning: "most records; default max-poll-records"},
		{Name: `"shape"`, Type: "string", Meaning: `"records", "values" or "by-topic"; default the consumer's shape`},
		{Name: `"detail"`, Type: "boolean", Meaning: `adds "timestamp-type" "leader-epoch" "key-size" "value-size" to each record`},
		{Name: `"timeout-ms"`, Type: "number", Meaning: "ends the waiting where it is earlier than millis; default default-api-timeout-ms for changing the subscription"},
	},
	Errors: []string{
		"DESERIALIZATION: a record cannot be decoded; the next poll goes on behind it",
		"UNKNOWN_TOPIC_OR_PARTITION: a topic does not exist; thrown once",
		"OFFSET_OUT_OF_RANGE: there is no commit, or the position is outside of the partition, and auto-offset-reset is \"none\"",
		"TOPIC_AUTHORIZATION_FAILED, GROUP_AUTHORIZATION_FAILED and what else waiting cannot cure",
		"INVALID_ARGUMENT, INVALID_HANDLE, INVALID_TOPIC_EXCEPTION",
	},
	Related: []string{"kafka-subscribe", "kafka-commit", "kafka-for-each", "kafka-read"},
	Examples: []interp.HelpExample{
		{Expression: `(do (kafka-create-topics "embedded" "polled")
  (kafka-send (kafka-create "producer" "embedded") "polled" ("k" => "hello" "world"))
  (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest"))
  (kafka-poll c "polled" 5000 "shape" => "values"))`, Result: `("hello" "world")`},
		{Expression: `(do (kafka-create-topics "embedded" "polled-by-topic")
  (kafka-send (kafka-create "producer" "embedded") "polled-by-topic" ("k" => "hello" "world"))
  (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest"))
  (kafka-poll c "polled-by-topic" 5000 "shape" => "by-topic"))`, Result: `("polled-by-topic" => ("k" => "hello" "world"))`},
	},
}

var helpSubscribe = interp.Help{
	Signature: `(kafka-subscribe kid topics "pattern" => b "timeout-ms" => n)`,
	Summary:   "chooses the topics that a consumer reads; () unsubscribes",
	Result:    "the topics subscribed to, or the pattern",
	Args: []interp.HelpArg{
		{Name: "kid", Type: "string", Meaning: "a consumer"},
		{Name: "topics", Type: "string or list", Meaning: "names, or with \"pattern\" a regular expression for whole names"},
		{Name: `"pattern"`, Type: "boolean", Meaning: "topics is a regular expression; new topics join by themselves"},
		{Name: `"timeout-ms"`, Type: "number", Meaning: "longest time to wait for a poll of another executor; default default-api-timeout-ms"},
	},
	Errors:   []string{"INVALID_ARGUMENT, INVALID_HANDLE, INVALID_TOPIC_EXCEPTION"},
	Related:  []string{"kafka-poll", "kafka-assign"},
	Examples: []interp.HelpExample{{Expression: `(kafka-subscribe (kafka-create "consumer" "embedded") ("b" "a"))`, Result: `("a" "b")`}},
}

var helpCommit = interp.Help{
	Signature: `(kafka-commit kid [offsets] "records" => l "async" => b "timeout-ms" => n)`,
	Summary:   "commits the records that the polls have returned so far, or the offsets given",
	Result:    "true",
	Args: []interp.HelpArg{
		{Name: "kid", Type: "string", Meaning: "a consumer with a group"},
		{Name: "offsets", Type: "list", Meaning: `a list of ("topic" "partition" "offset") with optional "metadata"; the offset is that of the next record to read`},
		{Name: `"records"`, Type: "list", Meaning: "commits behind these records"},
		{Name: `"async"`, Type: "boolean", Meaning: "returns at once; a failure is the event COMMIT_FAILED"},
		{Name: `"timeout-ms"`, Type: "number", Meaning: "longest time to wait; default default-api-timeout-ms"},
	},
	Errors: []string{
		"INVALID_CONFIG: the consumer has no group",
		"the broker's code where it refuses, such as UNKNOWN_MEMBER_ID or GROUP_AUTHORIZATION_FAILED",
		"TIMED_OUT: the group's coordinator did not answer, or the member was joining its group all the time, for which it waits until the other members poll; nothing is stored",
		"INVALID_ARGUMENT, INVALID_HANDLE, INVALID_TOPIC_EXCEPTION",
	},
	Related: []string{"kafka-poll", "kafka-committed"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "committed")
  (kafka-send (kafka-create "producer" "embedded") "committed" "x")
  (set c (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest"))
  (kafka-poll c "committed" 10000)
  (kafka-commit c))`, Result: `true`}},
}
