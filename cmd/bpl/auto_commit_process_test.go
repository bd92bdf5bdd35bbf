//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package main

import (
	"bufio"
	"io"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// startBroker runs a broker as a process of its own until the test ends, and
// returns its address.
func startBroker(t *testing.T, args ...string) string {
	t.Helper()
	broker := exec.Command(process(t), append([]string{"broker", "--listen", "127.0.0.1:0"}, args...)...)
	out, err := broker.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := broker.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = broker.Process.Kill()
		_ = broker.Wait()
	})
	where, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(where)
}

// interrupted reads ten records in two polls, is through with the first five,
// and comes to an end in the middle of the others.
const interrupted = `
(set c (kafka-create "consumer" where "group" => group "auto-offset-reset" => "earliest" "max-poll-records" => 5
  "session-timeout-ms" => 6000 "auto-commit-interval-ms" => 100 "value-codec" => "Integer"))
(set polled ())
(while (= (size polled) 0) (set polled (kafka-poll c "numbers" 1000)))
(set polled (kafka-poll c 10000))
(for-each polled r
  (when (= r/value 7)
    (do (sleep 500) (print "at 7") END)))
(print "not reached")`

// TestAutoCommitOfAProcess asserts that what a script was working on when its
// process ended comes again in the next one, and what it was through with does
// not.
func TestAutoCommitOfAProcess(t *testing.T) {
	where := startBroker(t, "--topic", "numbers")
	bpl(t, "", "eval", "--set", `where="`+where+`"`,
		`(kafka-send (kafka-create "producer" where "value-codec" => "Integer") "numbers" (list 0 1 2 3 4 5 6 7 8 9))`).check(t, want{out: "null\n"})
	tests := []struct {
		name, end string
		flags     []string
		signal    syscall.Signal // sent when the script is at 7
		code      int
	}{
		{"exception", `(throw "Bad" "record 7")`, nil, 0, exitFailure},
		{"exit", `(exit 0)`, nil, 0, exitOK},
		{"time limit", `(sleep 60000)`, []string{"--timeout", "10s"}, 0, exitTimeout},
		{"Ctrl-C", `(sleep 60000)`, nil, syscall.SIGINT, exitInterrupt},
		{"terminated", `(sleep 60000)`, nil, syscall.SIGTERM, exitTerminate},
		{"killed", `(sleep 60000)`, nil, syscall.SIGKILL, -1},
	}
	for i, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			group := `group="g` + string(rune('0'+i)) + `"`
			args := append([]string{"run", "--set", `where="` + where + `"`, "--set", group}, test.flags...)
			file := write(t, t.TempDir(), "interrupted.bpl", strings.ReplaceAll(interrupted, "END", test.end))
			script := exec.Command(process(t), append(args, file)...)
			var errOut strings.Builder
			script.Stderr = &errOut
			out, err := script.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := script.Start(); err != nil {
				t.Fatal(err)
			}
			stop := time.AfterFunc(2*time.Minute, func() { _ = script.Process.Kill() })
			defer stop.Stop()
			reader := bufio.NewReader(out)
			line, err := reader.ReadString('\n')
			if line != "at 7\n" {
				_ = script.Process.Kill()
				_ = script.Wait()
				t.Fatalf("output\ngot  %q, %v, %s\nwant %q", line, err, errOut.String(), "at 7\n")
			}
			if test.signal != 0 {
				if err := script.Process.Signal(test.signal); err != nil {
					t.Fatal(err)
				}
			}
			if rest, _ := io.ReadAll(reader); len(rest) > 0 {
				t.Errorf("further output: %q", rest)
			}
			_ = script.Wait() // the code is what counts
			if code := script.ProcessState.ExitCode(); code != test.code {
				t.Errorf("exit code\ngot  %d\nwant %d, %s", code, test.code, errOut.String())
			}
			bpl(t, "", "eval", "--set", `where="`+where+`"`, "--set", group, `(do
				(set c (kafka-create "consumer" where "group" => group "auto-offset-reset" => "earliest" "value-codec" => "Integer"))
				(set polled ())
				(while (= (size polled) 0) (set polled (kafka-poll c "numbers" 1000 "shape" => "values")))
				polled)`).check(t, want{out: "(5 6 7 8 9)\n"})
		})
	}
}
