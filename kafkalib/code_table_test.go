package kafkalib

import (
	"slices"
	"strings"
	"testing"

	"github.com/twmb/franz-go/pkg/kerr"
)

func TestCodesAreComplete(t *testing.T) {
	seen := make(map[string]bool)
	for _, list := range codeTable {
		for _, e := range list {
			key := e.name + "/" + e.kind() + "/" + e.origin
			if seen[key] {
				t.Errorf("%s stands twice in the table", key)
			}
			seen[key] = true
			if e.meaning == "" {
				t.Errorf("%s has no meaning", key)
			}
			if !slices.Contains([]string{"info", "warning", "error"}, e.severity) {
				t.Errorf("%s has severity %q", key, e.severity)
			}
			if e.name != strings.ToUpper(e.name) {
				t.Errorf("%s is not in upper case", key)
			}
			if e.event == (e.origin != "") {
				t.Errorf("%s: events have no origin, errors have one", key)
			}
		}
	}
	if got := len(brokerErrors()); got < 130 {
		t.Errorf("broker errors: got %d, want all of the protocol", got)
	}
}

func TestCodesOfSeveralKinds(t *testing.T) {
	for _, tc := range []struct{ name, kind, origin string }{
		{"INVALID_CONFIG", "error", "client; broker"},
		{"QUEUE_FULL", "error; event", "client"},
		{"AUTHENTICATION_FAILED", "error; event", "client"},
		{"PARTITION_EOF", "event", ""},
		{"OFFSET_OUT_OF_RANGE", "error", "client; broker"},
		{"REBALANCE_IN_PROGRESS", "error", "broker"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			all := Codes()
			i := slices.IndexFunc(all, func(c CodeInfo) bool { return c.Name == tc.name })
			if i < 0 {
				t.Fatal("not in the list")
			}
			if all[i].Kind != tc.kind || all[i].Origin != tc.origin {
				t.Errorf("got  %q %q\nwant %q %q", all[i].Kind, all[i].Origin, tc.kind, tc.origin)
			}
		})
	}
	if !slices.IsSortedFunc(Codes(), func(a, b CodeInfo) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("the list is not sorted")
	}
}

func TestPersistenceOfBrokerErrors(t *testing.T) {
	for _, tc := range []struct {
		err  *kerr.Error
		want persistence
	}{
		{kerr.RequestTimedOut, mayBeStored},
		{kerr.NotEnoughReplicasAfterAppend, mayBeStored},
		{kerr.UnknownServerError, mayBeStored},
		{kerr.NotEnoughReplicas, excludesStore},
		{kerr.MessageTooLarge, excludesStore},
		{kerr.InvalidTimestamp, excludesStore},
		{kerr.TopicAuthorizationFailed, excludesStore},
	} {
		t.Run(tc.err.Message, func(t *testing.T) {
			if got := errorEntry(tc.err.Message, OriginBroker).persisted; got != tc.want {
				t.Errorf("got %d, want %d", got, tc.want)
			}
		})
	}
}
