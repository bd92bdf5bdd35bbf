package kafkalib

import (
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/sr/srfake"
)

// TestRegistryDown polls while the registry is away: no record is lost, and no
// poll takes longer than it may.
func TestRegistryDown(t *testing.T) {
	r, _ := newRegistry(t)
	s := schemaScript(t, r.URL())
	s.eval(`(set p (kafka-create "producer" "embedded" "schema-registry-url" => url "auto-register-schemas" => true "value-codec" => "Avro" "value-schema" => avro))`)
	s.eval(`(kafka-send p "t" (list "id" => 1) "as" => "value")`)
	var mode atomic.Int32 // 0 answers, 1 fails, 2 does not answer
	release := make(chan struct{})
	r.Intercept(func(w http.ResponseWriter, req *http.Request) bool {
		switch mode.Load() {
		case 1:
			http.Error(w, `{"error_code":50001,"message":"the store is away"}`, http.StatusInternalServerError)
			return true
		case 2:
			select {
			case <-release:
			case <-req.Context().Done():
			}
		}
		return false
	})
	other := s.another()
	other.define("url", r.URL())
	other.eval(`(set c (kafka-create "consumer" "embedded" "schema-registry-url" => url "auto-offset-reset" => "earliest" "value-codec" => "Avro" "on-decode-error" => "skip" "retry-backoff-ms" => 1))`)
	mode.Store(1)
	e := other.fails(`(kafka-poll c "t" 60000)`, "SCHEMA_REGISTRY_ERROR")
	if errorOf(e) == nil || !errorOf(e).Retriable || !strings.Contains(e.Message, "the store is away") {
		t.Errorf("got %+v", e)
	}
	mode.Store(2)
	begin := time.Now()
	other.want(`(kafka-poll c 300)`, `()`)
	inTime(t, begin, 5*time.Second)
	mode.Store(0)
	close(release)
	other.want(`(kafka-poll c 60000 "shape" => "values")`, `(("id" => 1 "name" => null))`)

	refused := s.another()
	refused.define("avro", userAvro)
	refused.eval(`(set p (kafka-create "producer" "embedded" "schema-registry-url" => "http://127.0.0.1:1" "value-codec" => "Avro" "value-schema" => avro "retry-backoff-ms" => 1))`)
	refused.fails(`(kafka-send p "t" (list "id" => 1) "as" => "value")`, "SCHEMA_REGISTRY_ERROR")
}

func TestRegistration(t *testing.T) {
	r, _ := newRegistry(t)
	s := schemaScript(t, r.URL())
	create := func(options string) string {
		return `(set p (kafka-create "producer" "embedded" "schema-registry-url" => url "value-codec" => "Avro" ` + options + `))`
	}
	const send = `(kafka-send p "t" (list "id" => 1) "as" => "value")`
	s.eval(create(`"value-schema" => avro`))
	e := s.fails(send, "SCHEMA_REGISTRY_ERROR")
	if !strings.Contains(e.Message, "auto-register-schemas") {
		t.Errorf("got %s", e.Message)
	}
	s.eval(create(`"value-schema" => avro "auto-register-schemas" => true`) + send)
	s.eval(create(``) + send)
	s.eval(create(`"value-schema" => avro`) + send)
	s.define("narrow", `{"type":"record","name":"shop.User","fields":[{"name":"id","type":"int"}]}`)
	s.eval(create(`"value-schema" => narrow "use-latest-version" => true`))
	s.fails(send, "INVALID_SCHEMA")
	s.eval(create(`"value-schema" => narrow "use-latest-version" => true "latest-compatibility-strict" => false`) + send)

	r.Intercept(func(w http.ResponseWriter, req *http.Request) bool {
		if !strings.HasPrefix(req.URL.Path, "/compatibility/") {
			return false
		}
		_, _ = w.Write([]byte(`{"is_compatible":false,"messages":["READER_FIELD_MISSING_DEFAULT_VALUE"]}`))
		return true
	})
	s.eval(create(`"value-schema" => narrow "auto-register-schemas" => true`))
	if e := s.fails(send, "SCHEMA_REGISTRY_ERROR"); !strings.Contains(e.Message, "READER_FIELD_MISSING_DEFAULT_VALUE") || errorOf(e).Retriable {
		t.Errorf("got %+v", e)
	}
	for _, options := range []string{
		``, `"auto-register-schemas" => true`, `"use-latest-version" => false`, `"value-schema" => avro "auto-register-schemas" => true "use-latest-version" => true`,
		`"value-subject-name-strategy" => "RecordNameStrategy"`, `"value-subject-name-strategy" => "X"`, `"schema-id-location" => "payload"`, `"value-schema" => (kafka-schema-parse "json" json)`,
	} {
		url := `"schema-registry-url" => url `
		if options == `` {
			url = ``
		}
		s.fails(`(kafka-create "producer" "embedded" "value-codec" => "Avro" `+url+options+`)`, "INVALID_CONFIG")
	}
	s.fails(`(kafka-create "producer" "embedded" "value-codec" => "Avro" "value-schema" => "{")`, "INVALID_SCHEMA")
}

func TestRegistryReferences(t *testing.T) {
	r, _ := newRegistry(t)
	s := schemaScript(t, r.URL())
	s.define("city", `{"type":"record","name":"geo.City","fields":[{"name":"name","type":"string"}]}`)
	s.define("address", `{"type":"record","name":"geo.Address","fields":[{"name":"city","type":"geo.City"}]}`)
	s.define("person", `{"type":"record","name":"Person","fields":[{"name":"home","type":"geo.Address"}]}`)
	s.eval(`(set parsed (kafka-schema-parse "avro" person "references" => (list "geo.Address" => address "geo.City" => city)))`)
	s.eval(`(set p (kafka-create "producer" "embedded" "schema-registry-url" => url "auto-register-schemas" => true "value-codec" => "Avro" "value-schema" => parsed))`)
	s.eval(`(kafka-send p "t" (list "home" => (list "city" => (list "name" => "Bern"))) "as" => "value")`)
	if _, ok := r.GetSchema("geo.City", 1); !ok {
		t.Error("the reference is not registered")
	}
	s.want(`(kafka-read "embedded" "t" "shape" => "values" "value-codec" => "Avro" "schema-registry-url" => url)`, `(("home" => ("city" => ("name" => "Bern"))))`)
}

// TestRegistrySecrets gives a password, which no message and no list shows.
func TestRegistrySecrets(t *testing.T) {
	r, _ := newRegistry(t, srfake.WithAuth("Basic dXNlcjpzM2NyZXQ="))
	s := schemaScript(t, r.URL())
	s.eval(`(set p (kafka-create "producer" "embedded" "schema-registry-url" => url "basic-auth-user-info" => "user:s3cret" "auto-register-schemas" => true "value-codec" => "Avro" "value-schema" => avro))`)
	s.eval(`(kafka-send p "t" (list "id" => 1) "as" => "value")`)
	if got := s.eval(`(kafka-config p)`).String(); strings.Contains(got, "s3cret") || !strings.Contains(got, `"basic-auth-user-info" => "***"`) {
		t.Errorf("got %s", got)
	}
	for _, expression := range []string{
		`(kafka-read "embedded" "t" "value-codec" => "Avro" "schema-registry-url" => url "basic-auth-user-info" => "user:s3cret2")`,
		`(kafka-create "producer" "embedded" "value-codec" => "Avro" "schema-registry-url" => "http://user:s3cret2@localhost:1")`,
		`(kafka-create "producer" "embedded" "value-codec" => "Avro" "schema-registry-url" => url "basic-auth-user-info" => "s3cret2")`,
	} {
		got := s.eval(`(try ` + expression + ` (e "*" => (string e)))`).String()
		if strings.Contains(got, "s3cret2") || !strings.Contains(got, "KafkaException") {
			t.Errorf("%s: got %s", expression, got)
		}
	}
}

// TestRegistryPermission asks the host before the registry.
func TestRegistryPermission(t *testing.T) {
	s := newEmbeddedScript(t).another(WithPermissions(Permissions{Server: func(address string) bool { return address == "embedded" }}))
	s.want(`(try (kafka-create "producer" "embedded" "value-codec" => "Avro" "schema-registry-url" => "http://127.0.0.1:8081") (e "PermissionDenied" => "denied"))`, `"denied"`)
}

// TestRegistryRequests counts: one request for a schema, however many handles
// and polls need it at once.
func TestRegistryRequests(t *testing.T) {
	r, requests := newRegistry(t)
	s := schemaScript(t, r.URL())
	s.eval(`(set p (kafka-create "producer" "embedded" "schema-registry-url" => url "auto-register-schemas" => true "value-codec" => "Avro" "value-schema" => avro))`)
	for range 3 {
		s.eval(`(kafka-send p "t" (list "id" => 7) "as" => "value")`)
	}
	before := requests.Load()
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if _, err := s.Eval(t.Context(), `(kafka-read "embedded" "t" "schema-registry-url" => url "value-codec" => "Avro")`); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if got := requests.Load() - before; got != 1 {
		t.Errorf("got %d requests, want 1", got)
	}
}
