package kafkalib

import (
	"strings"
	"testing"
)

func TestCheckTopic(t *testing.T) {
	for _, tc := range []struct {
		name, topic string
		valid       bool
	}{
		{"letters", "Orders", true},
		{"all kinds", "a-Z_0.9", true},
		{"a number", "500", true},
		{"longest", strings.Repeat("x", 249), true},
		{"three dots", "...", true},
		{"empty", "", false},
		{"dot", ".", false},
		{"two dots", "..", false},
		{"too long", strings.Repeat("x", 250), false},
		{"space", "a b", false},
		{"slash", "a/b", false},
		{"umlaut", "größe", false},
		{"not UTF-8", "a\xffb", false},
		{"NUL", "a\x00", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := checkTopic(tc.topic)
			if tc.valid {
				if err != nil {
					t.Errorf("got %v, want no error", err)
				}
				return
			}
			e := errorFrom(err)
			if e == nil || e.Code != "INVALID_TOPIC_EXCEPTION" || e.Origin != OriginClient || e.Topic != tc.topic {
				t.Errorf("got %v, want INVALID_TOPIC_EXCEPTION of the client for the topic", err)
			}
		})
	}
}
