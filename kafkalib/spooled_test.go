package kafkalib

import (
	"slices"
	"testing"
)

// TestSpooledSend asserts that records are delivered through the spool and leave it.
func TestSpooledSend(t *testing.T) {
	for _, options := range []string{``, `"spool-fsync" => "always"`, `"spool-mode" => "when-needed"`, `"delivery" => "async"`} {
		t.Run(options, func(t *testing.T) {
			alwaysSideBySide(t)
			s := newSpoolScript(t)
			s.eval(`(kafka-create-topics "embedded" "t")`)
			s.producer(options)
			s.sendNumbers("t", 0, 500, "")
			s.eval(`(kafka-send p "t" (apply (range 500 1000) n (string n)))`)
			s.want(`(kafka-flush p)`, `0`)
			if got, want := s.values("t"), numbersOf(0, 1000); !slices.Equal(got, want) {
				t.Errorf("got  %v\nwant %v", got, want)
			}
			if n := s.waiting(); n != 0 {
				t.Errorf("%d records wait after the flush", n)
			}
			s.want(`(kafka-destroy p)`, `true`)
		})
	}
}
