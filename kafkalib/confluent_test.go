package kafkalib

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sr"
	"github.com/twmb/franz-go/pkg/sr/srfake"
)

// confluentCases are what testdata/confluent/vectors.py serializes, by its
// names: the codec, and the value as the language has it.
var confluentCases = map[string]struct{ codec, value string }{
	"avro": {"Avro", `("flag" => true "count" => -7 "total" => 1099511627776 "ratio" => 0.5 "exact" => -2.25 "text" => "日本 é" "raw" => "AB"
		"price" => "-12.30" "cost" => "1.005" "id" => "6f1ed002-ab57-4a4e-8a4e-000000000001" "day" => 11574 "clock" => 6400007 "fine" => 1000005
		"at" => 1000000000007 "exactly" => -1 "color" => "BLUE" "mac" => "abc" "tags" => ("x" "y") "sizes" => ("l" => 2) "note" => "hello" "choice" => 5
		"next" => ("value" => 1 "next" => ("value" => 2 "next" => null)))`},
	"avro-references": {"Avro", `("home" => ("name" => "Winterthur"))`},
	"json":            {"JsonSchema", `("id" => 1099511627776 "name" => "Ann é" "scores" => (1 2.5) "extra" => () "none" => null)`},
	"protobuf": {"Protobuf", `("id" => 1099511627776 "name" => "Ann é" "big" => "18446744073709551615" "delta" => -5 "raw" => "AB" "ratio" => -Infinity
		"color" => "BLUE" "homes" => (("city" => "Bern")) "sizes" => ("l" => 2) "at" => "2001-09-09T01:46:40.5Z" "phone" => "555")`},
	"protobuf-first":  {"Protobuf", `("x" => 7)`},
	"protobuf-nested": {"Protobuf", `("city" => "Bern")`},
}

// confluentMessages are the messages of the cases of Protobuf.
var confluentMessages = map[string]string{"protobuf": "shop.User", "protobuf-first": "shop.Other", "protobuf-nested": "shop.User.Address"}

// A confluentRecord is a record with its value serialized. Bytes are in base64
// in JSON.
type confluentRecord struct {
	Name    string               `json:"name"`
	Where   string               `json:"where"` // "prefix" or "header"
	Value   []byte               `json:"value"`
	Headers [][2]json.RawMessage `json:"headers"`
}

type confluentFile struct {
	Packages string             `json:"packages,omitempty"`
	Registry []sr.SubjectSchema `json:"registry,omitempty"`
	Records  []confluentRecord  `json:"records"`
}

func (r *confluentRecord) headers(t *testing.T) []kgo.RecordHeader {
	var out []kgo.RecordHeader
	for _, pair := range r.Headers {
		var h kgo.RecordHeader
		if err := json.Unmarshal(pair[0], &h.Key); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(pair[1], &h.Value); err != nil {
			t.Fatal(err)
		}
		out = append(out, h)
	}
	return out
}

// confluentFolder has the script, its packages, and what it printed.
const confluentFolder = "testdata/confluent"

// TestConfluentVectors decodes what the Python serializers wrote, with what
// the registry had.
func TestConfluentVectors(t *testing.T) {
	file := confluentVectors(t)
	r := srfake.New()
	t.Cleanup(r.Close)
	seeded := make(map[int]bool)
	for _, s := range file.Registry {
		if !seeded[s.ID] { // several subjects may have one schema
			r.SeedSchema(s.Subject, s.Version, s.ID, s.Schema)
		}
		seeded[s.ID] = true
	}
	wantAllConfluent(t, file.Records)
	decodeConfluent(t, r, file.Records)
}

// confluentVectors are what the Python serializers wrote, with the registry of
// then.
func confluentVectors(t *testing.T) (file confluentFile) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(confluentFolder, "vectors.json"))
	if err == nil {
		err = json.Unmarshal(data, &file)
	}
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// wantAllConfluent asserts that all cases are there, by prefix and by header.
func wantAllConfluent(t *testing.T, records []confluentRecord) {
	t.Helper()
	if len(records) != 2*len(confluentCases) {
		t.Errorf("got %d records, want %d", len(records), 2*len(confluentCases))
	}
}

// decodeConfluent compares records of the serializers with the values.
func decodeConfluent(t *testing.T, r *srfake.Registry, records []confluentRecord) {
	t.Helper()
	for _, rec := range records {
		t.Run(rec.Name+" by "+rec.Where, func(t *testing.T) {
			want := confluentCases[rec.Name]
			s := schemaScript(t, r.URL())
			client := embeddedClient(t, s.broker, kgo.DefaultProduceTopic("t"))
			if err := client.ProduceSync(t.Context(), &kgo.Record{Value: rec.Value, Headers: rec.headers(t)}).FirstErr(); err != nil {
				t.Fatal(err)
			}
			got := s.eval(`(get (kafka-read "embedded" "t" "shape" => "values" "value-codec" => "` + want.codec + `" "schema-registry-url" => url) 0)`)
			if wanted := s.eval(want.value); got.String() != wanted.String() {
				t.Errorf("got  %s\nwant %s", got, wanted)
			}
		})
	}
}

// TestConfluentPython runs the Python client both ways: what it serializes is
// decoded here, and what is encoded here is deserialized there. The variable
// BPL_CONFLUENT_PYTHON names an interpreter that has the packages of
// testdata/confluent/requirements.txt; with BPL_CONFLUENT_UPDATE the vectors
// are written anew.
func TestConfluentPython(t *testing.T) {
	python := os.Getenv("BPL_CONFLUENT_PYTHON")
	if python == "" {
		t.Skip("BPL_CONFLUENT_PYTHON names no Python with the packages of " + confluentFolder + "/requirements.txt; the stage confluent of .ci/run installs them")
	}
	r := srfake.New()
	t.Cleanup(r.Close)
	answerWithGUID(r)
	var file confluentFile
	if err := json.Unmarshal(runConfluent(t, python, "produce", r.URL(), nil), &file); err != nil {
		t.Fatal(err)
	}
	wantAllConfluent(t, file.Records)
	decodeConfluent(t, r, file.Records)
	if os.Getenv("BPL_CONFLUENT_UPDATE") != "" {
		updateConfluent(t, r, file)
	}

	var ours confluentFile
	for name, c := range confluentCases {
		for _, where := range []string{"prefix", "header"} {
			ours.Records = append(ours.Records, encodeConfluent(t, r, name, where, c.codec, c.value))
		}
	}
	text, err := json.Marshal(ours)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s", runConfluent(t, python, "consume", r.URL(), text))
}

func runConfluent(t *testing.T, python, mode, url string, input []byte) []byte {
	t.Helper()
	return outputOf(t, input, python, filepath.Join(confluentFolder, "vectors.py"), mode, url)
}

// outputOf runs a program with an input, and returns what it prints.
func outputOf(t *testing.T, input []byte, program string, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Stdin = bytes.NewReader(input)
	cmd.WaitDelay = 5 * time.Second
	var failures bytes.Buffer
	cmd.Stderr = &failures
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", program, strings.Join(args, " "), err, out, failures.String())
	}
	return out
}

// encodeConfluent sends a value by the schema that the Python client has
// registered, and returns the record as it stands in the topic.
func encodeConfluent(t *testing.T, r *srfake.Registry, name, where, codec, value string) confluentRecord {
	t.Helper()
	s := schemaScript(t, r.URL())
	s.eval(`(kafka-create-topics "embedded" "` + name + `")`)
	options := ""
	if m := confluentMessages[name]; m != "" {
		registered, ok := r.GetSchema(name+"-value", 1)
		if !ok {
			t.Fatal("nothing is registered for " + name)
		}
		s.define("registered", registered.Schema.Schema)
		options = `"value-schema" => registered "value-schema-message" => "` + m + `" "use-latest-version" => true`
	}
	s.eval(`(set p (kafka-create "producer" "embedded" "schema-registry-url" => url "value-codec" => "` + codec + `" "schema-id-location" => "` + where + `" ` + options + `))`)
	s.eval(`(kafka-send p "` + name + `" ` + value + ` "as" => "value")`)
	client := embeddedClient(t, s.broker, kgo.ConsumeTopics(name), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()))
	fetched := client.PollFetches(t.Context()).Records()
	if len(fetched) != 1 {
		t.Fatalf("got %d records", len(fetched))
	}
	rec := confluentRecord{Name: name, Where: where, Value: fetched[0].Value, Headers: [][2]json.RawMessage{}}
	for _, h := range fetched[0].Headers {
		key, _ := json.Marshal(h.Key)
		data, _ := json.Marshal(h.Value)
		rec.Headers = append(rec.Headers, [2]json.RawMessage{key, data})
	}
	return rec
}

// answerWithGUID lets registration answer with the GUID, as newer registries
// do.
func answerWithGUID(r *srfake.Registry) {
	r.Intercept(func(w http.ResponseWriter, req *http.Request) bool {
		subject, found := strings.CutPrefix(req.URL.Path, "/subjects/")
		subject, versions := strings.CutSuffix(subject, "/versions")
		if req.Method != http.MethodPost || !found || !versions {
			return false
		}
		var s sr.Schema
		if err := json.NewDecoder(req.Body).Decode(&s); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return true
		}
		_, version, err := r.RegisterSchema(subject, s)
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnprocessableEntity)
			return true
		}
		registered, _ := r.GetSchema(subject, version)
		w.Header().Set("Content-Type", "application/vnd.schemaregistry.v1+json")
		_ = json.NewEncoder(w).Encode(registered)
		return true
	})
}

// updateConfluent writes vectors.json.
func updateConfluent(t *testing.T, r *srfake.Registry, file confluentFile) {
	t.Helper()
	packages, err := os.ReadFile(filepath.Join(confluentFolder, "requirements.txt"))
	if err != nil {
		t.Fatal(err)
	}
	file.Packages = strings.TrimSpace(string(packages))
	subjects := []string{"geo.City", "google/protobuf/timestamp.proto"}
	for name := range confluentCases {
		subjects = append(subjects, name+"-value")
	}
	for _, subject := range subjects {
		if s, ok := r.GetSchema(subject, 1); ok {
			file.Registry = append(file.Registry, s)
		}
	}
	text, err := json.MarshalIndent(file, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(confluentFolder, "vectors.json"), append(text, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}
