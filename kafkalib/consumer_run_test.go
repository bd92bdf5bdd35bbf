package kafkalib

import (
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// TestSeekAndRunningPoll: what a poll of the client brings that an earlier call began is not
// returned after a seek.
func TestSeekAndRunningPoll(t *testing.T) {
	for _, tc := range []struct {
		name, first, seek string
		over              bool // the client's poll has ended before the seek
		want              string
	}{
		{"over", "3", `(kafka-seek c "t" 0 6)`, true, `("6")`},
		{"over, the whole topic", "3", `(kafka-seek c "t" null 6)`, true, `("6")`},
		{"over, a seek elsewhere", "3", `(kafka-seek c "u" 0 6)`, true, `("3" "4")`},
		{"going on", "7", `(kafka-seek c "t" 0 6)`, false, `("6")`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			alwaysSideBySide(t)
			s := newEmbeddedScript(t)
			s.eval(`(do (kafka-create-topics "embedded" "t") (set p (kafka-create "producer" "embedded")))`)
			seven(s)
			s.eval(`(do (set c (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest")) (set got 0)
			  (while (< got ` + tc.first + `) (set got (+ got (size (kafka-poll c "t" 60000 "max-records" => (- ` + tc.first + ` got)))))))`)
			id, _ := s.eval(`c`).AsString()
			c := s.handle(id).consumer
			c.mu.Lock()
			poll := startPoll(c.h.ended, c.client, 2, time.Now().Add(time.Hour))
			c.running = poll
			c.mu.Unlock()
			if tc.over {
				<-poll.done
			}
			s.eval(tc.seek)
			s.want(values, tc.want)
		})
	}
}

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
