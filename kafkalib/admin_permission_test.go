package kafkalib

import (
	"errors"
	"io/fs"
	"slices"
	"testing"
)

// denied checks that a call throws PermissionDenied.
func (s *script) denied(src string) {
	s.t.Helper()
	if v, err := s.try(src); !errors.Is(err, fs.ErrPermission) {
		s.t.Errorf("%s\ngot  %v, %v\nwant PermissionDenied", src, v, err)
	}
}

var administrationCalls = []struct {
	call  string
	op    Operation
	topic bool // the call is about topic "mine"
}{
	{`(kafka-create-topics "embedded" ("fine" "mine"))`, Create, true},
	{`(kafka-create-partitions "embedded" "mine" 3)`, Create, true},
	{`(kafka-delete-topics "embedded" "mine")`, Delete, true},
	{`(kafka-list-topics "embedded")`, Look, false},
	{`(kafka-describe-topics "embedded" ("mine"))`, Look, true},
	{`(kafka-configs "embedded" "mine")`, Look, true},
	{`(kafka-configs "embedded" 0 "of" => "brokers")`, Look, false},
	{`(kafka-alter-configs "embedded" "mine" ("retention.ms" => 1))`, Alter, true},
	{`(kafka-alter-configs "embedded" "g" ("consumer.session.timeout.ms" => 50000) "of" => "groups")`, Alter, false},
	{`(kafka-offsets "embedded" "mine")`, Look, true},
	{`(kafka-count "embedded" "mine")`, Look, true},
	{`(kafka-delete-records "embedded" (list ("topic" => "mine" "partition" => 0 "offset" => 0)))`, Delete, true},
	{`(kafka-cluster "embedded")`, Look, false},
	{`(kafka-leaders "embedded" "mine")`, Look, true},
	{`(kafka-elect-leaders "embedded" "mine")`, Alter, true},
	{`(kafka-log-dirs "embedded")`, Look, false},
	{`(kafka-groups "embedded")`, Look, false},
	{`(kafka-describe-groups "embedded" "g")`, Look, false},
	{`(kafka-group-offsets "embedded" "g")`, Look, false},
	{`(kafka-group-lag "embedded" ("g"))`, Look, false},
	{`(kafka-alter-group-offsets "embedded" "g" "mine" "to" => 0)`, Alter, true},
	{`(kafka-delete-group-offsets "embedded" "g" "mine")`, Delete, true},
	{`(kafka-delete-groups "embedded" "g")`, Delete, false},
}

// TestAdministrationIsPermitted withholds servers, topics and operations in
// turn. What is withheld throws before anything is asked.
func TestAdministrationIsPermitted(t *testing.T) {
	sideBySide(t)
	known := make(map[string]bool)
	for _, c := range administrationCalls {
		v := newEmbeddedScript(t).eval(`(string (get (quote ` + c.call + `) 0))`)
		name, _ := v.AsString()
		known[name] = true
	}
	for _, b := range administrationBuiltins {
		if !known[b.name] {
			t.Errorf("no call of %s is tested", b.name)
		}
	}
	broker := newEmbedded(t)
	all := []Operation{Read, Write, Create, Delete, Alter, Look}
	for _, c := range administrationCalls {
		t.Run(c.call, func(t *testing.T) {
			without := slices.DeleteFunc(slices.Clone(all), func(op Operation) bool { return op == c.op })
			newScriptOn(t, broker, WithPermissions(Permissions{Operations: without})).denied(c.call)
			newScriptOn(t, broker, WithPermissions(Permissions{Server: func(string) bool { return false }})).denied(c.call)
			if c.topic {
				newScriptOn(t, broker, WithPermissions(Permissions{Topic: func(topic string, op Operation) bool { return topic != "mine" || op != c.op }})).denied(c.call)
			}
			only := newScriptOn(t, broker, WithPermissions(Permissions{Operations: []Operation{c.op}, Topic: func(_ string, op Operation) bool { return op == c.op }}))
			if _, err := only.try(c.call); errors.Is(err, fs.ErrPermission) {
				t.Errorf("with nothing but its own operation: got %v", err)
			}
		})
	}
}

// TestWithheldTopicsAreNotShown leaves topics that the host withholds out of
// lists and messages, as brokers do.
func TestWithheldTopicsAreNotShown(t *testing.T) {
	broker := newEmbedded(t)
	host := newScriptOn(t, broker)
	host.eval(`(do (kafka-create-topics "embedded" ("mine" "yours"))
	  (kafka-alter-group-offsets "embedded" "g" ("mine" "yours") "to" => 0))`)
	s := newScriptOn(t, broker, WithPermissions(Permissions{Topic: func(topic string, _ Operation) bool { return topic != "mine" }}))
	s.want(`(kafka-list-topics "embedded")`, `("yours")`)
	s.want(`(apply (kafka-log-dirs "embedded") d (get d "topic"))`, `("yours")`)
	s.want(`(apply (kafka-group-offsets "embedded" "g") o (get o "topic"))`, `("yours")`)
	s.want(`(apply (kafka-group-lag "embedded" "g") l (get l "topic"))`, `("yours")`)
	s.want(`(get (get (kafka-describe-topics "embedded" ("mina")) "mina") "message")`, `"topic \"mina\" does not exist"`)
}
