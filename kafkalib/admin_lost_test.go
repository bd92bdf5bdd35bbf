package kafkalib

import (
	"context"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kmsg"
)

// TestLostAnswers loses the first answer to a change that the broker has
// made: the call asks again, and still says what became of its own request.
func TestLostAnswers(t *testing.T) {
	alwaysSideBySide(t)
	for _, tc := range []struct {
		name, before, call, want string
		key                      kmsg.Key
		happened                 string
	}{
		{"create", `null`, `(kafka-create-topics servers ("t" "old"))`, `("t" => true "old" => false)`, kmsg.CreateTopics,
			`(= 2 (size (kafka-list-topics "embedded")))`},
		{"delete", `(kafka-create-topics "embedded" "t")`, `(kafka-delete-topics servers ("t" "nope"))`, `("t" => true "nope" => false)`, kmsg.DeleteTopics,
			`(= 1 (size (kafka-list-topics "embedded")))`},
		{"create partitions", `(kafka-create-topics "embedded" "t")`, `(kafka-create-partitions servers ("t" "old") 2)`, `("t" => true "old" => true)`, kmsg.CreatePartitions,
			`(= 2 (size (get (get (kafka-describe-topics "embedded" "t") "t") "partitions")))`},
		{"delete groups", `(kafka-alter-group-offsets "embedded" "g" "old" "to" => 1)`, `(kafka-delete-groups servers ("g" "nope"))`, `("g" => true "nope" => true)`, kmsg.DeleteGroups,
			`(= 0 (size (kafka-groups "embedded")))`},
		{"delete commits", `(kafka-alter-group-offsets "embedded" "g" "old" "to" => 1)`, `(kafka-delete-group-offsets servers "g" "old")`, `("old" => true)`, kmsg.OffsetDelete,
			`(= 0 (size (kafka-group-offsets "embedded" "g")))`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			broker := newEmbedded(t)
			faulty := &faultyDial{broker: broker}
			watch := newScriptOn(t, broker)
			watch.eval(`(kafka-create-topics "embedded" "old")`)
			watch.eval(tc.before)
			s := newScriptOn(t, broker, WithDialer(faulty.dial))
			s.eval(`(do (set servers "localhost:9092") (kafka-list-topics servers))`)
			broker.Cluster().ControlKey(int16(tc.key), func(kmsg.Request) (kmsg.Response, error, bool) {
				broker.Cluster().DropControl()
				faulty.freeze()
				return nil, nil, false
			})
			lost := make(chan struct{})
			go func() {
				defer close(lost)
				ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
				defer cancel()
				for ctx.Err() == nil {
					if done, err := watch.try(tc.happened); err == nil && done.Truth() {
						break
					}
				}
				faulty.thaw(true)
			}()
			s.want(tc.call, tc.want)
			<-lost
		})
	}
}

// TestClosedWhileWaiting ends a call that waits by destroying its handle.
func TestClosedWhileWaiting(t *testing.T) {
	alwaysSideBySide(t)
	broker := newEmbedded(t)
	faulty := &faultyDial{broker: broker}
	s := newScriptOn(t, broker, WithDialer(faulty.dial))
	s.eval(`(do (set a (kafka-create "admin" "localhost:9092")) (kafka-list-topics a))`)
	faulty.freeze()
	defer faulty.thaw(false)
	s.want(`(do (spawn (do (sleep 50) (kafka-destroy a)))
	  (try (kafka-list-topics a) (e "*" => (get e "code"))))`, `"CLOSED"`)
}

// TestBrokersDown tells an outage of all brokers from an answer that is late.
func TestBrokersDown(t *testing.T) {
	alwaysSideBySide(t)
	broker := newEmbedded(t)
	faulty := &faultyDial{broker: broker}
	s := newScriptOn(t, broker, WithDialer(faulty.dial))
	s.eval(`(do (set a (kafka-create "admin" "localhost:9092")) (kafka-list-topics a))`)
	faulty.setDown(true)
	for _, call := range []string{
		`(kafka-create-topics a "t" "timeout-ms" => 500)`,
		`(kafka-describe-topics a "t" "timeout-ms" => 500)`,
		`(kafka-groups a "timeout-ms" => 500)`,
		`(kafka-describe-groups a ("g" "h") "timeout-ms" => 500)`,
		`(kafka-group-offsets a ("g") "timeout-ms" => 500)`,
		`(kafka-delete-groups a "g" "timeout-ms" => 500)`,
		`(kafka-configs a "t" "timeout-ms" => 500)`,
		`(kafka-cluster a "timeout-ms" => 500)`,
		`(kafka-log-dirs a "timeout-ms" => 500)`,
	} {
		began := time.Now()
		s.fails(call, "ALL_BROKERS_DOWN")
		inTime(t, began, 500*time.Millisecond)
	}
	faulty.setDown(false)
	s.want(`(kafka-create-topics a "t")`, `("t" => true)`)
}
