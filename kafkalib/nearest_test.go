package kafkalib

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	names := []string{"linger-ms", "acks", "group-id", "client-id", "Orders"}
	for _, tc := range []struct{ name, want string }{
		{"linger-m", "linger-ms"},
		{"lingre-ms", "linger-ms"},
		{"ack", "acks"},
		{"groupid", "group-id"},
		{"orders", "Orders"},
		{"acks", "acks"},
		{"GROUP-ID", "group-id"},
		{"completely-different", ""},
		{"", ""},
		{strings.Repeat("x", 100_000), ""},
	} {
		t.Run(quote(tc.name), func(t *testing.T) {
			if got := nearest(tc.name, names); got != tc.want {
				t.Errorf("got  %q\nwant %q", got, tc.want)
			}
		})
	}
}

func TestQuoteCutsAtARune(t *testing.T) {
	got := quote(strings.Repeat("x", quotedLimit-1) + "日本")
	want := `"` + strings.Repeat("x", quotedLimit-1) + `"… (85 bytes)`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
