package kafkalib

import (
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// TestAbandonedPollHoldsNothingUp: a poll that outlasts the script's call may bring records
// at the moment the consumer leaves its group. Nobody works on them, so the client must not
// wait for that.
func TestAbandonedPollHoldsNothingUp(t *testing.T) {
	for _, tc := range []struct {
		name  string
		first bool // the records come before the poll is abandoned
	}{
		{"records before", true},
		{"records after", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := newEmbeddedScript(t)
			s.eval(`(kafka-create-topics "embedded" "t")`)
			send := func() { s.eval(`(kafka-send (kafka-create "producer" "embedded") "t" "x")`) }
			member := s.client(kgo.ConsumerGroup("g"), kgo.ConsumeTopics("t"), kgo.BlockRebalanceOnPoll(),
				kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.DisableAutoCommit())
			poll := startPoll(t.Context(), member, 10, time.Now().Add(time.Hour))
			if tc.first {
				send()
				<-poll.done
			}
			poll.abandoned.Store(true) // as abandon does, but for the end of its context
			member.AllowRebalance()
			if !tc.first {
				send()
				<-poll.done
			}
			if n := poll.fetches.NumRecords(); n != 1 {
				t.Fatalf("records: got %d, want 1", n)
			}
			closed := make(chan struct{})
			go func() {
				defer close(closed)
				member.Close()
			}()
			select {
			case <-closed:
			case <-time.After(time.Minute):
				member.AllowRebalance() // lets it end
				<-closed
				t.Error("the client waited for records that nobody works on")
			}
		})
	}
}
