package kafkalib

import (
	"fmt"
	"sync"
	"testing"

	"github.com/twmb/franz-go/pkg/kmsg"
)

func TestConfigs(t *testing.T) {
	s := newScript(t)
	s.eval(`(kafka-create-topics "embedded" ("name" => "t" "configs" => ("retention.ms" => 60000 "cleanup.policy" => ("compact" "delete") "max.message.bytes" => null)))`)
	s.eval(`(set config (function (topic name) (get (get (kafka-configs "embedded" topic) topic) name)))`)
	s.want(`(config "t" "retention.ms")`, `("value" => "60000" "default" => "604800000" "source" => "DYNAMIC_TOPIC_CONFIG" "read-only" => false "sensitive" => false)`)
	s.want(`(get (config "t" "cleanup.policy") "value")`, `"compact,delete"`)
	s.want(`(get (config "t" "max.message.bytes") "source")`, `"DEFAULT_CONFIG"`)
	s.want(`(apply (kafka-configs "embedded" ("t" "nope" "t")) c (get c "code"))`, `("t" => null "nope" => "UNKNOWN_TOPIC_OR_PARTITION")`)
	s.want(`(kafka-configs "embedded" ())`, `()`)
	s.want(`(do (set b (get (get (kafka-cluster "embedded") "brokers") 0)) (set id (get b "id")) (size (kafka-configs "embedded" (list id (string id)) "of" => "brokers")))`, `1`)
	s.want(`(> (size (get (kafka-configs "embedded" id "of" => "brokers") (string id))) 10)`, `true`)
	s.want(`(get (get (kafka-configs "embedded" (list 1234567 id) "of" => "brokers") "1234567") "code")`, `"BROKER_NOT_AVAILABLE"`)
	s.want(`(apply (kafka-configs "embedded" "default" "of" => "brokers") c (get c "code"))`, `("default" => null)`)
	s.want(`(apply (kafka-configs "embedded" ("g" "h") "of" => "groups") c (get c "code"))`, `("g" => null "h" => null)`)
}

func TestAlterConfigs(t *testing.T) {
	s := newScript(t)
	s.eval(`(kafka-create-topics "embedded" ("a" "b"))`)
	s.eval(`(set value (function (topic name) (get (get (get (kafka-configs "embedded" topic) topic) name) "value")))`)
	s.want(`(kafka-alter-configs "embedded" ("a" "nope" "b") ("retention.ms" => 60000 "max.message.bytes" => "2000"))`, `("a" => true "nope" => false "b" => true)`)
	s.want(`(list (value "a" "retention.ms") (value "b" "max.message.bytes"))`, `("60000" "2000")`)
	s.want(`(kafka-alter-configs "embedded" "a" ("retention.ms" => null))`, `("a" => true)`)
	s.want(`(list (value "a" "retention.ms") (value "a" "max.message.bytes"))`, `("604800000" "2000")`)
	s.want(`(kafka-alter-configs "embedded" "b" ("max.message.bytes" => 3000) "validate-only" => true "detail" => true)`,
		`("b" => ("altered" => true "code" => null "message" => null))`)
	s.want(`(value "b" "max.message.bytes")`, `"2000"`)
	s.want(`(kafka-alter-configs "embedded" "nope" ("retention.ms" => 1) "detail" => true)`,
		`("nope" => ("altered" => false "code" => "UNKNOWN_TOPIC_OR_PARTITION" "message" => "topic \"nope\" does not exist"))`)
	s.want(`(kafka-alter-configs "embedded" ("a" "nope") ())`, `("a" => true "nope" => false)`)
	s.want(`(kafka-alter-configs "embedded" () ("retention.ms" => 1))`, `()`)
	s.want(`(kafka-alter-configs "embedded" "g" ("consumer.session.timeout.ms" => 50000) "of" => "groups")`, `("g" => true)`)
	s.want(`(do (set c (get (get (kafka-configs "embedded" "g" "of" => "groups") "g") "consumer.session.timeout.ms")) (list (get c "value") (get c "source")))`, `("50000" "DYNAMIC_GROUP_CONFIG")`)
	s.eval(`(kafka-alter-configs "embedded" "g" ("consumer.session.timeout.ms" => null) "of" => "groups")`)
	for _, tc := range []struct{ name, call, code string }{
		{"change without name", `(kafka-alter-configs "embedded" "a" ("retention.ms" 5))`, "INVALID_ARGUMENT"},
		{"value", `(kafka-alter-configs "embedded" "a" ("retention.ms" => ("x" => ("y"))))`, "INVALID_ARGUMENT"},
		{"of", `(kafka-alter-configs "embedded" "a" ("retention.ms" => 5) "of" => "topic")`, "INVALID_CONFIG"},
		{"broker", `(kafka-alter-configs "embedded" "one" ("retention.ms" => 5) "of" => "brokers")`, "INVALID_ARGUMENT"},
		{"group", `(kafka-configs "embedded" "" "of" => "groups")`, "INVALID_ARGUMENT"},
		{"no names", `(kafka-configs "embedded" null)`, "INVALID_ARGUMENT"},
	} {
		t.Run(tc.name, func(t *testing.T) { s.fails(tc.call, tc.code) })
	}
}

func TestScaledDefault(t *testing.T) {
	config := func(name, value string) kmsg.DescribeConfigsResponseResourceConfig {
		c := kmsg.NewDescribeConfigsResponseResourceConfig()
		c.Name = name
		if value != "" {
			c.Value = &value
		}
		return c
	}
	for _, tc := range []struct {
		name    string
		configs []kmsg.DescribeConfigsResponseResourceConfig
		want    string
	}{
		{"hours", []kmsg.DescribeConfigsResponseResourceConfig{config("log.retention.ms", ""), config("log.retention.hours", "168")}, "604800000"},
		{"minutes before hours", []kmsg.DescribeConfigsResponseResourceConfig{config("log.retention.hours", "168"), config("log.retention.minutes", "2")}, "120000"},
		{"for ever", []kmsg.DescribeConfigsResponseResourceConfig{config("log.retention.hours", "-1")}, "-1"},
		{"too large", []kmsg.DescribeConfigsResponseResourceConfig{config("log.retention.hours", "9223372036854775807")}, ""},
		{"no number", []kmsg.DescribeConfigsResponseResourceConfig{config("log.retention.ms", "long")}, ""},
		{"none", nil, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got, _, _ := scaledDefault(hiddenDefaults["retention.ms"], tc.configs); got != tc.want {
				t.Errorf("got  %q\nwant %q", got, tc.want)
			}
		})
	}
}

// TestConcurrentAlterConfigs is row 53 of the traps: two clients that change
// different values at the same time lose nothing.
func TestConcurrentAlterConfigs(t *testing.T) {
	s := newScript(t)
	s.eval(`(kafka-create-topics "embedded" "t")`)
	other := s.another()
	const rounds = 20
	var both sync.WaitGroup
	for i, session := range []*script{s, other} {
		name := []string{"retention.ms", "max.message.bytes"}[i]
		both.Go(func() {
			for n := range rounds {
				if got, err := session.try(fmt.Sprintf(`(get (kafka-alter-configs "embedded" "t" (%q => %d)) "t")`, name, 1000+n)); err != nil || !got.Truth() {
					t.Errorf("%s: got %v, %v, want true", name, got, err)
				}
			}
		})
	}
	both.Wait()
	s.want(`(do (set c (get (kafka-configs "embedded" "t") "t")) (list (get (get c "retention.ms") "value") (get (get c "max.message.bytes") "value")))`, `("1019" "1019")`)
}
