package kafkalib

import (
	"runtime"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp"
)

func TestHandles(t *testing.T) {
	s := newScript(t)
	s.want(`(kafka-create "producer" "embedded")`, `"p1"`)
	s.want(`(kafka-create "consumer" ("servers" => "embedded" "group" => "g"))`, `"c2"`)
	s.want(`(kafka-create "admin" ("servers" => ("embedded")))`, `"a3"`)
	s.want(`(do (set out ()) (for-each (kafka-clients) h (push out (list h/id h/kind h/servers h/client-id))) out)`,
		`(("p1" "producer" "embedded" "bpl") ("c2" "consumer" "embedded" "bpl") ("a3" "admin" "embedded" "bpl"))`)
	s.want(`(kafka-destroy "p1")`, `true`)
	s.want(`(kafka-destroy "p1")`, `false`)
	s.want(`(kafka-delete-app "c2")`, `true`)
	s.want(`(kafka-create "producer" "embedded")`, `"p4"`) // numbers are never reused
	s.want(`(size (kafka-clients))`, `2`)
	s.fails(`(kafka-config "p1")`, "INVALID_HANDLE")
}

func TestCreateErrors(t *testing.T) {
	for _, tc := range []struct{ name, create, code, message string }{
		{"unknown kind", `(kafka-create "producr" "embedded")`, "INVALID_ARGUMENT", `did you mean "producer"`},
		{"kind of later", `(kafka-create "share-consumer" "embedded")`, "INVALID_CONFIG", "not supported yet"},
		{"no servers", `(kafka-create "producer")`, "INVALID_CONFIG", "servers are missing"},
		{"no servers in the list", `(kafka-create "producer" ("acks" => 1))`, "INVALID_CONFIG", "servers are missing"},
		{"bad servers", `(kafka-create "producer" "h:0")`, "INVALID_CONFIG", "1 to 65535"},
		{"servers are a number", `(kafka-create "producer" 9092)`, "INVALID_CONFIG", "servers"},
		{"unnamed in the list", `(kafka-create "producer" ("servers" => "embedded" "x"))`, "INVALID_CONFIG", "element without name at 1"},
		{"reference in a literal", `(do (set s "embedded") (kafka-create "producer" ("servers" => s)))`, "INVALID_CONFIG", "(list …)"},
		{"unknown option", `(kafka-create "producer" "embedded" "lingr-ms" => 5)`, "INVALID_CONFIG", `unknown option "lingr-ms" (5) for a producer; did you mean "linger-ms"?`},
		{"unknown option like none", `(kafka-create "producer" "embedded" "foo" => "bar")`, "INVALID_CONFIG", `unknown option "foo" ("bar") for a producer; (kafka-options "producer") lists those`},
		{"unknown option in capitals", `(kafka-create "producer" "embedded" "LINGER_MS" => 5)`, "INVALID_CONFIG", `did you mean "linger-ms"?`},
		{"first words of an option", `(kafka-create "consumer" "embedded" "heartbeat" => 5)`, "INVALID_CONFIG", `did you mean "heartbeat-interval-ms"?`},
		{"a secret, misspelt", `(kafka-create "producer" "embedded" "sasl-pasword" => "hunter2")`, "INVALID_CONFIG", `unknown option "sasl-pasword" (***) for a producer; did you mean "sasl-password"?`},
		{"option of another kind", `(kafka-create "producer" "embedded" "group-id" => "g")`, "INVALID_CONFIG", `"group-id" ("g") is not known for a producer, only for`},
		{"above a limit of 32 bits", `(kafka-create "producer" "embedded" "retries" => 2147483648)`, "INVALID_CONFIG", `got 2147483648, expected a whole number, 0 to 2147483647`},
		{"a list", `(kafka-create "consumer" "embedded" "auto-offset-reset" => ("time" => 5 (1 2) "a" "b"))`, "INVALID_CONFIG", `got ("time" => 5 a list of 2 "a" …), expected`},
		{"mechanism of another cloud", `(kafka-create "admin" "embedded" "sasl-mechanism" => "AWS_MSK_IAM")`, "INVALID_CONFIG", `AWS_MSK_IAM is not supported, expected PLAIN`},
		{"twice", `(kafka-create "producer" "embedded" "linger.ms" => 5 "linger-ms" => 6)`, "INVALID_CONFIG", "twice"},
		{"no configuration file", `(kafka-create "producer" "profile" => "dev")`, "INVALID_CONFIG", "no configuration file"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := newScript(t)
			e := s.fails(tc.create, tc.code)
			if !strings.Contains(e.Message, tc.message) {
				t.Errorf("message:\ngot  %s\nwant %s in it", e.Message, tc.message)
			}
			s.want(`(kafka-clients)`, `()`)
		})
	}
}

func TestConfigShowsNoSecret(t *testing.T) {
	s := newScript(t)
	s.eval(`(set a (kafka-create "admin" "localhost:1" "security.protocol" => "SASL_PLAINTEXT" "sasl.mechanism" => "PLAIN" "sasl.username" => "u" "sasl.password" => "hunter2"))`)
	s.want(`(do (set cfg (kafka-config a)) (list cfg/sasl-username cfg/sasl-password cfg/security-protocol cfg/servers))`, `("u" "***" "SASL_PLAINTEXT" "localhost:1")`)
}

func TestSecretsInExceptions(t *testing.T) {
	s := newScript(t)
	for _, src := range []string{
		"(do\n  (kafka-create \"admin\" \"embedded\" \"sasl-password\" =>\n    \"hunter2\" \"x\" => 1))",
		`(kafka-create "admin" "embedded" "sasl-password" => "hunter2" "x" => 1)`,
		`(kafka-create "admin" ("servers" => "embedded" "sasl.password" => "hunter2" "x" => 1))`,
		`(kafka-create "admin" (list "servers" => "embedded" "sasl_jaas_config" => "hunter2" "x" => 1))`,
		`(kafka-send (kafka-create "consumer" ("servers" => "embedded" "ssl-key-pem" => "hunter2")) "t" "x")`,
		`(kafka-create "admin" "embedded" "ssl-passwort" => 1 "ssl.password" => "hunter2")`,
		`(kafka-create "admin" ("servers" => "embedded" "sasl-password" "hunter2"))`,
		`(kafka-create "admin" "embedded" "sasl-pasword" => "hunter2")`,
		`(kafka-create "admin" "embedded" "SASL_PASSWRD" => "hunter2")`,
		`(kafka-create "admin" "embedded" "sasl.oauthbearer.tokn" => "hunter2")`,
		`(kafka-create "admin" "embedded" "sasl-jass-config" => "hunter2")`,
		`(kafka-create "admin" "embedded" "sasl-oauthbearer-client-sercet" => "hunter2")`,
		`(kafka-create "producer" "embedded" "basic-auth-user-inf" => "user:hunter2")`,
		`(kafka-list-topics "embedded" "sasl-password" => "hunter2" "x" => 1)`,
	} {
		_, err := s.try(src)
		e, ok := err.(*interp.Exception)
		if !ok {
			t.Fatalf("%s: got %v", src, err)
		}
		var shown strings.Builder // with the line of the source
		e.Show(&shown, false)
		if text := interp.FromList(e.Data).String() + e.Error() + shown.String(); strings.Contains(text, "hunter2") {
			t.Errorf("%s\nshows its secret: %s", src, text)
		} else if !strings.Contains(text, "***") {
			t.Errorf("%s\nthe expression is not masked but gone: %s", src, text)
		}
	}
}

func TestProfiles(t *testing.T) {
	file := `("profiles" => ("dev" => ("servers" => "embedded" "client-id" => "from-profile" "group-id" => "g" "sasl-password-env" => "PW")
	  "bad" => ("servers" => "embedded" "no-such" => 1)))`
	s := newScriptOn(t, newEmbedded(t), WithProfiles("/config.bpl"),
		WithFiles(func(path string) ([]byte, error) { return []byte(file), nil }),
		WithEnv(func(name string) (string, bool) { return "secret", name == "PW" }))
	s.want(`(get (kafka-config (kafka-create "producer" "profile" => "dev")) "client-id")`, `"from-profile"`)
	s.want(`(get (kafka-config (kafka-create "producer" ("profile" => "dev") "client-id" => "mine")) "client-id")`, `"mine"`)
	s.want(`(get (kafka-config (kafka-create "consumer" "profile" => "dev")) "group-id")`, `"g"`)
	if e := s.fails(`(kafka-create "producer" "profile" => "dve")`, "INVALID_CONFIG"); !strings.Contains(e.Message, `did you mean "dev"`) {
		t.Errorf("message: %s", e.Message)
	}
	if e := s.fails(`(kafka-create "producer" "profile" => "bad")`, "INVALID_CONFIG"); !strings.Contains(e.Message, `profile "bad"`) {
		t.Errorf("message: %s", e.Message)
	}
	s.want(`(kafka-list-topics () "profile" => "dev")`, `()`)
}

func TestPermissions(t *testing.T) {
	broker := newEmbedded(t)
	denied := func(s *script, src string) {
		t.Helper()
		_, err := s.try(src)
		if e, ok := err.(*interp.Exception); !ok || e.Type != "PermissionDenied" {
			t.Errorf("%s\ngot  %v\nwant PermissionDenied", src, err)
		}
	}
	s := newScriptOn(t, broker, WithPermissions(Permissions{
		Server:     func(a string) bool { return a == "embedded" },
		Topic:      func(topic string, op Operation) bool { return topic == "mine" && op != Delete },
		Operations: []Operation{Read, Write, Create, Look, Delete},
	}))
	denied(s, `(kafka-create "producer" "localhost:9092")`)
	denied(s, `(kafka-list-topics "localhost:9092")`)
	denied(s, `(kafka-create-topics "embedded" "other")`)
	s.want(`(kafka-create-topics "embedded" "mine")`, `("mine" => true)`)
	denied(s, `(kafka-delete-topics "embedded" "mine")`)
	denied(s, `(kafka-send (kafka-create "producer" "embedded") "other" "x")`)
	denied(s, `(kafka-poll (kafka-create "consumer" "embedded") "other" 0)`)
	s.want(`(kafka-send (kafka-create "producer" "embedded") "mine" "x")`, `null`)
	none := newScriptOn(t, broker, WithPermissions(Permissions{Operations: []Operation{}}))
	denied(none, `(kafka-list-topics "embedded")`)
}

func TestOwnEmbeddedBrokerPerSession(t *testing.T) {
	in, err := interp.New(interp.With(New()))
	if err != nil {
		t.Fatal(err)
	}
	a, b := &script{Session: in.NewSession(), t: t}, &script{Session: in.NewSession(), t: t}
	defer a.Close()
	defer b.Close()
	a.eval(`(kafka-create-topics "embedded" "t")`)
	a.want(`(kafka-list-topics ("embedded"))`, `("t")`)
	b.want(`(kafka-list-topics "embedded")`, `()`)
}

func TestLocalhostLeadsToTheEmbeddedBroker(t *testing.T) {
	s := newScriptOn(t, newEmbedded(t), WithLocalhostEmbedded())
	for _, server := range []string{"embedded", "localhost:9092", "127.0.0.1:9092", "[::1]:9092", "localhost"} {
		s.want(`(kafka-create-topics "`+server+`" "t" "if-not-exists" => true)`, `("t" => true)`)
	}
	s.want(`(kafka-list-topics "localhost:9092")`, `("t")`)
}

func TestNothingIsLeftBehind(t *testing.T) {
	before := runtime.NumGoroutine()
	in, err := interp.New(interp.With(New()))
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		s := &script{Session: in.NewSession(), t: t}
		s.eval(`(do (kafka-create-topics "embedded" "t")
		  (set p (kafka-create "producer" "embedded" "delivery" => "async" "on-delivery" => (function (r) null)))
		  (set c (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest"))
		  (kafka-send p "t" ("a" "b"))
		  (kafka-poll c "t" 60000))`)
		s.try(`(kafka-send p "unknown" 5)`)
		s.try(`(kafka-create "producer" "embedded" "x" => 1)`)
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	wantNothingLeft(t, before, nil)
}
