package kafkalib

import (
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sr/srfake"
)

const (
	userAvro  = `{"type":"record","name":"shop.User","fields":[{"name":"id","type":"long"},{"name":"name","type":["null","string"],"default":null}]}`
	userJSON  = `{"title":"User","type":"object","properties":{"id":{"type":"integer"},"name":{"type":"string"}},"required":["id"]}`
	userProto = "syntax = \"proto3\"; package shop; message Other { int32 x = 1; } message User { int64 id = 1; string name = 2; }"
)

// newRegistry starts a registry that counts its requests.
func newRegistry(t testing.TB, opts ...srfake.Option) (r *srfake.Registry, requests *atomic.Int64) {
	t.Helper()
	r = srfake.New(opts...)
	t.Cleanup(r.Close)
	requests = new(atomic.Int64)
	r.Intercept(func(http.ResponseWriter, *http.Request) bool {
		requests.Add(1)
		return false
	})
	return r, requests
}

func (s *script) define(name, value string) {
	s.t.Helper()
	if err := s.Set(name, value); err != nil {
		s.t.Fatal(err)
	}
}

// schemaScript is a session with the variables url, avro, json and proto, and
// a topic t.
func schemaScript(t testing.TB, url string) *script {
	t.Helper()
	s := newEmbeddedScript(t)
	s.define("url", url)
	s.define("avro", userAvro)
	s.define("json", userJSON)
	s.define("proto", userProto)
	s.want(`(kafka-create-topics "embedded" "t")`, `("t" => true)`)
	return s
}

func TestSchemaCodecs(t *testing.T) {
	tests := []struct{ name, codec, schema, options string }{
		{"Avro by prefix", "Avro", "avro", ``},
		{"Avro by header", "Avro", "avro", `"schema-id-location" => "header"`},
		{"JSON Schema by prefix", "JsonSchema", "json", ``},
		{"JSON Schema by header", "JsonSchema", "json", `"schema-id-location" => "header"`},
		{"Protobuf by prefix", "Protobuf", "proto", `"value-schema-message" => "User" "key-schema-message" => "User"`},
		{"Protobuf by header", "Protobuf", "proto", `"schema-id-location" => "header" "value-schema-message" => "User" "key-schema-message" => "User"`},
		{"class names", "io.confluent.kafka.serializers.KafkaAvroSerializer", "avro", ``},
		{"record names", "Avro", "avro", `"value-subject-name-strategy" => "RecordNameStrategy" "key-subject-name-strategy" => "io.confluent.kafka.serializers.subject.TopicRecordNameStrategy"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, requests := newRegistry(t)
			s := schemaScript(t, r.URL())
			s.eval(`(set p (kafka-create "producer" "embedded" "schema-registry-url" => url "auto-register-schemas" => true
				"value-codec" => "` + tt.codec + `" "key-codec" => "` + tt.codec + `" "value-schema" => ` + tt.schema + ` "key-schema" => ` + tt.schema + ` ` + tt.options + `))`)
			s.eval(`(kafka-send p "t" (list "id" => 7 "name" => "Ann") "as" => "value" "key" => (list "id" => 1 "name" => "k"))`)
			s.eval(`(kafka-send p "t" (list "id" => 8 "name" => "Bob") "as" => "value")`)
			asked := requests.Load()
			s.eval(`(kafka-send p "t" null)`)
			s.eval(`(kafka-send p "t" (list (list "id" => 9 "name" => "Cy") (list "id" => 10 "name" => "Di")))`)
			if now := requests.Load(); now != asked {
				t.Errorf("%d more requests for what is known", now-asked)
			}
			codec := strings.ReplaceAll(tt.codec, "Serializer", "Deserializer")
			s.eval(`(set c (kafka-create "consumer" "embedded" "schema-registry-url" => url "auto-offset-reset" => "earliest" "value-codec" => "` + codec + `" "key-codec" => "` + codec + `"))`)
			s.want(`(do (set l (kafka-poll c "t" 60000)) (list l/0/key (list l/0/value l/1/value l/2/value l/3/value l/4/value)))`,
				`(("id" => 1 "name" => "k") (("id" => 7 "name" => "Ann") ("id" => 8 "name" => "Bob") null ("id" => 9 "name" => "Cy") ("id" => 10 "name" => "Di")))`)
			s.want(`(size (kafka-read "embedded" "t" "schema-registry-url" => url "value-codec" => "`+codec+`" "shape" => "values"))`, `5`)
			s.want(`(do (set n 0) (set d (kafka-create "consumer" "embedded" "schema-registry-url" => url "auto-offset-reset" => "earliest" "value-codec" => "`+codec+`"))
				(kafka-for-each d "t" r "to" => "end" (if (= null r/value) null (set n (+ n r/value/id)))) n)`, `34`)
		})
	}
}

func TestLocalSchemas(t *testing.T) {
	tests := []struct{ codec, schema, options string }{
		{"Avro", "avro", ""},
		{"JsonSchema", "json", ""},
		{"Protobuf", "proto", `"value-schema-message" => "User"`},
		{"Avro", `(kafka-schema-parse "avro" avro)`, ""},
		{"Protobuf", `(kafka-schema-parse "protobuf" proto "message" => "User")`, ""},
		{"Avro", `("type" => "record" "name" => "U" "fields" => (("name" => "id" "type" => "long") ("name" => "name" "type" => "string")))`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.codec+" "+tt.schema, func(t *testing.T) {
			s := schemaScript(t, "")
			s.eval(`(set p (kafka-create "producer" "embedded" "value-codec" => "` + tt.codec + `" "value-schema" => ` + tt.schema + ` ` + tt.options + `))`)
			s.eval(`(kafka-send p "t" (list "id" => 7 "name" => "Ann") "as" => "value")`)
			s.want(`(kafka-read "embedded" "t" "shape" => "values" "value-codec" => "`+tt.codec+`" "value-schema" => `+tt.schema+` `+tt.options+`)`, `(("id" => 7 "name" => "Ann"))`)
			s.fails(`(kafka-send p "t" (list "idd" => 7) "as" => "value")`, "SERIALIZATION")
		})
	}
}

// TestTrap34BytesThatLookLikeAPrefix keeps bytes that look like an id, and
// refuses bytes that have none instead of cutting five off.
func TestTrap34BytesThatLookLikeAPrefix(t *testing.T) {
	r, _ := newRegistry(t)
	s := schemaScript(t, r.URL())
	s.define("bytes", `{"type":"record","name":"B","fields":[{"name":"a","type":"bool"}]}`)
	s.define("longs", `{"type":"record","name":"L","fields":[{"name":"a","type":"long"},{"name":"b","type":"long"},{"name":"c","type":"long"},{"name":"d","type":"long"},{"name":"e","type":"long"},{"name":"f","type":"long"}]}`)
	// Six zero bytes: byte 0, a number, and one more.
	s.eval(`(set p (kafka-create "producer" "embedded" "value-codec" => "Avro" "value-schema" => longs))`)
	s.eval(`(kafka-send p "t" (list "a" => 0 "b" => 0 "c" => 0 "d" => 0 "e" => 1 "f" => 0) "as" => "value")`)
	s.want(`(kafka-read "embedded" "t" "shape" => "values" "value-codec" => "Avro" "value-schema" => longs)`, `(("a" => 0 "b" => 0 "c" => 0 "d" => 0 "e" => 1 "f" => 0))`)
	s.want(`(length (get (kafka-read "embedded" "t" "shape" => "values") 0))`, `6`)
	e := s.fails(`(kafka-read "embedded" "t" "value-codec" => "Avro" "schema-registry-url" => url)`, "DESERIALIZATION")
	if !strings.Contains(e.Message, "no schema with id 2") {
		t.Errorf("got %s", e.Message)
	}
	s.eval(`(set q (kafka-create "producer" "embedded"))`)
	s.eval(`(do (kafka-create-topics "embedded" "bare") (kafka-send q "bare" "plain text"))`)
	e = s.fails(`(kafka-read "embedded" "bare" "value-codec" => "Avro" "schema-registry-url" => url)`, "DESERIALIZATION")
	if !strings.Contains(e.Message, "no id of a schema") {
		t.Errorf("got %s", e.Message)
	}
}

// TestTrap32PlainValuesOfNullableUnions takes a bare value, and a field that is
// absent.
func TestTrap32PlainValuesOfNullableUnions(t *testing.T) {
	s := schemaScript(t, "")
	s.want(`(kafka-schema-decode avro (kafka-schema-encode avro ("id" => 1 "name" => "bare")))`, `("id" => 1 "name" => "bare")`)
	s.want(`(kafka-schema-decode avro (kafka-schema-encode avro ("id" => 1)))`, `("id" => 1 "name" => null)`)
	s.want(`(kafka-schema-decode avro (kafka-schema-encode avro ("id" => 1 "name" => ("string" => "tagged"))))`, `("id" => 1 "name" => "tagged")`)
}

func TestUnknownSchemaID(t *testing.T) {
	tests := []struct{ mode, poll, want string }{
		{"throw", ``, ``},
		{"raw", `(do (set l (kafka-poll c "t" 60000)) (list l/0/value/id (length l/1/value) l/1/error/code l/2/value/id))`, `(1 7 "DESERIALIZATION" 2)`},
		{"skip", `(kafka-poll c "t" 60000 "shape" => "values")`, `(("id" => 1 "name" => null) ("id" => 2 "name" => null))`},
		{"dead", `(do (set l (kafka-poll c "t" 60000 "shape" => "values")) (set d (kafka-read "embedded" "dead" "shape" => "values")) (list (size l) (length d/0)))`, `(2 7)`},
	}
	for _, tt := range tests {
		t.Run(tt.mode, func(t *testing.T) {
			r, _ := newRegistry(t)
			s := schemaScript(t, r.URL())
			s.eval(`(kafka-create-topics "embedded" "dead")`)
			s.eval(`(set p (kafka-create "producer" "embedded" "schema-registry-url" => url "auto-register-schemas" => true "value-codec" => "Avro" "value-schema" => avro))`)
			s.eval(`(set q (kafka-create "producer" "embedded"))`)
			s.define("alien", "\x00\x00\x00\x00\x63\x02\x00")
			s.eval(`(do (kafka-send p "t" (list "id" => 1) "as" => "value") (kafka-send q "t" alien) (kafka-send p "t" (list "id" => 2) "as" => "value"))`)
			s.eval(`(set c (kafka-create "consumer" "embedded" "schema-registry-url" => url "auto-offset-reset" => "earliest" "value-codec" => "Avro" "on-decode-error" => "` + tt.mode + `"))`)
			if tt.mode != "throw" {
				s.want(tt.poll, tt.want)
				return
			}
			s.want(`(kafka-poll c "t" 60000 "shape" => "values")`, `(("id" => 1 "name" => null))`)
			e := s.fails(`(kafka-poll c 60000)`, "DESERIALIZATION")
			if !strings.Contains(e.Message, "no schema with id 99") {
				t.Errorf("got %s", e.Message)
			}
			s.want(`(kafka-poll c 60000 "shape" => "values")`, `(("id" => 2 "name" => null))`)
		})
	}
}

// TestReaderSchema reads with a local schema what others wrote.
func TestReaderSchema(t *testing.T) {
	r, _ := newRegistry(t)
	s := schemaScript(t, r.URL())
	s.eval(`(set p (kafka-create "producer" "embedded" "schema-registry-url" => url "auto-register-schemas" => true "value-codec" => "Avro" "value-schema" => avro))`)
	s.eval(`(kafka-send p "t" (list "id" => 1 "name" => "Ann") "as" => "value")`)
	s.define("reader", `{"type":"record","name":"shop.User","fields":[{"name":"id","type":"double"},{"name":"age","type":"int","default":-1}]}`)
	s.want(`(kafka-read "embedded" "t" "shape" => "values" "value-codec" => "Avro" "schema-registry-url" => url "value-schema" => reader)`, `(("id" => 1 "age" => -1))`)
	s.define("none", `{"type":"record","name":"shop.User","fields":[{"name":"age","type":"int"}]}`)
	s.fails(`(kafka-read "embedded" "t" "value-codec" => "Avro" "schema-registry-url" => url "value-schema" => none)`, "DESERIALIZATION")
	s.fails(`(kafka-read "embedded" "t" "value-codec" => "JsonSchema" "schema-registry-url" => url)`, "DESERIALIZATION")
}

// TestSchemaFiles reads schemas from files, where the host grants them.
func TestSchemaFiles(t *testing.T) {
	files := WithFiles(func(path string) ([]byte, error) {
		if path == "user.avsc" {
			return []byte(userAvro), nil
		}
		return nil, errors.New("there is no file " + path)
	})
	s := newEmbeddedScript(t).another(files)
	s.eval(`(kafka-create-topics "embedded" "t")`)
	s.eval(`(set p (kafka-create "producer" "embedded" "value-codec" => "Avro" "value-schema" => "user.avsc"))`)
	s.eval(`(kafka-send p "t" (list "id" => 1) "as" => "value")`)
	s.want(`(kafka-read "embedded" "t" "shape" => "values" "value-codec" => "Avro" "value-schema" => (list "file" "user.avsc"))`, `(("id" => 1 "name" => null))`)
	s.want(`(get (kafka-schema-parse "avro" ("file" "user.avsc")) "name")`, `"shop.User"`)
	s.fails(`(kafka-create "producer" "embedded" "value-codec" => "Avro" "value-schema" => "none.avsc")`, "INVALID_CONFIG")
	withheld := newEmbeddedScript(t)
	e := withheld.fails(`(kafka-create "producer" "embedded" "value-codec" => "Avro" "value-schema" => "user.avsc")`, "INVALID_CONFIG")
	if !strings.Contains(e.Message, "grants no files") {
		t.Errorf("got %s", e.Message)
	}
}

// TestCopyWithAnotherSchemaLocation copies a record whose header names a
// schema: the new id counts, wherever it stands.
func TestCopyWithAnotherSchemaLocation(t *testing.T) {
	r, _ := newRegistry(t)
	s := schemaScript(t, r.URL())
	s.eval(`(kafka-create-topics "embedded" "u")`)
	s.eval(`(set p (kafka-create "producer" "embedded" "schema-registry-url" => url "auto-register-schemas" => true "value-codec" => "Avro" "value-schema" => avro "schema-id-location" => "header"))`)
	s.eval(`(set q (kafka-create "producer" "embedded" "schema-registry-url" => url "auto-register-schemas" => true "value-codec" => "Avro" "value-schema" => avro))`)
	s.eval(`(kafka-send p "t" (list "id" => 1) "as" => "value" "headers" => ("h" => "1"))`)
	s.eval(`(kafka-send-records q (kafka-read "embedded" "t" "value-codec" => "Avro" "schema-registry-url" => url) "topic" => "u" "partition" => null)`)
	s.want(`(do (set r (get (kafka-read "embedded" "u" "value-codec" => "Avro" "schema-registry-url" => url) 0)) (list r/value r/headers))`, `(("id" => 1 "name" => null) ("h" => "1"))`)
}

func FuzzSchemaID(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 1, 0, 2}, []byte(nil))
	f.Add([]byte{0, 0, 0, 0, 1, 0xfe, 0xff, 0xff, 0xff, 0x0f}, []byte(nil))
	f.Add([]byte{2}, append([]byte{1}, make([]byte, 17)...))
	f.Fuzz(func(t *testing.T, data, header []byte) {
		c := &schemaCodec{side: "value", kind: schemaKinds["Protobuf"]}
		var headers []kgo.RecordHeader
		if header != nil {
			headers = []kgo.RecordHeader{{Key: schemaHeader("value"), Value: header}}
		}
		found, err := c.frame(data, headers)
		if err != nil {
			return
		}
		again, err := c.frame(append(appendID(nil, found.id, found.id.hasGUID, found.indexes), found.payload...), nil)
		if err != nil || again.id != found.id || string(again.payload) != string(found.payload) {
			t.Errorf("got %v, %v, want %v", again, err, found)
		}
	})
}

// errorOf is the library's error of an exception.
func errorOf(e *interp.Exception) *Error {
	found, _ := errors.AsType[*Error](e)
	return found
}
