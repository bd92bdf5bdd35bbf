package kafkatest

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestCompleteOptions(t *testing.T) {
	tests := []struct {
		name        string
		environment string
		options     Options
		brokers     int
		version     string
		err         string
	}{
		{name: "zero value", brokers: 1, version: DefaultVersion},
		{name: "version of the environment", environment: "4.0.1", brokers: 1, version: "4.0.1"},
		{name: "option before environment", environment: "4.0.1", options: Options{Brokers: 3, Version: "4.2.0"}, brokers: 3, version: "4.2.0"},
		{name: "too many brokers", options: Options{Brokers: 10}, err: "10 brokers"},
		{name: "negative brokers", options: Options{Brokers: -1}, err: "-1 brokers"},
		{name: "version with a path", options: Options{Version: "../../x"}, err: "no Kafka version"},
		{name: "version of two numbers", options: Options{Version: "4.1"}, err: "no Kafka version"},
		{name: "version too old", options: Options{Version: "3.9.0"}, err: "too old"},
		{name: "property with a line break", options: Options{Properties: map[string]string{"a\nb": "c"}}, err: "no name"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv("KAFKA_VERSION", tt.environment)
			o, err := tt.options.complete()
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Fatalf("error\n got %v\nwant one with %q", err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if o.Brokers != tt.brokers || o.Version != tt.version {
				t.Errorf("got  %d brokers of %s\nwant %d brokers of %s", o.Brokers, o.Version, tt.brokers, tt.version)
			}
		})
	}
}

func TestFeatures(t *testing.T) {
	tests := []struct {
		version, want string
	}{
		{"4.0.1", ""},
		{"4.1.0", "share.version=1"},
		{"5.0.0", "share.version=1"},
	}
	for _, tt := range tests {
		if got := strings.Join(features(tt.version), " "); got != tt.want {
			t.Errorf("features of %s\n got %q\nwant %q", tt.version, got, tt.want)
		}
	}
}

func TestMissingTools(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("JAVA_HOME", "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	if _, err := findJava(t.Context()); err == nil || !strings.Contains(err.Error(), "install a JDK") {
		t.Errorf("without java\n got %v\nwant advice to install a JDK", err)
	}
	if _, err := Jars(t.Context(), DefaultVersion); err == nil || !strings.Contains(err.Error(), "install Maven") {
		t.Errorf("without mvn\n got %v\nwant advice to install Maven", err)
	}
	t.Setenv("JAVA_HOME", filepath.Join(t.TempDir(), "none"))
	if _, err := findJava(t.Context()); err == nil || !strings.Contains(err.Error(), "none") {
		t.Errorf("with a wrong JAVA_HOME\n got %v\nwant an error that names it", err)
	}
}
