package main

import (
	"context"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
)

func TestBrokerUsage(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	dir := t.TempDir()
	file := write(t, dir, "file", "x")
	tests := []struct {
		name string
		args []string
		want want
	}{
		{"argument", []string{"broker", "x"}, want{code: 2, err: []string{"usage: bpl broker"}}},
		{"flag", []string{"broker", "--dta", "x"}, want{code: 2, err: []string{"did you mean --data?"}}},
		{"partitions", []string{"broker", "--topic", "a:many"}, want{code: 2, err: []string{"orders:3"}}},
		{"no partitions", []string{"broker", "--topic", "a:0"}, want{code: 2, err: []string{"expected 1 to 10000"}}},
		{"topic name", []string{"broker", "--topic", "a b:1"}, want{code: 2, err: []string{"not valid"}}},
		{"port in use", []string{"broker", "--listen", taken.Addr().String()}, want{code: 1, err: []string{"in use"}}},
		{"address", []string{"broker", "--listen", "here:there"}, want{code: 2, err: []string{"got port"}}},
		{"folder of others", []string{"broker", "--listen", "127.0.0.1:0", "--data", dir}, want{code: 1, err: []string{"contains file"}}},
		{"a file as folder", []string{"broker", "--listen", "127.0.0.1:0", "--data", file}, want{code: 1, err: []string{file}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { bpl(t, "", test.args...).check(t, test.want) })
	}
}

// TestBroker runs the broker in this process, with a script that finds it by
// its address, and twice with the same folder.
func TestBroker(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	for round, script := range []string{
		`(do (kafka-send (kafka-create "producer" where) "orders" "first") (size (kafka-offsets where "orders")))`,
		`(size (kafka-read where "orders"))`,
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		read, write := io.Pipe()
		var errOut strings.Builder
		done := make(chan int, 1)
		go func() {
			c := newCommand(stdio{strings.NewReader(""), write, &errOut})
			done <- c.run(ctx, []string{"broker", "--listen", "localhost:0", "--data", data, "--topic", "orders:3", "--topic", "single"})
			write.Close()
		}()
		address := make([]byte, 100)
		n, err := read.Read(address)
		if err != nil {
			t.Fatalf("no address: %v, %s", err, errOut.String())
		}
		where := strings.TrimSpace(string(address[:n]))
		if host, _, err := net.SplitHostPort(where); err != nil || host != "localhost" {
			t.Errorf("address\ngot  %q, %v\nwant one of localhost", where, err)
		}
		bpl(t, "", "-e", script, "--set", `where="`+where+`"`).check(t, want{out: []string{"3\n", "1\n"}[round]})
		bpl(t, "", "--set", `where="`+where+`"`, "-e", `(kafka-list-topics where)`).check(t, want{out: "(\"orders\" \"single\")\n"})
		cancel(errTerminated)
		if code := <-done; code != exitTerminate {
			t.Errorf("exit code\ngot  %d\nwant %d, %s", code, exitTerminate, errOut.String())
		}
	}
}
