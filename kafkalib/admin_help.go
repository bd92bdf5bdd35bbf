package kafkalib

import "github.com/bpl-lang/bpl/interp"

// Arguments that many administrative calls have.
var (
	argWhere    = interp.HelpArg{Name: "where", Type: "string or list", Meaning: "a handle of any kind, or servers, with connection options among the named arguments"}
	argTopics   = interp.HelpArg{Name: "topics", Type: "string or list", Meaning: `a name, ("name" => n …), or a list of these`}
	argGroups   = interp.HelpArg{Name: "groups", Type: "string or list", Meaning: "a group or a list of groups"}
	argGroup    = interp.HelpArg{Name: "group", Type: "string", Meaning: "a group"}
	argDetail   = interp.HelpArg{Name: `"detail"`, Type: "boolean", Meaning: "tells the code and the message of each failure"}
	argTimeout  = interp.HelpArg{Name: `"timeout-ms"`, Type: "number", Meaning: "longest time for the call; default default-api-timeout-ms"}
	errNoAnswer = "TIMED_OUT, CONNECTION_REFUSED, ALL_BROKERS_DOWN: the cluster did not answer"
	errTopic    = "UNKNOWN_TOPIC_OR_PARTITION: there is no such topic; in a list of topics it is an element with \"code\" and \"message\""
)
