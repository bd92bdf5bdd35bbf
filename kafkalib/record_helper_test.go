package kafkalib

import (
	"strings"
	"testing"
	"time"
)

// wantThrown evaluates an expression that must throw a KafkaException of a code,
// with a part of its message.
func (s *script) wantThrown(src, code, message string) {
	s.t.Helper()
	if e := s.fails(src, code); !strings.Contains(e.Message, message) {
		s.t.Errorf("%s: message:\n got %s\nwant …%s…", src, e.Message, message)
	}
}

// spoolGranted is a session whose host grants every folder.
func spoolGranted(t *testing.T) *script {
	t.Helper()
	return newScriptOn(t, newEmbedded(t), WithSpools(nil))
}

// eventuallyTrue evaluates an expression until it is true.
func eventuallyTrue(t *testing.T, s *script, src string) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for s.eval(src).String() != "true" {
		if time.Now().After(deadline) {
			t.Fatalf("timed out waiting until %s", src)
		}
		time.Sleep(5 * time.Millisecond)
	}
}
