//go:build integration

package kafkalib

import (
	"context"
	"strings"
	"testing"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
)

// TestRealThrottled asserts that a quota of the real broker is an event.
func TestRealThrottled(t *testing.T) {
	s := newScript(t) // empties the real Kafka
	cl, err := kgo.NewClient(kgo.SeedBrokers(strings.Split(realServers, ",")...))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cl.Close)
	const id = "throttled-client"
	quota := func(ctx context.Context, remove bool) {
		answers, err := kadm.NewClient(cl).AlterClientQuotas(ctx, []kadm.AlterClientQuotaEntry{{
			Entity: kadm.ClientQuotaEntity{{Type: "client-id", Name: kadm.StringPtr(id)}},
			Ops:    []kadm.AlterClientQuotaOp{{Key: "producer_byte_rate", Value: 10_000, Remove: remove}},
		}})
		if err != nil || answers[0].Err != nil {
			t.Fatal(err, answers)
		}
	}
	quota(t.Context(), false)
	defer quota(context.Background(), true)
	s.eval(`(do (kafka-create-topics "embedded" "t") (set big "xxxxxxxxxxxxxxxx") (set i 0) (while (< i 10) (do (set big (concat big big)) (++ i)))
	  (set p (kafka-create "producer" "embedded" "client-id" => "` + id + `" "delivery" => "async" "linger-ms" => 0))
	  (set i 0) (while (< i 20) (do (++ i) (kafka-send p "t" big) (sleep 50))))`)
	s.want(`(do (set e (first (kafka-events p 60000 "codes" => "BROKER_THROTTLED" "max" => 1))) (list e/code e/severity (> e/duration-ms 0) (> e/broker 0)))`,
		`("BROKER_THROTTLED" "warning" true true)`)
}
