package kafkalib

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// TestDestroyWhileOthersWork: a member that joins its group is destroyed while another one
// works on its records and so holds the rebalance up, for five minutes if it must be.
func TestDestroyWhileOthersWork(t *testing.T) {
	sideBySide(t)
	for _, tc := range []struct{ name, options string }{
		{"dynamic", ``},
		{"static", `"group-instance-id" => "i"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := newScript(t)
			s.eval(`(do (kafka-create-topics "embedded" "t" "partitions" => 2) (set p (kafka-create "producer" "embedded")) (kafka-send p "t" ("1" "2"))
			  (set c (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest" "heartbeat-interval-ms" => 100)))`)
			s.want(`(> (size (kafka-poll c "t" 60000)) 0)`, `true`)
			other := s.another()
			other.eval(`(do (set c (kafka-create "consumer" "embedded" "group" => "g" "heartbeat-interval-ms" => 100 ` + tc.options + `)) (kafka-poll c "t" 500))`)
			start := time.Now()
			other.want(`(kafka-destroy c)`, `true`)
			inTime(t, start, 2*leaveGrace)
			// The one that works goes on, alone.
			s.eval(`(kafka-send p "t" ("3" "4"))`)
			s.want(`(do (set got 0) (while (< got 2) (set got (+ got (size (kafka-poll c "t" 60000))))) got)`, `2`)
		})
	}
}

// A joinCount counts the requests to join a group that a session has sent.
type joinCount struct{ n atomic.Int32 }

func (j *joinCount) OnBrokerWrite(_ kgo.BrokerMetadata, key int16, _ int, _, _ time.Duration, _ error) {
	if kmsg.Key(key) == kmsg.JoinGroup {
		j.n.Add(1)
	}
}

// TestDestroyWhileJoining: a member that joins its group again, which another one holds up by
// its work, cannot commit. To destroy it takes the time given all the same, and an event tells
// that a record that was done may come again.
func TestDestroyWhileJoining(t *testing.T) {
	alwaysSideBySide(t)
	for _, interval := range []string{"10", "600000"} {
		t.Run("interval "+interval, func(t *testing.T) {
			t.Parallel()
			const member = `(do (set out ()) (set c (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest" "heartbeat-interval-ms" => 100 "auto-commit-interval-ms" => `
			s := newEmbeddedScript(t)
			s.eval(`(do (kafka-create-topics "embedded" "t" "partitions" => 2) (set p (kafka-create "producer" "embedded")) ` + member + interval + `))))`)
			var joins joinCount
			failed := make(chan Event, 100)
			leaver := s.another(WithClientHooks(func(Kind, string) []kgo.Hook { return []kgo.Hook{&joins} }), WithObserver(func(e Event) {
				if e.Code == "COMMIT_FAILED" {
					failed <- e
				}
			}))
			leaver.eval(member + interval + `)))`)
			settleMembers(t, "1", s, leaver)
			s.eval(`(do (kafka-send p "t" "x" "partition" => 0) (kafka-send p "t" "y" "partition" => 1))`)
			for _, m := range []*script{s, leaver} { // both work
				m.want(`(size (kafka-poll c 60000))`, `1`)
			}
			third := s.another()
			third.eval(member + interval + `)))`)
			before := joins.n.Load()
			for deadline := time.Now().Add(time.Minute); joins.n.Load() == before; {
				third.eval(`(kafka-poll c "t" 50)`)
				leaver.eval(`(kafka-poll c 50)`)
				if time.Now().After(deadline) {
					t.Fatal("the member does not join again")
				}
			}
			start := time.Now()
			leaver.want(`(kafka-destroy c "timeout-ms" => 200)`, `true`)
			inTime(t, start, 200*time.Millisecond+leaveGrace)
			select {
			case e := <-failed:
				if e.Error.Code != "TIMED_OUT" {
					t.Errorf("COMMIT_FAILED:\ngot  %v\nwant TIMED_OUT", e.Error)
				}
			default:
				if interval != "10" { // else the commit may have been before the join
					t.Error("no COMMIT_FAILED tells of the record that comes again")
				}
			}
		})
	}
}
