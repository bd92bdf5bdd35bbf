package kafkalib

import (
	"testing"
	"time"
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
