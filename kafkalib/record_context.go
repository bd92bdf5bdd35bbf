package kafkalib

import (
	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib/recorder"
)

var helpWithContext = interp.Help{
	Signature: `(kafka-with-context kid fields CODE… "type" => t "id" => i "sample" => rate)`,
	Summary:   "evaluates code whose events carry fields and share an id",
	Result:    "the value of the last expression of the code",
	Args: []interp.HelpArg{
		{Name: "kid", Type: "string", Meaning: "a recorder"},
		{Name: "fields", Type: "list", Meaning: `("name" => value …), put into the body of each event that has no such field; null or () for none`},
		{Name: `"type"`, Type: "string", Meaning: `type of events without one; theirs may begin with a dot, which stands for it: ".done" in "job" is "job.done"`},
		{Name: `"id"`, Type: "string", Meaning: "of work that began elsewhere; without it the id of the context around, or a new one"},
		{Name: `"sample"`, Type: "number", Meaning: "part of such contexts that is recorded, 0 to 1; all of a context is recorded, or nothing, also in contexts within it"},
	},
	Errors: []string{
		"what the code throws",
		"INVALID_HANDLE: the handle is not an open recorder",
		"INVALID_ARGUMENT: fields is no list of names and values",
	},
	Related: []string{"kafka-record"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "worked")
  (set r (kafka-create "recorder" ("servers" => "embedded" "topic" => "worked")))
  (kafka-with-context r ("user" => 7) "type" => "job"
    (kafka-record r ("type" => ".begin" "body" => ()))
    (kafka-record r ("type" => ".done" "body" => ("ms" => 12))))
  (kafka-flush r)
  (set all (apply (kafka-read "embedded" "worked" "shape" => "values") t (parse t "json")))
  (set a (get all 0)) (set b (get all 1))
  (list a/type b/type b/body (= a/id b/id)))`, Result: `("job.begin" "job.done" ("ms" => 12 "user" => 7) true)`}},
}

// contextOptions are the named arguments of kafka-with-context.
var contextOptions = []string{"type", "id", "sample"}

// withContext is (kafka-with-context kid fields CODE… option…).
func withContext(c *interp.Call) (interp.Value, error) {
	a := &arguments{call: c}
	var code []int
	for i := range c.Len() {
		name := c.ArgName(i)
		if name == "" && len(a.values) == 2 {
			code = append(code, i)
			continue
		}
		v, err := c.Eval(i)
		if err != nil {
			return interp.Null(), err
		}
		if name == "" {
			a.values = append(a.values, v)
			continue
		}
		a.named = append(a.named, namedArgument{name: name, value: v})
	}
	h, err := a.handle(0, Recorder)
	if err != nil {
		return interp.Null(), err
	}
	typ, options, err := a.contextStart()
	if err != nil {
		return interp.Null(), err
	}
	e, executor := h.recorder, c.Executor()
	ctx, _ := e.rec.Start(e.context(executor), typ, options...)
	e.enter(executor, ctx)
	defer e.leave(executor)
	result := interp.Null()
	for _, i := range code {
		if result, err = c.Eval(i); err != nil {
			return interp.Null(), err
		}
	}
	return result, nil
}

// contextStart reads the fields and the named arguments.
func (a *arguments) contextStart() (typ string, options []recorder.ContextOption, err error) {
	fields := a.at(1)
	if l, ok := fields.AsList(); ok && (allNamed(l) || l.Len() == 0) {
		body, err := bodyList(l, 0)
		if err != nil {
			return "", nil, err
		}
		if named, ok := body.(recorder.Fields); ok {
			options = append(options, recorder.WithFields(named))
		}
	} else if !fields.IsNull() {
		return "", nil, a.wrong("fields", fields, `a list ("name" => value …), or null`)
	}
	for _, name := range []string{"type", "id"} {
		v, ok := a.option(name)
		if !ok {
			continue
		}
		text, isText := v.AsString()
		if !isText {
			return "", nil, a.wrongOption(name, v, "a string")
		}
		if name == "type" {
			typ = text
			continue
		}
		options = append(options, recorder.WithID(text))
	}
	if v, ok := a.option("sample"); ok {
		rate, isNumber := v.AsDouble()
		if n, isInt := v.AsInt(); isInt {
			rate, isNumber = float64(n), true
		}
		if !isNumber || !(rate >= 0 && rate <= 1) {
			return "", nil, a.wrongOption("sample", v, "a number from 0 to 1")
		}
		options = append(options, recorder.WithSampling(rate))
	}
	return typ, options, a.done(contextOptions...)
}
