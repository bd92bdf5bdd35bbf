package kafkalib

import (
	"net"
	"testing"
	"time"
)

func TestCreateTopics(t *testing.T) {
	s := newScript(t)
	s.want(`(kafka-create-topics "embedded" "a")`, `("a" => true)`)
	s.want(`(kafka-create-topics "embedded" "a")`, `("a" => false)`)
	s.want(`(kafka-create-topics "embedded" "a" "if-not-exists" => true)`, `("a" => true)`)
	s.want(`(kafka-create-topics "embedded" ("b" "c" "b"))`, `("b" => true "c" => true)`)
	s.want(`(kafka-create-topics "embedded" ("name" => "d" "partitions" => 3))`, `("d" => true)`)
	s.want(`(size (kafka-partitions (kafka-create "admin" "embedded") "d"))`, `3`)
	s.want(`(kafka-create-topics "embedded" ("e" ("name" => "f" "partitions" => 2)) "partitions" => 4)`, `("e" => true "f" => true)`)
	s.want(`(list (size (kafka-partitions "a1" "e")) (size (kafka-partitions "a1" "f")))`, `(4 2)`)
	s.want(`(kafka-create-topics "a1" "g" "validate-only" => true)`, `("g" => true)`)
	s.want(`(kafka-create-topics "a1" ())`, `()`)
	s.eval(`(set made (kafka-create-topics "a1" ("a" "500") "detail" => true))`)
	s.want(`(list made/a/created made/a/code (get made "500"))`, `(false "TOPIC_ALREADY_EXISTS" ("created" => true "code" => null "message" => null))`)
	s.want(`(kafka-list-topics "embedded")`, `("500" "a" "b" "c" "d" "e" "f")`)
	s.want(`(kafka-delete-topics "embedded" ("500" "b" "nope"))`, `("500" => true "b" => true "nope" => false)`)
	s.want(`(kafka-delete-topics "embedded" "nope" "detail" => true)`,
		`("nope" => ("deleted" => false "code" => "UNKNOWN_TOPIC_OR_PARTITION" "message" => "topic \"nope\" does not exist"))`)
	s.want(`(kafka-list-topics "a1")`, `("a" "c" "d" "e" "f")`)
}

func TestAdminErrors(t *testing.T) {
	for _, tc := range []struct{ name, call, code string }{
		{"bad name", `(kafka-create-topics "embedded" "a b")`, "INVALID_TOPIC_EXCEPTION"},
		{"bad name in a list", `(kafka-create-topics "embedded" ("a" ("name" => "..")))`, "INVALID_TOPIC_EXCEPTION"},
		{"partitions", `(kafka-create-topics "embedded" "a" "partitions" => 0)`, "INVALID_CONFIG"},
		{"replication", `(kafka-create-topics "embedded" "a" "replication-factor" => 0)`, "INVALID_CONFIG"},
		{"setting", `(kafka-create-topics "embedded" ("name" => "a" "partition" => 2))`, "INVALID_ARGUMENT"},
		{"configs", `(kafka-create-topics "embedded" "a" "configs" => 5)`, "INVALID_CONFIG"},
		{"option", `(kafka-create-topics "embedded" "a" "partition" => 5)`, "INVALID_CONFIG"},
		{"option with a handle", `(do (kafka-create "admin" "embedded") (kafka-create-topics "a1" "a" "client-id" => "x"))`, "INVALID_CONFIG"},
		{"where", `(kafka-list-topics 5)`, "INVALID_CONFIG"},
		{"handle", `(kafka-list-topics "a7")`, "INVALID_HANDLE"},
		{"no where", `(kafka-list-topics null)`, "INVALID_CONFIG"},
		{"unknown topic", `(kafka-partitions (kafka-create "admin" "embedded") "nope")`, "UNKNOWN_TOPIC_OR_PARTITION"},
	} {
		t.Run(tc.name, func(t *testing.T) { newScript(t).fails(tc.call, tc.code) })
	}
}

func TestUnreachableServers(t *testing.T) {
	alwaysSideBySide(t)
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refusing := closed.Addr().String()
	closed.Close()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	s := newEmbeddedScript(t)
	s.eval(`(set refusing "` + refusing + `")`)
	s.eval(`(set silent "` + silent.Addr().String() + `")`)
	for _, tc := range []struct {
		name, call, code string
		most             time.Duration
	}{
		{"list, refused", `(kafka-list-topics refusing)`, "CONNECTION_REFUSED", time.Second},
		{"send, refused", `(kafka-send (kafka-create "producer" refusing) "t" "x")`, "CONNECTION_REFUSED", time.Second},
		{"async send, refused", `(kafka-send (kafka-create "producer" refusing "delivery" => "async") "t" "x")`, "CONNECTION_REFUSED", time.Second},
		{"poll, refused", `(kafka-poll (kafka-create "consumer" refusing) "t" 10000)`, "CONNECTION_REFUSED", time.Second},
		{"list, unresolved", `(kafka-list-topics "no-such-host.invalid")`, "HOST_UNRESOLVED", 5 * time.Second},
		{"list, silent", `(kafka-list-topics silent "timeout-ms" => 500)`, "TIMED_OUT", time.Second},
		{"send, silent", `(kafka-send (kafka-create "producer" silent) "t" "x" "timeout-ms" => 500)`, "TIMED_OUT", time.Second},
		{"poll, silent", `(kafka-poll (kafka-create "consumer" silent) "t" 500)`, "TIMED_OUT", 2 * time.Second},
	} {
		t.Run(tc.name, func(t *testing.T) {
			start := time.Now()
			s.fails(tc.call, tc.code)
			inTime(t, start, tc.most)
		})
	}
}

func TestCreatePartitions(t *testing.T) {
	s := newScript(t)
	s.eval(`(kafka-create-topics "embedded" ("a" "b" ("name" => "500" "partitions" => 2)))`)
	s.want(`(kafka-create-partitions "embedded" "a" 3)`, `("a" => true)`)
	s.want(`(size (get (get (kafka-describe-topics "embedded" "a") "a") "partitions"))`, `3`)
	s.want(`(kafka-create-partitions "embedded" ("a" "nope" ("name" => "b" "total" => 2) "500") 3)`,
		`("a" => false "nope" => false "b" => true "500" => true)`)
	s.want(`(kafka-create-partitions "embedded" ("a" "nope") "3" "detail" => true)`,
		`("a" => ("created" => false "code" => "INVALID_PARTITIONS" "message" => "topic \"a\" has 3 partitions, the new number 3 has to be greater")`+
			` "nope" => ("created" => false "code" => "UNKNOWN_TOPIC_OR_PARTITION" "message" => "topic \"nope\" does not exist"))`)
	s.want(`(kafka-create-partitions "embedded" "b" 9 "validate-only" => true)`, `("b" => true)`)
	s.want(`(apply (kafka-describe-topics "embedded" ("b" "500")) t (size (get t "partitions")))`, `("b" => 2 "500" => 3)`)
	s.want(`(kafka-create-partitions "embedded" () 3)`, `()`)
	s.fails(`(kafka-create-partitions "embedded" "a" null)`, "INVALID_ARGUMENT")
	s.fails(`(kafka-create-partitions "embedded" "a" 0)`, "INVALID_ARGUMENT")
	s.fails(`(kafka-create-partitions "embedded" "a" 3000000000)`, "INVALID_ARGUMENT")
	s.fails(`(kafka-create-partitions "embedded" ("name" => "a" "partitions" => 4) 5)`, "INVALID_ARGUMENT")
	s.fails(`(kafka-create-partitions "embedded" null 3)`, "INVALID_ARGUMENT")
}

func TestDescribeTopics(t *testing.T) {
	s := newScript(t)
	s.eval(`(kafka-create-topics "embedded" ("orders" ("name" => "500" "partitions" => 2)))`)
	s.want(`(apply (kafka-describe-topics "embedded" ("500" "orders" "500")) d (size (get d "partitions")))`, `("500" => 2 "orders" => 1)`)
	s.want(`(kafka-describe-topics "embedded" ("ordres"))`,
		`("ordres" => ("code" => "UNKNOWN_TOPIC_OR_PARTITION" "message" => "topic \"ordres\" does not exist; did you mean \"orders\"?"))`)
	s.want(`(apply (kafka-describe-topics "embedded" ("nope" "500")) d (get d "internal"))`, `("nope" => null "500" => false)`)
	id := s.eval(`(get (get (kafka-describe-topics "embedded" "500") "500") "id")`)
	if text, ok := id.AsString(); !ok || len(text) != 22 {
		t.Errorf("id: got %s, want 22 characters", id)
	}
	s.eval(`(do (kafka-delete-topics "embedded" "500") (kafka-create-topics "embedded" "500"))`)
	if again := s.eval(`(get (get (kafka-describe-topics "embedded" "500") "500") "id")`); again.Equal(id) {
		t.Errorf("id of the new topic: got %s, want another than before", again)
	}
	s.want(`(kafka-describe-topics "embedded" ())`, `()`)
	s.fails(`(kafka-describe-topics "embedded" ("a" "b c"))`, "INVALID_TOPIC_EXCEPTION")
	s.fails(`(kafka-describe-topics "embedded" 500)`, "INVALID_ARGUMENT")
}

func TestOptionsOfCalls(t *testing.T) {
	for _, tc := range []struct{ name, call, code string }{
		{"nearest of the call", `(kafka-list-topics "embedded" "intrenal" => true)`, "INVALID_CONFIG"},
		{"nearest of the connection", `(kafka-list-topics "embedded" "client-idd" => "x")`, "INVALID_CONFIG"},
		{"twice", `(kafka-list-topics "embedded" "internal" => true "Internal" => false)`, "INVALID_CONFIG"},
		{"time", `(kafka-list-topics "embedded" "timeout-ms" => -1)`, "INVALID_CONFIG"},
		{"time of a request with a handle", `(do (kafka-create "admin" "embedded") (kafka-list-topics "a1" "request-timeout-ms" => 5))`, "INVALID_CONFIG"},
		{"time of a request with servers", `(kafka-list-topics "embedded" "request-timeout-ms" => 5)`, "INVALID_CONFIG"},
	} {
		t.Run(tc.name, func(t *testing.T) { newScript(t).fails(tc.call, tc.code) })
	}
	s := newScript(t)
	s.eval(`(do (set p (kafka-create "producer" "embedded")) (set c (kafka-create "consumer" "embedded")))`)
	s.want(`(apply (list p c "embedded") h (kafka-list-topics h "request.timeout.ms" => "5000" "default-api-timeout" => 9000 "timeout-ms" => 8000))`, `(() () ())`)
	s.want(`(kafka-list-topics "embedded" "internal" => null "internal" => "true" "internal" => true)`, s.eval(`(kafka-list-topics "embedded" "internal" => true)`).String())
}
