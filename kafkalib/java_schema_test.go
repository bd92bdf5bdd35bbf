package kafkalib

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/twmb/franz-go/pkg/sr/srfake"
)

// javaFolder has the program and the pom of its jars.
const javaFolder = "testdata/java"

// javaCases are the cases that Java has as well.
var javaCases = []string{"avro", "protobuf", "protobuf-first", "protobuf-nested"}

// TestJavaSchemas exchanges values with the Java libraries of Avro and Protobuf:
// what they write is decoded here, and what is encoded here is read there. The
// variable BPL_SCHEMA_JARS names a folder with the jars of testdata/java/pom.xml.
func TestJavaSchemas(t *testing.T) {
	jars := os.Getenv("BPL_SCHEMA_JARS")
	if jars == "" {
		t.Skip("BPL_SCHEMA_JARS names no folder with the jars of " + javaFolder + "/pom.xml; the stage java_schemas of .ci/run collects them")
	}
	r := srfake.New()
	t.Cleanup(r.Close)
	type javaSchema struct {
		ID   int    `json:"id"`
		Text string `json:"text"`
	}
	input := struct {
		Schemas map[string]javaSchema `json:"schemas"`
		Records []confluentRecord     `json:"records"`
	}{Schemas: make(map[string]javaSchema)}
	for _, s := range confluentVectors(t).Registry {
		if _, _, err := r.RegisterSchema(s.Subject, s.Schema); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range javaCases {
		s, ok := r.GetSchema(name+"-value", 1)
		if !ok {
			t.Fatal("nothing is registered for " + name)
		}
		input.Schemas[name] = javaSchema{s.ID, s.Schema.Schema}
		c := confluentCases[name]
		input.Records = append(input.Records, encodeConfluent(t, r, name, "prefix", c.codec, c.value))
	}
	text, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	out := outputOf(t, text, "java", "-Dfile.encoding=UTF-8", "-cp", filepath.Join(jars, "*"), filepath.Join(javaFolder, "Vectors.java"))
	var file confluentFile
	if err := json.Unmarshal(out, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Records) != len(javaCases) {
		t.Errorf("records of Java:\n got %d\nwant %d", len(file.Records), len(javaCases))
	}
	decodeConfluent(t, r, file.Records)
}
