//go:build integration && unix

package commandtest

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"
)

// interrupted reads ten records in two polls, is through with the first five,
// and comes to an end in the middle of the others.
const interrupted = `
(set c (kafka-create "consumer" where "group" => group "auto-offset-reset" => "earliest" "max-poll-records" => 5
  "session-timeout-ms" => 6000 "auto-commit-interval-ms" => 100))
(set polled ())
(while (= (size polled) 0) (set polled (kafka-poll c topic 1000)))
(set polled (kafka-poll c 10000))
(for-each polled r
  (when (= r/value "7")
    (do (sleep 500) (print "at 7") END)))
(print "not reached")`

// TestRealAutoCommitOfAProcess: what a script was working on when its process
// ended comes again in the next one, and what it was through with does not.
func TestRealAutoCommitOfAProcess(t *testing.T) {
	servers, topic := onTopic(t, 1)
	eval(t, fmt.Sprintf(`(kafka-send (kafka-create "producer" %q) %q (list "0" "1" "2" "3" "4" "5" "6" "7" "8" "9"))`, servers, topic))
	for i, tt := range []struct {
		name, end string
		flags     []string
		signal    syscall.Signal // sent when the script is at 7
		code      int
	}{
		{"exception", `(throw "Bad" "record 7")`, nil, 0, 1},
		{"exit", `(exit 0)`, nil, 0, 0},
		{"time limit", `(sleep 60000)`, []string{"--timeout", "8s"}, 0, 124},
		{"Ctrl-C", `(sleep 60000)`, nil, syscall.SIGINT, 130},
		{"killed", `(sleep 60000)`, nil, syscall.SIGKILL, -1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			group := fmt.Sprintf("%s-%d", topic, i)
			p := start(t, strings.ReplaceAll(interrupted, "END", tt.end), map[string]string{"where": servers, "topic": topic, "group": group}, tt.flags...)
			if line, _ := p.line(30 * time.Second); line != "at 7" {
				p.signal(syscall.SIGKILL)
				p.end()
				t.Fatalf("output\n got %q, %s\nwant %q", line, p.errs.String(), "at 7")
			}
			if tt.signal != 0 {
				p.signal(tt.signal)
			}
			if code := p.end(); code != tt.code {
				t.Errorf("exit code\n got %d, %s\nwant %d", code, p.errs.String(), tt.code)
			}
			got := eval(t, fmt.Sprintf(`(do
			  (set c (kafka-create "consumer" %q "group" => %q "auto-offset-reset" => "earliest"))
			  (set polled ())
			  (while (= (size polled) 0) (set polled (kafka-poll c %q 1000 "shape" => "values")))
			  polled)`, servers, group, topic))
			if want := `("5" "6" "7" "8" "9")`; got != want {
				t.Errorf("the next process polls\n got %s\nwant %s", got, want)
			}
		})
	}
}
