package kafkalib

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// recorderScript is a session with a topic "t" and a recorder r of it.
func recorderScript(t *testing.T, options string) *script {
	t.Helper()
	s := newEmbeddedScript(t)
	s.eval(`(kafka-create-topics "embedded" "t")`)
	s.eval(`(set r (kafka-create "recorder" ("servers" => "embedded" "topic" => "t") ` + options + `))`)
	return s
}

func TestRecordEvents(t *testing.T) {
	s := recorderScript(t, "")
	s.eval(`(set read (function () (apply (kafka-read "embedded" "t" "shape" => "values") v (parse v "json"))))`)
	for _, tc := range []struct{ call, show, want string }{
		{`(kafka-record r ("type" => "app.start" "body" => ("n" => 1)))`, `(list e/type e/body)`, `("app.start" ("n" => 1))`},
		{`(kafka-record r ("n" => 1 "type" => "x"))`, `(list e/type e/body)`, `("event" ("n" => 1 "type" => "x"))`},
		{`(kafka-record r "text")`, `e/body`, `"text"`},
		{`(kafka-record r null)`, `e/body`, `null`},
		{`(kafka-record r (1 2.5 true null "x"))`, `e/body`, `(1 2.5 true null "x")`},
		{`(kafka-record r "b" "type" => "a.b" "id" => "i" "host" => "h" "pid" => 7 "start" => 1500 "end" => 2500.5)`,
			`e`, `("id" => "i" "type" => "a.b" "host" => "h" "pid" => 7 "start" => 1.5 "end" => 2.5005 "body" => "b")`},
	} {
		s.want(tc.call, "true")
		s.want(`(kafka-flush r)`, "0")
		s.eval(`(set all (read))`)
		s.eval(`(set e (get all (- (size all) 1)))`)
		s.want(tc.show, tc.want)
	}
	s.want(`(do (set st (kafka-stats r)) (list st/recorder/offered st/recorder/delivered st/recorder/pending st/accepted))`, `(6 6 0 6)`)
	s.want(`(get (get (kafka-clients) 0) "topics")`, `("t")`)
	s.want(`(kafka-destroy r)`, "true")
}

func TestRecordOptions(t *testing.T) {
	s := recorderScript(t, "")
	s.eval(`(kafka-create-topics "embedded" ("name" => "u" "partitions" => 3))`)
	s.want(`(kafka-record r "x" "topic" => "u" "partition" => 2 "key" => "k" "headers" => ("a" => "b") "timestamp" => 12345)`, "true")
	s.want(`(kafka-flush r)`, "0")
	s.want(`(do (set m (get (kafka-read "embedded" "u") 0)) (list m/partition m/key m/headers m/timestamp))`, `(2 "k" ("a" => "b") 12345)`)
}

func TestRecordRefuses(t *testing.T) {
	s := recorderScript(t, "")
	for _, tc := range []struct{ call, code, message string }{
		{`(kafka-record "r99" 1)`, "INVALID_HANDLE", "expected an open recorder"},
		{`(kafka-record r (function (x) x))`, "SERIALIZATION", "cannot hold a function"},
		{`(do (set l (list 1)) (put l 0 l) (kafka-record r l))`, "SERIALIZATION", "contains itself"},
		{`(kafka-record r ("type" => 5 "body" => 1))`, "INVALID_ARGUMENT", "event: type: got 5, expected a string"},
		{`(kafka-record r ("type" => "t" "start" => "x"))`, "INVALID_ARGUMENT", "milliseconds since 1970"},
		{`(kafka-record r 1 "topic" => "a b")`, "INVALID_TOPIC_EXCEPTION", ""},
		{`(kafka-record r 1 "tpoic" => "a")`, "INVALID_CONFIG", `unknown option "tpoic"`},
		{`(kafka-record r 1 "partition" => -1)`, "INVALID_CONFIG", "partition"},
		{`(kafka-with-context r 5 1)`, "INVALID_ARGUMENT", "fields: got 5"},
		{`(kafka-with-context r () 1 "sample" => 2)`, "INVALID_CONFIG", "a number from 0 to 1"},
		{`(kafka-with-context "p1" () 1)`, "INVALID_HANDLE", ""},
		{`(kafka-send r "t" "x")`, "INVALID_HANDLE", "is a recorder, expected an open producer"},
	} {
		s.wantThrown(tc.call, tc.code, tc.message)
	}
}

func TestRecorderConfig(t *testing.T) {
	s := spoolGranted(t)
	create := func(options string) string {
		return `(kafka-create "recorder" ("servers" => "embedded") ` + options + `)`
	}
	for _, tc := range []struct{ call, message string }{
		{create(``), `option "topic" is missing`},
		{create(`"topic" => "a b"`), `option "topic"`},
		{create(`"topic" => "t" "when-full" => "throw"`), `drop-newest, drop-oldest, block, spool`},
		{create(`"topic" => "t" "encoding" => "xml"`), `json, msgpack, avro`},
		{create(`"topic" => "t" "when-full" => "spool"`), `give its folder with option "spool"`},
		{create(`"topic" => "t" "fallback" => "spool"`), `give its folder with option "spool"`},
		{create(`"topic" => "t" "fallback" => "tape"`), `expected "spool", "stderr"`},
		{create(`"topic" => "t" "fallback" => ("file" => 5)`), `the place of "file" as text`},
		{create(`"topic" => "t" "fallback" => ("zeromq" => "udp://x:1")`), `expected "tcp://host:port"`},
		{create(`"topic" => "t" "fallback" => ("stderr" "keep" => 2)`), `behind the "file"`},
		{create(`"topic" => "t" "max-buffered-records" => 20000000`), `at most 10000000`},
		{create(`"topic" => "t" "partitioner" => (function (k v n) 0)`), `name a partitioner`},
		{create(`"topic" => "t" "transactional-id" => "x"`), `transactional-id`},
		{create(`"topic" => "t" "acks" => 1 "enable-idempotence" => true`), `contradict`},
		{create(`"topic" => "t" "fallbak" => "stderr"`), `did you mean "fallback"?`},
	} {
		s.wantThrown(tc.call, "INVALID_CONFIG", tc.message)
	}
	s.eval(`(set r ` + create(`"topic" => "t" "fallback" => ("stderr" ("file" => "f" "keep" => 2)) "encoding" => "msgpack"`) + `)`)
	s.want(`(do (set c (kafka-config r)) (list c/fallback c/encoding c/when-full c/max-buffered-records c/buffer-memory))`,
		`(("stderr" ("file" => "f" "keep" => 2)) "msgpack" "drop-newest" 50000 33554432)`)
	s.want(`(get (get (kafka-options "recorder") "fallback") "default")`, `()`)
}

func TestWithContext(t *testing.T) {
	s := recorderScript(t, "")
	s.want(`(kafka-with-context r ("user" => 7 "role" => "x") "type" => "web.request"
		(kafka-record r ("type" => ".query" "body" => ("user" => 8)))
		(kafka-with-context r ("deep" => true) "type" => ".request.part" (kafka-record r null))
		"done")`, `"done"`)
	s.want(`(kafka-with-context r () "sample" => 0 (kafka-with-context r () "sample" => 1 (kafka-record r "never")))`, "true")
	s.want(`(kafka-with-context r null "id" => "given" (kafka-record r 1))`, "true")
	s.eval(`(try (kafka-with-context r ("a" => 1) (throw "X")) (e "X" => null))`)
	s.want(`(kafka-record r "outside")`, "true")
	s.want(`(kafka-flush r)`, "0")
	s.eval(`(set all (apply (kafka-read "embedded" "t" "shape" => "values") v (parse v "json")))`)
	s.want(`(apply all e (list e/type e/body))`,
		`(("web.request.query" ("user" => 8 "role" => "x")) ("web.request.part" ("user" => 7 "role" => "x" "deep" => true)) ("event" 1) ("event" "outside"))`)
	s.want(`(do (set a (get all 0)) (set b (get all 1)) (set c (get all 2)) (set d (get all 3)) (list (= a/id b/id) c/id (= a/id d/id)))`, `(true "given" false)`)
	s.want(`(do (set st (kafka-stats r)) st/recorder/sampled-out)`, "1")
}

func TestRecorderEncodings(t *testing.T) {
	for encoding, want := range map[string]string{
		"json":    `{"id":"i","type":"event","host":"h","pid":1,"start":1.000000,"end":2.000000,"body":{"a":1}}`,
		"msgpack": "\x87\xa2id\xa1i\xa4type\xa5event\xa4host\xa1h\xa3pid\x01\xa5start\xcb\x3f\xf0\x00\x00\x00\x00\x00\x00\xa3end\xcb\x40\x00\x00\x00\x00\x00\x00\x00\xa4body\x81\xa1a\x01",
		"avro":    "\x02i\x0aevent\x02h\x02\x80\x89\x7a\x80\x92\xf4\x01\x0e{\"a\":1}",
	} {
		t.Run(encoding, func(t *testing.T) {
			s := recorderScript(t, `"encoding" => "`+encoding+`"`)
			s.want(`(kafka-record r ("id" => "i" "host" => "h" "pid" => 1 "start" => 1000 "end" => 2000 "body" => ("a" => 1)))`, "true")
			s.want(`(kafka-flush r)`, "0")
			v := s.eval(`(get (kafka-read "embedded" "t" "shape" => "values") 0)`)
			if got, _ := v.AsString(); got != want {
				t.Errorf("value:\n got %q\nwant %q", got, want)
			}
		})
	}
}

func TestRecorderFallsBackToFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.log")
	s := spoolGranted(t)
	s.eval(`(set r (kafka-create "recorder" ("servers" => "127.0.0.1:1" "topic" => "t") "broker-down-ms" => 20 "fallback" => ("file" => "` + filepath.ToSlash(path) + `")))`)
	s.want(`(kafka-record r ("a" => 1) "key" => "k")`, "true")
	s.want(`(kafka-flush r 20000)`, "0")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(string(data), `"body":{"a":1},"topic":"t","key":"k"}`+"\n") {
		t.Errorf("file:\n%s", data)
	}
	s.want(`(do (set st (kafka-stats r)) (list st/recorder/fallen-back st/recorder/delivered))`, "(1 0)")
	s.want(`(apply (kafka-events r 0 "codes" => ("FALLBACK_ENTERED")) e (list e/fallback (get e/error "code")))`, `(("file" "CONNECTION_REFUSED"))`)
	s.want(`(kafka-destroy r)`, "true")
}

func TestRecorderLosesOnDestroy(t *testing.T) {
	s := spoolGranted(t)
	s.eval(`(set r (kafka-create "recorder" ("servers" => "127.0.0.1:1" "topic" => "t")))`)
	s.want(`(kafka-record r "x" "key" => "k")`, "true")
	s.want(`(kafka-flush r 10)`, "1")
	s.want(`(try (kafka-destroy r "timeout-ms" => 50) (e "KafkaException" => (list e/code (get (get e/records 0) "key"))))`, `("DELIVERY_TIMED_OUT" "k")`)
}

// TestRecorderSpoolLocked has two recorders of one process that name one spool.
func TestRecorderSpoolLocked(t *testing.T) {
	dir := filepath.ToSlash(filepath.Join(t.TempDir(), "spool"))
	s := spoolGranted(t)
	create := `(kafka-create "recorder" ("servers" => "127.0.0.1:1" "topic" => "t" "spool" => "` + dir + `" "broker-down-ms" => 20))`
	s.eval(`(set r ` + create + `)`)
	s.wantThrown(create, "SPOOL_LOCKED", "belongs to another handle or process")
	s.want(`(kafka-record r "x")`, "true")
	eventuallyTrue(t, s, `(= (get (kafka-spool r) "records") 1)`)
	s.want(`(kafka-destroy r)`, "true")
	s.eval(`(set r ` + create + `)`)
	s.want(`(do (set st (kafka-stats r)) (list st/recorder/recovered st/recorder/recovered-pending st/recorder/accepted))`, "(1 1 0)")
}
