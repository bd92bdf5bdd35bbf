package kafkalib

import (
	"strings"
	"testing"
)

func TestCluster(t *testing.T) {
	broker, err := NewEmbedded(EmbeddedOptions{Brokers: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer broker.Close()
	s := newScriptOn(t, broker)
	s.want(`(do (set c (kafka-cluster "embedded")) (names c))`, `("id" "controller" "brokers" "features")`)
	s.want(`(apply (get c "brokers") b (list (get b "id") (get b "host") (get b "port") (get b "fenced")))`,
		`((0 "localhost" 9092 false) (1 "localhost" 9093 false) (2 "localhost" 9094 false))`)
	s.want(`(list (get c "id") (get c "controller"))`, `("embedded" 2)`)
}

func TestFeatures(t *testing.T) {
	s := newScript(t)
	s.want(`(> (get (get (kafka-cluster "embedded") "features") "metadata.version") 0)`, `true`)
}

func TestLeaders(t *testing.T) {
	sideBySide(t)
	broker, err := NewEmbedded(EmbeddedOptions{Brokers: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer broker.Close()
	s := newScriptOn(t, broker)
	s.eval(`(kafka-create-topics "embedded" ("name" => "t" "partitions" => 2))`)
	if err := broker.Cluster().MoveTopicPartition("t", 0, 2); err != nil {
		t.Fatal(err)
	}
	s.want(`(apply (kafka-leaders "embedded" ("t" "nope")) l (list (get l "leader") (get l "is-preferred") (get l "code")))`,
		`((2 true null) (`+strings.Trim(s.eval(`(get (get (kafka-leaders "embedded" "t") 1) "leader")`).String(), `"`)+` true null) (null null "UNKNOWN_TOPIC_OR_PARTITION"))`)
	s.want(`(apply (kafka-elect-leaders "embedded" ("t" "nope")) e (get e "code"))`, `(null null "UNKNOWN_TOPIC_OR_PARTITION")`)
	s.want(`(get (get (kafka-leaders "embedded" "t") 0) "leader")`, `0`)
	s.want(`(kafka-elect-leaders "embedded" ())`, `()`)
	s.want(`(get (get (kafka-leaders "embedded" "t") 0) "leader")`, `0`)
	s.want(`(apply (kafka-elect-leaders "embedded" "t" "unclean" => true) e (get e "code"))`, `(null null)`)
	s.fails(`(kafka-elect-leaders "embedded" "nope")`, "UNKNOWN_TOPIC_OR_PARTITION")
	s.fails(`(kafka-elect-leaders "embedded" null)`, "INVALID_ARGUMENT")
	s.fails(`(kafka-leaders "embedded" "nope")`, "UNKNOWN_TOPIC_OR_PARTITION")
}

func TestLogDirs(t *testing.T) {
	s := newScript(t)
	s.eval(`(do (kafka-create-topics "embedded" ("name" => "t" "replication-factor" => 1))
	  (kafka-send (kafka-create "producer" "embedded") "t" "value")
	  (set id (get (get (kafka-leaders "embedded" "t") 0) "leader")))`)
	s.want(`(apply (find (kafka-log-dirs "embedded") d (= (get d "topic") "t")) d (list (= (get d "broker") id) (get d "partition") (> (get d "size") 0) (get d "lag") (get d "future")))`,
		`((true 0 true 0 false))`)
	s.want(`(size (find (kafka-log-dirs "embedded" "brokers" => (list id (string id))) d (= (get d "topic") "t")))`, `1`)
	s.want(`(find (apply (kafka-log-dirs "embedded" "brokers" => (list id 1234567)) d (list (get d "broker") (get d "code"))) d (= (get d 0) 1234567))`, `((1234567 "BROKER_NOT_AVAILABLE"))`)
	s.want(`(kafka-log-dirs "embedded" "brokers" => ())`, `()`)
	s.fails(`(kafka-log-dirs "embedded" "brokers" => 1234567)`, "BROKER_NOT_AVAILABLE")
	s.fails(`(kafka-log-dirs "embedded" "brokers" => "all")`, "INVALID_CONFIG")
}
