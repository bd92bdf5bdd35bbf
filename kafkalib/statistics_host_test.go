package kafkalib

import (
	"os"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp"
)

// TestStatisticsAreDocumented: spec/statistics.md has each figure with its
// meaning.
func TestStatisticsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../spec/statistics.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range StatisticsFields() {
		row := "| `" + f.Path + "` | " + f.Meaning + " |\n"
		if f.Window {
			row = "| `" + f.Path + "` (window) | " + f.Meaning + " |\n"
		}
		if !strings.Contains(string(text), row) {
			t.Errorf("spec/statistics.md has no row %s", row)
		}
	}
}

// TestStatisticsOfSessions: a host sees the handles of all sessions, and those
// that are open only.
func TestStatisticsOfSessions(t *testing.T) {
	var statistics Statistics
	in, err := interp.New(interp.With(New(WithStatistics(&statistics))))
	if err != nil {
		t.Fatal(err)
	}
	seen := func() string {
		var all []string
		for h := range statistics.All() {
			all = append(all, strings.Join([]string{string(rune('0' + h.Session)), h.Handle, h.Kind.String(), h.ClientID}, " "))
		}
		return strings.Join(all, ", ")
	}
	expect := func(when, want string) {
		t.Helper()
		if got := seen(); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", when, got, want)
		}
	}
	one, two := in.NewSession(), in.NewSession()
	defer two.Close()
	expect("at first", "")
	for _, s := range []struct {
		session *interp.Session
		src     string
	}{
		{one, `(kafka-create "producer" "embedded" "client-id" => "x")`},
		{two, `(kafka-create "admin" "embedded")`},
		{one, `(kafka-create "consumer" "embedded")`},
	} {
		if _, err := s.session.Eval(t.Context(), s.src); err != nil {
			t.Fatal(err)
		}
	}
	expect("three handles", "1 p1 producer x, 1 c2 consumer bpl, 2 a1 admin bpl")
	if err := one.Close(); err != nil {
		t.Fatal(err)
	}
	expect("after the end of the first", "2 a1 admin bpl")
}

func TestWithoutObservation(t *testing.T) {
	s := newScriptOn(t, newEmbedded(t), WithoutObservation())
	s.eval(`(do (kafka-create-topics "embedded" "t") (set p (kafka-create "producer" "embedded"))
  (kafka-send p "t" "a") (set codes ()) (for-each (kafka-events p 0) e (push codes e/code)))`)
	s.want(`codes`, `("CLIENT_CREATED")`)
	for _, call := range []string{`(kafka-stats p)`, `(kafka-on-stats p 10 (function (s) s))`, `(kafka-alarm p "queue-age" ">" 5)`} {
		if e := s.fails(call, "INVALID_CONFIG"); !strings.Contains(e.Message, "without statistics") {
			t.Errorf("%s\ngot  %s\nwant it to say that the host does without statistics", call, e.Message)
		}
	}
}
