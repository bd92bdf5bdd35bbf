package kafkalib

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// TestPassingFailures asks again for what a broker cannot answer for a moment.
func TestPassingFailures(t *testing.T) {
	alwaysSideBySide(t)
	for _, tc := range []struct {
		name  string
		fault kfake.Fault
		call  string
		want  string
	}{
		{"leader of a partition", kfake.Fault{Keys: []kmsg.Key{kmsg.ListOffsets}, Topic: "t", Partitions: []int32{1}, Err: kerr.NotLeaderForPartition},
			`(apply (kafka-offsets "embedded" "t") o (get o "offset"))`, `(0 0)`},
		{"leader for a deletion", kfake.Fault{Keys: []kmsg.Key{kmsg.DeleteRecords}, Topic: "t", Err: kerr.LeaderNotAvailable},
			`(apply (kafka-delete-records "embedded" ("topic" => "t" "partition" => 0 "offset" => 0)) o (get o "code"))`, `(null)`},
		{"coordinator of a description", kfake.Fault{Keys: []kmsg.Key{kmsg.DescribeGroups}, Group: "g", Err: kerr.CoordinatorLoadInProgress},
			`(apply (kafka-describe-groups "embedded" ("g" "h")) g (get g "state"))`, `("g" => "Empty" "h" => "Empty")`},
		{"coordinator of a deletion", kfake.Fault{Keys: []kmsg.Key{kmsg.DeleteGroups}, Group: "g", Err: kerr.NotCoordinator},
			`(kafka-delete-groups "embedded" ("g" "h"))`, `("g" => true "h" => true)`},
		{"coordinator of commits", kfake.Fault{Keys: []kmsg.Key{kmsg.OffsetFetch}, Group: "g", Err: kerr.CoordinatorNotAvailable},
			`(size (kafka-group-offsets "embedded" ("g" "h")))`, `4`},
		{"commit", kfake.Fault{Keys: []kmsg.Key{kmsg.OffsetCommit}, Group: "g", Err: kerr.CoordinatorLoadInProgress},
			`(apply (kafka-alter-group-offsets "embedded" "g" "t" "to" => 5) o (get o "code"))`, `(null null)`},
		{"quota", kfake.Fault{Keys: []kmsg.Key{kmsg.CreateTopics}, Topic: "new", Err: kerr.ThrottlingQuotaExceeded},
			`(kafka-create-topics "embedded" ("new" "t"))`, `("new" => true "t" => false)`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := newEmbeddedScript(t)
			s.eval(`(do (kafka-create-topics "embedded" ("name" => "t" "partitions" => 2))
			  (for-each (list "g" "h") g (kafka-alter-group-offsets "embedded" g "t" "to" => 0)))`)
			tc.fault.Count = 2
			handle := s.broker.Cluster().Fault(tc.fault)
			s.want(tc.call, tc.want)
			if got := handle.Hits(); got < 2 {
				t.Errorf("hits of the fault: got %d, want 2", got)
			}
		})
	}
}

// TestLastingFailures shows what fails to the end beside what does not.
func TestLastingFailures(t *testing.T) {
	alwaysSideBySide(t)
	for _, tc := range []struct {
		name  string
		fault kfake.Fault
		call  string
		want  string
	}{
		{"no leader", kfake.Fault{Keys: []kmsg.Key{kmsg.ListOffsets}, Topic: "t", Partitions: []int32{1}, Err: kerr.NotLeaderForPartition},
			`(apply (kafka-offsets "embedded" "t" "timeout-ms" => 1000) o (list (get o "offset") (get o "code")))`, `((0 null) (null "NOT_LEADER_FOR_PARTITION"))`},
		{"count", kfake.Fault{Keys: []kmsg.Key{kmsg.ListOffsets}, Topic: "t", Partitions: []int32{0}, Err: kerr.KafkaStorageError},
			`(apply (kafka-count "embedded" "t") o (list (get o "count") (get o "code")))`, `((null "KAFKA_STORAGE_ERROR") (0 null))`},
		{"topic", kfake.Fault{Keys: []kmsg.Key{kmsg.Metadata}, Topic: "t", Err: kerr.TopicAuthorizationFailed},
			`(apply (kafka-describe-topics "embedded" ("t" "u")) d (get d "code"))`, `("t" => "TOPIC_AUTHORIZATION_FAILED" "u" => null)`},
		{"configuration", kfake.Fault{Keys: []kmsg.Key{kmsg.DescribeConfigs}, Resource: "t", Err: kerr.TopicAuthorizationFailed},
			`(apply (kafka-configs "embedded" ("t" "u")) d (get d "code"))`, `("t" => "TOPIC_AUTHORIZATION_FAILED" "u" => null)`},
		{"alteration", kfake.Fault{Keys: []kmsg.Key{kmsg.IncrementalAlterConfigs}, Resource: "t", Err: kerr.InvalidConfig},
			`(kafka-alter-configs "embedded" ("t" "u") ("retention.ms" => 5))`, `("t" => false "u" => true)`},
		{"creation", kfake.Fault{Keys: []kmsg.Key{kmsg.CreateTopics}, Topic: "a", Err: kerr.PolicyViolation},
			`(kafka-create-topics "embedded" ("a" "b"))`, `("a" => false "b" => true)`},
		{"deletion", kfake.Fault{Keys: []kmsg.Key{kmsg.DeleteTopics}, Topic: "t", Err: kerr.TopicDeletionDisabled},
			`(kafka-delete-topics "embedded" ("t" "u"))`, `("t" => false "u" => true)`},
		{"partitions", kfake.Fault{Keys: []kmsg.Key{kmsg.CreatePartitions}, Topic: "t", Err: kerr.ReassignmentInProgress},
			`(apply (kafka-create-partitions "embedded" ("t" "u") 9 "detail" => true) d (get d "code"))`, `("t" => "REASSIGNMENT_IN_PROGRESS" "u" => null)`},
		{"election", kfake.Fault{Keys: []kmsg.Key{kmsg.ElectLeaders}, Topic: "t", Partitions: []int32{1}, Err: kerr.PreferredLeaderNotAvailable},
			`(apply (kafka-elect-leaders "embedded" "t") e (get e "code"))`, `(null "PREFERRED_LEADER_NOT_AVAILABLE")`},
		{"folder", kfake.Fault{Keys: []kmsg.Key{kmsg.DescribeLogDirs}, Err: kerr.KafkaStorageError, Resource: "/mem/kfake"},
			`(apply (kafka-log-dirs "embedded") d (list (= null (get d "path")) (get d "topic") (get d "code")))`, `((false null "KAFKA_STORAGE_ERROR"))`},
		{"group", kfake.Fault{Keys: []kmsg.Key{kmsg.DescribeGroups, kmsg.ConsumerGroupDescribe}, Group: "g", Err: kerr.GroupAuthorizationFailed},
			`(apply (kafka-describe-groups "embedded" ("g" "h")) g (list (get g "state") (get g "code")))`, `("g" => (null "GROUP_AUTHORIZATION_FAILED") "h" => ("Empty" null))`},
		{"commits", kfake.Fault{Keys: []kmsg.Key{kmsg.OffsetFetch}, Group: "g", Err: kerr.GroupAuthorizationFailed},
			`(apply (kafka-group-offsets "embedded" ("g" "h")) o (list (get o "group") (get o "offset") (get o "code")))`, `(("g" null "GROUP_AUTHORIZATION_FAILED") ("h" 0 null) ("h" 0 null))`},
		{"lag", kfake.Fault{Keys: []kmsg.Key{kmsg.ListOffsets}, Topic: "t", Partitions: []int32{1}, Err: kerr.TopicAuthorizationFailed},
			`(apply (kafka-group-lag "embedded" "g") l (list (get l "committed") (get l "lag") (get l "code")))`, `((0 0 null) (0 null "TOPIC_AUTHORIZATION_FAILED"))`},
		{"one commit", kfake.Fault{Keys: []kmsg.Key{kmsg.OffsetCommit}, Topic: "t", Partitions: []int32{0}, Err: kerr.TopicAuthorizationFailed},
			`(apply (kafka-alter-group-offsets "embedded" "g" "t" "to" => 5) o (list (get o "to") (get o "code")))`, `((5 "TOPIC_AUTHORIZATION_FAILED") (5 null))`},
		{"a member that comes meanwhile", kfake.Fault{Keys: []kmsg.Key{kmsg.OffsetCommit}, Group: "g", Err: kerr.UnknownMemberID},
			`(try (kafka-alter-group-offsets "embedded" "g" "t" "to" => 5) (e "*" => (get e "code")))`, `"NON_EMPTY_GROUP"`},
		{"alone", kfake.Fault{Keys: []kmsg.Key{kmsg.OffsetFetch}, Group: "g", Err: kerr.GroupAuthorizationFailed},
			`(try (kafka-group-offsets "embedded" "g") (e "*" => (list (get e "code") (get e "origin"))))`, `("GROUP_AUTHORIZATION_FAILED" "broker")`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := newEmbeddedScript(t)
			s.eval(`(do (kafka-create-topics "embedded" (("name" => "t" "partitions" => 2) "u"))
			  (for-each (list "g" "h") g (kafka-alter-group-offsets "embedded" g "t" "to" => 0)))`)
			tc.fault.Count = -1
			handle := s.broker.Cluster().Fault(tc.fault)
			s.want(tc.call, tc.want)
			if handle.Hits() == 0 {
				t.Error("the fault was never met")
			}
		})
	}
}

// TestMetadataBehind waits until the last broker shows a new topic, and where
// that takes too long says so by an event.
func TestMetadataBehind(t *testing.T) {
	alwaysSideBySide(t)
	for _, tc := range []struct {
		name   string
		late   int // answers of broker 2 that do not know the topic
		events int
	}{{"for a moment", 5, 0}, {"for ever", 1 << 30, 1}} {
		t.Run(tc.name, func(t *testing.T) {
			broker, err := NewEmbedded(EmbeddedOptions{Brokers: 3})
			if err != nil {
				t.Fatal(err)
			}
			defer broker.Close()
			var mu sync.Mutex
			asked := 0
			broker.Cluster().ControlKey(int16(kmsg.Metadata), func(r kmsg.Request) (kmsg.Response, error, bool) {
				broker.Cluster().KeepControl()
				req := r.(*kmsg.MetadataRequest)
				about := slices.ContainsFunc(req.Topics, func(t kmsg.MetadataRequestTopic) bool { return t.Topic != nil && *t.Topic == "t" })
				mu.Lock()
				defer mu.Unlock()
				if !about || broker.Cluster().CurrentNode() != 2 || asked >= tc.late {
					return nil, nil, false
				}
				asked++
				resp := req.ResponseKind().(*kmsg.MetadataResponse)
				answer := kmsg.NewMetadataResponseTopic()
				answer.Topic, answer.ErrorCode = kmsg.StringPtr("t"), kerr.UnknownTopicOrPartition.Code
				resp.Topics = append(resp.Topics, answer)
				return resp, nil, true
			})
			var events []Event
			s := newScriptOn(t, broker, WithObserver(func(e Event) {
				mu.Lock()
				defer mu.Unlock()
				if e.Code == "METADATA_BEHIND" {
					events = append(events, e)
				}
			}))
			began := time.Now()
			s.want(`(kafka-create-topics "embedded" "t" "timeout-ms" => 1000)`, `("t" => true)`)
			took := time.Since(began)
			mu.Lock()
			defer mu.Unlock()
			if tc.events == 0 && asked < tc.late || tc.events > 0 && took < 5*settlePause { // the client may ask beside us
				t.Errorf("broker 2 was asked %d times in %v, want at least %d times", asked, took, tc.late)
			}
			if len(events) != tc.events {
				t.Fatalf("events METADATA_BEHIND: got %d, want %d", len(events), tc.events)
			}
			for _, e := range events {
				if e.Topic != "t" || e.Broker == nil || *e.Broker != 2 || e.Duration == nil {
					t.Errorf("event\ngot  %+v\nwant topic t, broker 2 and a duration", e)
				}
			}
		})
	}
}
