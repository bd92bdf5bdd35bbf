package kafkalib

import (
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// Trap 38: an outage that is longer than the cluster keeps producer ids must
// not leave an idempotent producer dead: what was not delivered in time is
// reported once, and the next records are delivered.
func TestOutageLongerThanProducerIDsLast(t *testing.T) {
	for _, forgotten := range []*kerr.Error{nil, kerr.UnknownProducerID, kerr.OutOfOrderSequenceNumber, kerr.InvalidProducerEpoch, kerr.InvalidProducerIDMapping} {
		name := "remembered"
		if forgotten != nil {
			name = forgotten.Message
		}
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, broker *Embedded) {
				tq := newTestQueue(t, broker, "delivery-timeout-ms", int64(2000), "delivery", "async")
				tq.send("before")
				tq.flush(t.Context(), time.Minute)
				time.Sleep(time.Second)
				tq.net.setDown(true)
				lost := tq.send("lost")
				time.Sleep(20 * time.Minute)
				tq.net.setDown(false)
				if forgotten != nil {
					broker.Cluster().Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.Produce}, Topic: "t", Err: forgotten, Count: 1})
				}
				first := tq.send("first")
				tq.flush(t.Context(), time.Minute)
				then := tq.send("then")
				tq.flush(t.Context(), time.Minute)
				wantOutcome(t, &lost[0], "DELIVERY_TIMED_OUT", "no")
				if e := first[0].err; e != nil { // reported once, and not as something that it may not be
					wantOutcome(t, &first[0], forgotten.Message, "possibly")
				}
				wantOutcome(t, &then[0], "", "")
				if n := len(tq.eventsOf("DELIVERY_FAILED")); n > 2 {
					t.Errorf("DELIVERY_FAILED: %d times for at most 2 records", n)
				}
				stored := tq.stored()
				if stored[0] != "before" || stored[len(stored)-1] != "then" {
					t.Errorf("stored: %q", stored)
				}
			})
		})
	}
}
