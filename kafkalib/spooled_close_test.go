package kafkalib

import (
	"fmt"
	"testing"
	"time"
)

// TestSpooledDestroyWhileDown asserts that to destroy a producer does not wait
// for brokers that have just gone, wherever its records are, and that these are
// in the spool then.
func TestSpooledDestroyWhileDown(t *testing.T) {
	for _, mode := range []string{"always", "when-needed"} {
		t.Run(mode, func(t *testing.T) {
			sideBySide(t)
			s := newSpoolScript(t)
			s.eval(`(kafka-create-topics "embedded" "t")`)
			options := fmt.Sprintf(`"spool-mode" => %q "delivery" => "async" "delivery-timeout-ms" => 300000`, mode)
			s.producer(options)
			s.sendNumbers("t", 0, 50, "")
			s.want(`(kafka-flush p)`, `0`)
			s.net.setDown(true)
			s.sendNumbers("t", 50, 100, "")
			began := time.Now()
			s.want(`(kafka-destroy p)`, `true`)
			if took := time.Since(began); took > time.Minute {
				t.Errorf("it took %v", took)
			}
			s.net.setDown(false)
			s.producer(options)
			opened := s.await("SPOOL_OPENED", 2)
			if got := *opened[1].Count; got != 50 {
				t.Errorf("records in the spool: got %d, want 50", got)
			}
			s.want(`(kafka-flush p)`, `0`)
			if got := len(s.values("t")); got != 100 {
				t.Errorf("records: got %d, want 100", got)
			}
		})
	}
}
