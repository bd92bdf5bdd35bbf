//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package main

import (
	"bufio"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestBrokerProcess runs the broker and its clients as processes of their own:
// what was acknowledged and committed is there after SIGTERM and after
// SIGKILL.
func TestBrokerProcess(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	tests := []struct {
		name   string
		signal syscall.Signal
		code   int // of the broker; -1: it was killed
		script string
		want   string
	}{
		{"terminated", syscall.SIGTERM, exitTerminate, `
			(kafka-create-topics where "orders" "partitions" => 2 "configs" => ("retention.ms" => 86400000))
			(set p (kafka-create "producer" where))
			(set all (list))
			(for (set i 0) (< i 1000) (++ i) (put all (concat "k" i) "v"))
			(kafka-send p "orders" all)
			(kafka-alter-group-offsets where "g" "orders" "to" => 7)
			(size (kafka-read where "orders"))`, "1000\n"},
		{"killed", syscall.SIGKILL, -1, `
			(kafka-send (kafka-create "producer" where) "orders" (list "more" => "v"))
			(kafka-alter-group-offsets where "h" "orders" "to" => 8)
			(list (size (kafka-read where "orders")) (apply (kafka-group-offsets where ("g" "h")) o (get o "offset")))`, "(1001 (7 7 8 8))\n"},
		{"again", syscall.SIGINT, exitInterrupt, `
			(list (size (kafka-read where "orders")) (apply (kafka-group-offsets where ("g" "h")) o (get o "offset"))
			  (get (get (get (kafka-configs where "orders") "orders") "retention.ms") "value"))`, "(1001 (7 7 8 8) \"86400000\")\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			broker := exec.Command(process(t), "broker", "--listen", "127.0.0.1:0", "--data", data)
			var errOut strings.Builder
			broker.Stderr = &errOut
			out, err := broker.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := broker.Start(); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = broker.Process.Kill() }() // where the test ended before
			where, err := bufio.NewReader(out).ReadString('\n')
			if err != nil {
				t.Fatalf("no address: %v, %s", err, errOut.String())
			}
			script := exec.CommandContext(t.Context(), process(t), "eval", "--timeout", "30s", "--set", `where="`+strings.TrimSpace(where)+`"`, test.script)
			got, err := script.CombinedOutput()
			if err != nil || string(got) != test.want {
				t.Errorf("script\ngot  %q, %v\nwant %q", got, err, test.want)
			}
			if err := broker.Process.Signal(test.signal); err != nil {
				t.Fatal(err)
			}
			_ = broker.Wait() // the code is what counts
			if code := broker.ProcessState.ExitCode(); code != test.code {
				t.Errorf("exit code of the broker\ngot  %d\nwant %d, %s", code, test.code, errOut.String())
			}
		})
	}
}
