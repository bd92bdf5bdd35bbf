package kafkalib

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// TestSpooledRejected asserts that a record that is refused for good is moved
// aside with its error, and holds up nothing, not even what it shared a batch
// with.
func TestSpooledRejected(t *testing.T) {
	large := strings.Repeat("x", 3_000)
	for _, tc := range []struct {
		name, setup, options, bad, code string
	}{
		{"unknown topic", ``, ``, `(kafka-send p "missing" "bad")`, "UNKNOWN_TOPIC_OR_PARTITION"},
		{"unknown partition", ``, ``, `(kafka-send p "t" "bad" "partition" => 9)`, "UNKNOWN_TOPIC_OR_PARTITION"},
		{"too large for the client", ``, `"max-request-size" => 2000`, `(kafka-send p "t" large)`, "MESSAGE_TOO_LARGE"},
		{"too large for the topic", `(kafka-alter-configs "embedded" "t" ("max.message.bytes" => 2000))`, ``, `(kafka-send p "t" large)`, "MESSAGE_TOO_LARGE"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			alwaysSideBySide(t)
			s := newSpoolScript(t)
			s.eval(`(kafka-create-topics "embedded" "t")` + tc.setup)
			if err := s.Set("large", large); err != nil {
				t.Fatal(err)
			}
			s.producer(tc.options)
			s.net.setDown(true) // so that all are fed at once
			s.sendNumbers("t", 0, 50, `"key" => "k"`)
			s.eval(tc.bad)
			s.sendNumbers("t", 50, 100, `"key" => "k"`)
			s.net.setDown(false)
			s.want(`(kafka-flush p)`, `0`)
			if got, want := s.values("t"), numbersOf(0, 100); !slices.Equal(got, want) {
				t.Errorf("got  %v\nwant %v", got, want)
			}
			events := s.all("SPOOL_REJECTED")
			if len(events) != 1 || events[0].Error == nil || events[0].Error.Code != tc.code || events[0].Record == nil {
				t.Fatalf("SPOOL_REJECTED: got %+v, want one with %s and the record", events, tc.code)
			}
			s.want(`(get (kafka-spool p) "rejected")`, `1`)
			if n := s.waiting(); n != 0 {
				t.Errorf("%d records wait", n)
			}
		})
	}
}

// TestSpooledRejectedReports asserts that on-delivery and an async flush tell
// of rejected records.
func TestSpooledRejectedReports(t *testing.T) {
	alwaysSideBySide(t)
	s := newSpoolScript(t)
	s.eval(`(kafka-create-topics "embedded" "t") (set outcomes ())`)
	s.producer(`"delivery" => "async" "on-delivery" => (function (r) (push outcomes (if (has r "code") r/code r/offset)))`)
	s.eval(`(do (kafka-send p "t" ("a" "b")) (kafka-send p "missing" "c"))`)
	e := s.fails(`(kafka-flush p)`, "UNKNOWN_TOPIC_OR_PARTITION")
	if got := e.Error(); !strings.Contains(got, "1 record was not delivered") {
		t.Errorf("the flush threw %s", got)
	}
	s.want(`(kafka-flush p)`, `0`)
	s.want(`outcomes`, `(0 1 "UNKNOWN_TOPIC_OR_PARTITION")`)
}

// TestSpooledFull asserts what kafka-send throws where the spool takes
// nothing, and that it takes records again afterwards.
func TestSpooledFull(t *testing.T) {
	for _, tc := range []struct {
		name, options string
		write, sync   error
		persisted     string
	}{
		{"spool-max-bytes", `"spool-max-bytes" => 200000`, nil, nil, "no"},
		{"no space", ``, syscall.ENOSPC, nil, "no"},
		{"failed sync", `"spool-fsync" => "always"`, nil, errors.New("input/output error"), "possibly"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			alwaysSideBySide(t)
			s := newSpoolScript(t)
			s.eval(`(kafka-create-topics "embedded" "t")`)
			if err := s.Set("value", strings.Repeat("v", 1000)); err != nil {
				t.Fatal(err)
			}
			s.producer(tc.options)
			s.net.setDown(true)
			s.eval(`(kafka-send p "t" "first")`)
			s.fs.fail(tc.write, tc.sync)
			s.eval(`(set sent 0)`)
			s.want(`(try (while (< sent 1000) (do (kafka-send p "t" value) (++ sent)))
			  (e "KafkaException" => (list e/code (apply e/records r r/persisted))))`, `("SPOOL_FULL" ("`+tc.persisted+`"))`)
			s.fails(`(kafka-send p "t" value)`, "SPOOL_FULL")
			if n := len(s.all("SPOOL_FULL")); n != 1 {
				t.Errorf("SPOOL_FULL events: got %d, want 1", n)
			}
			s.fs.fail(nil, nil)
			s.net.setDown(false)
			s.want(`(kafka-flush p)`, `0`)
			s.want(`(do (kafka-send p "t" "last") (kafka-flush p))`, `0`)
			sent, _ := s.eval(`sent`).AsInt()
			got := s.values("t")
			if len(got) != int(sent)+2 && (tc.persisted == "no" || len(got) < int(sent)+2) || got[0] != "first" || got[len(got)-1] != "last" {
				t.Errorf("delivered: %d records, want %d", len(got), sent+2)
			}
		})
	}
}

// TestSpooledLocked asserts that a spool has one owner, of this or another
// process, and that a damaged folder is told apart.
func TestSpooledLocked(t *testing.T) {
	alwaysSideBySide(t)
	s := newSpoolScript(t)
	s.producer("")
	s.fails(`(kafka-create "producer" "embedded" "spool" => dir)`, "SPOOL_LOCKED")
	other := newScriptOn(t, s.broker, WithSpools(nil))
	if err := other.Set("dir", s.dir); err != nil {
		t.Fatal(err)
	}
	other.fails(`(kafka-create "producer" "embedded" "spool" => dir)`, "SPOOL_LOCKED")
	s.want(`(kafka-destroy p)`, `true`)
	other.eval(`(kafka-create "producer" "embedded" "spool" => dir)`)

	if err := os.WriteFile(s.dir+"-file", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s.fails(`(kafka-create "producer" "embedded" "spool" => (concat dir "-file"))`, "SPOOL_FAILED")
}

// TestSpooledConfig asserts what a spool excludes, and who may have one.
func TestSpooledConfig(t *testing.T) {
	s := newSpoolScript(t)
	for _, options := range []string{
		`"transactional-id" => "t"`, `"partitioner" => (function (k v n) 0)`, `"when-full" => "throw" "delivery" => "async"`,
		`"spool-mode" => "sometimes"`, `"spool-fsync" => "often"`, `"spool-fsync" => -1`, `"spool-ack-interval-ms" => 0`,
		`"spool-max-bytes" => 1`, `"spool-max-age-ms" => 0`, `"spool-id" => "perhaps"`,
	} {
		s.fails(`(kafka-create "producer" "embedded" "spool" => dir `+options+`)`, "INVALID_CONFIG")
	}
	for _, folder := range []string{`""`, `" "`, `()`, `false`, `true`, `("a" "b")`} {
		s.fails(`(kafka-create "producer" "embedded" "spool" => `+folder+`)`, "INVALID_CONFIG")
	}
	s.eval(`(kafka-destroy (kafka-create "producer" "embedded" "spool" => null))`)
	s.fails(`(kafka-create "consumer" "embedded" "spool" => dir)`, "INVALID_CONFIG")
	if _, err := os.Stat(s.dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder was made: %v", err)
	}
	for _, opts := range [][]Option{nil, {WithSpools(func(string) error { return errors.New("not here") })}} {
		other := newScriptOn(t, s.broker, opts...)
		if err := other.Set("dir", filepath.Join(t.TempDir(), "spool")); err != nil {
			t.Fatal(err)
		}
		_, err := other.try(`(kafka-create "producer" "embedded" "spool" => dir)`)
		if e, ok := err.(*interp.Exception); !ok || e.Type != "PermissionDenied" {
			t.Errorf("got  %v\nwant PermissionDenied", err)
		}
	}
}

// TestSpooledAge asserts that records that are too old are dropped, each with
// its event, while Kafka is down, whether the client has them or not.
func TestSpooledAge(t *testing.T) {
	alwaysSideBySide(t)
	s := newSpoolScript(t)
	s.eval(`(kafka-create-topics "embedded" "t")`)
	s.producer(`"spool-max-age-ms" => 3000 "max-in-flight-records" => 10`)
	s.net.setDown(true)
	s.sendNumbers("t", 0, 30, "")
	events := s.await("RECORD_DROPPED", 30)
	seen := make(map[string]bool)
	for _, e := range events {
		seen[string(e.Record.Value)] = true
	}
	if len(events) != 30 || len(seen) != 30 {
		t.Errorf("RECORD_DROPPED: got %d for %d records, want 30 for 30", len(events), len(seen))
	}
	s.net.setDown(false)
	s.want(`(kafka-list-topics p)`, `("t")`) // by then Kafka is reached again
	s.want(`(do (kafka-send p "t" "young") (kafka-flush p))`, `0`)
	if got := fmt.Sprint(s.values("t")); got != "[young]" {
		t.Errorf("delivered: got %s, want [young]", got)
	}
}

// TestSpooledID asserts the headers by which repeats are recognised.
func TestSpooledID(t *testing.T) {
	alwaysSideBySide(t)
	s := newSpoolScript(t)
	s.eval(`(kafka-create-topics "embedded" "t")`)
	s.producer(`"spool-id" => true`)
	s.eval(`(do (kafka-send p "t" ("a" "b") "headers" => ("own" => "h")) (kafka-flush p))`)
	s.want(`(apply (kafka-read "embedded" "t") r (list (get r/headers "own") (= (get r/headers "spool-id") (get (kafka-spool p) "id")) (get r/headers "spool-seq")))`,
		`(("h" true "1") ("h" true "2"))`)
}

// TestSpooledCalls asserts the other calls on a producer with a spool.
func TestSpooledCalls(t *testing.T) {
	alwaysSideBySide(t)
	s := newSpoolScript(t)
	s.eval(`(kafka-create-topics "embedded" "t")`)
	s.producer("")
	s.want(`(names (kafka-spool p))`, `("id" "records" "bytes" "oldest" "segments" "rejected")`)
	s.want(`(get (kafka-spool p) "oldest")`, `null`)
	s.net.setDown(true)
	before := time.Now().UnixMilli()
	s.want(`(kafka-send p "t" ("a" "b") "report" => true)`,
		`(("topic" => "t" "partition" => null "offset" => null "timestamp" => null "outcome" => "spooled") ("topic" => "t" "partition" => null "offset" => null "timestamp" => null "outcome" => "spooled"))`)
	s.want(`(get (kafka-spool p) "records")`, `2`)
	s.want(`(do (set figures (get (kafka-stats p) "spool")) (list figures/records figures/rejected (>= figures/age 0)))`, `(2 0 true)`)
	if oldest, _ := s.eval(`(get (kafka-spool p) "oldest")`).AsInt(); oldest < before || oldest > time.Now().UnixMilli() {
		t.Errorf("oldest: got %d, want at least %d", oldest, before)
	}
	s.want(`(kafka-flush p 100)`, `2`)
	s.want(`(get (kafka-purge p) "purged")`, `0`) // what the spool has accepted stays
	start := time.Now()
	s.want(`(kafka-destroy p)`, `true`)
	inTime(t, start, 5*time.Second)
	s.net.setDown(false)
	s.producer("")
	s.want(`(kafka-flush p)`, `0`)
	if got := fmt.Sprint(s.values("t")); got != "[a b]" {
		t.Errorf("delivered: got %s, want [a b]", got)
	}
	s.eval(`(set other (kafka-create "producer" "embedded"))`)
	s.fails(`(kafka-spool other)`, "INVALID_ARGUMENT")
}
