//go:build integration && unix

package commandtest

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"
)

// member prints the value of each record of a topic that the group gives it.
const member = `
(set c (kafka-create "consumer" where "group" => group "group-protocol" => protocol "auto-offset-reset" => "earliest" "max-poll-records" => 20 "auto-commit-interval-ms" => 100 OPTIONS))
(while true (for-each (kafka-poll c topic 500) r (print r/value)))`

// TestRealMemberKilled: two processes share the work of a group, and when one
// of them is killed the other reads all that is left, so that no record is
// lost.
func TestRealMemberKilled(t *testing.T) {
	for _, protocol := range []string{"classic", "consumer"} {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()
			servers, topic := onTopic(t, 4)
			send := func(from, to int) {
				eval(t, fmt.Sprintf(`(do (set p (kafka-create "producer" %q)) (for (set i %d) (< i %d) (++ i) (kafka-send p %q (string i) "partition" => (mod i 4))))`, servers, from, to, topic))
			}
			options := ""
			if protocol == "classic" {
				options = `"session-timeout-ms" => 6000 "heartbeat-interval-ms" => 500`
			}
			var members [2]*process
			for i := range members {
				members[i] = start(t, strings.ReplaceAll(member, "OPTIONS", options), map[string]string{"where": servers, "group": topic, "topic": topic, "protocol": protocol})
			}
			seen := make(map[string]bool)
			by := [2]int{}
			// Sends until both have printed: then they share the partitions.
			sent := 0
			for deadline := time.Now().Add(3 * time.Minute); (by[0] == 0 || by[1] == 0) && time.Now().Before(deadline); {
				send(sent, sent+40)
				sent += 40
				collect(members, seen, &by, time.Second, 0)
			}
			if by[0] == 0 || by[1] == 0 {
				t.Fatalf("records\n got %v of %d, %s%s\nwant some by both", by, sent, members[0].errs.String(), members[1].errs.String())
			}
			send(sent, sent+100)
			members[0].signal(syscall.SIGKILL)
			send(sent+100, sent+200)
			sent += 200
			collect(members, seen, &by, 4*time.Minute, sent)
			lost := 0
			for i := range sent {
				if !seen[fmt.Sprint(i)] {
					lost++
				}
			}
			if lost > 0 {
				t.Errorf("records that no member has printed\n got %d of %d, %s\nwant none", lost, sent, members[1].errs.String())
			}
		})
	}
}

// collect notes what the members print, until so many values were seen or the
// time is over.
func collect(members [2]*process, seen map[string]bool, by *[2]int, within time.Duration, enough int) {
	over := time.After(within)
	lines := [2]chan string{members[0].lines, members[1].lines}
	for enough == 0 || len(seen) < enough {
		var line string
		var ok bool
		var i int
		select {
		case line, ok = <-lines[0]:
		case line, ok = <-lines[1]:
			i = 1
		case <-over:
			return
		}
		if !ok {
			lines[i] = nil // it has ended
			continue
		}
		seen[line] = true
		by[i]++
	}
}
